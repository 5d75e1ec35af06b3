package org.bipj.launch.hosted.loader;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Consumer;
import org.bipj.launch.hosted.copies.ClassWords;

/**
 * A constructor of the JDK without arguments, in whose place one with a {@code long} is called. Unlike a replaced class, the
 * object is of the class that the program names.
 *
 * @param owner internal name of the JDK's class
 * @param by has the method below, which is static and has no arguments
 * @param argument the method that returns the argument
 */
public record FilledConstructor(String owner, ClassDesc by, String argument) implements CallRule {
    private static final MethodTypeDesc OF_ARGUMENT = MethodTypeDesc.of(ConstantDescs.CD_long);
    private static final MethodTypeDesc OF_FILLED = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long);

    /** A constructor that is filled by a method of a class. */
    public static FilledConstructor of(Class<?> owner, Class<?> by, String argument) {
        return new FilledConstructor(ClassWords.nameOf(owner), ClassDesc.of(by.getName()), argument);
    }

    @Override
    public String name() {
        return ConstantDescs.INIT_NAME;
    }

    @Override
    public String type() {
        return "()V";
    }

    @Override
    public String mark() {
        return owner;
    }

    @Override
    public void write(CodeBuilder code, Consumer<CodeBuilder> original) {
        code.invokestatic(by, argument, OF_ARGUMENT);
        code.invokespecial(ClassDesc.ofInternalName(owner), ConstantDescs.INIT_NAME, OF_FILLED);
    }
}
