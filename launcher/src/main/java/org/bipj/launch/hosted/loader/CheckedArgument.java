package org.bipj.launch.hosted.loader;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Consumer;

/**
 * A method of the JDK whose last argument goes through another method before the call.
 *
 * @param owner internal name of the JDK's class
 * @param name the method's name
 * @param type its descriptor
 * @param by has the other method, which is static and takes and returns such an argument
 * @param check its name
 */
public record CheckedArgument(String owner, String name, String type, ClassDesc by, String check) implements CallRule {
    @Override
    public String mark() {
        return name;
    }

    @Override
    public void write(CodeBuilder code, Consumer<CodeBuilder> original) {
        ClassDesc last = MethodTypeDesc.ofDescriptor(type).parameterList().getLast();
        code.invokestatic(by, check, MethodTypeDesc.of(last, last));
        original.accept(code);
    }
}
