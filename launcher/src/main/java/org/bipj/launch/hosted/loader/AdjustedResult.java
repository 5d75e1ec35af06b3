package org.bipj.launch.hosted.loader;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bipj.launch.hosted.copies.ClassWords;

/**
 * A method of the JDK whose result goes through another method.
 *
 * @param owner internal name of the JDK's class
 * @param name the method's name
 * @param type its descriptor
 * @param by has the other method, which is static and takes and returns a result
 * @param adjustment its name
 */
public record AdjustedResult(String owner, String name, String type, ClassDesc by, String adjustment)
        implements CallRule {
    /** The methods of a class that have a name, whatever their types. */
    public static List<AdjustedResult> of(Class<?> owner, String name, Class<?> by, String adjustment) {
        return Stream.of(owner.getMethods())
                .filter(method -> method.getName().equals(name))
                .map(method -> new AdjustedResult(
                        ClassWords.nameOf(owner), name, type(method), ClassDesc.of(by.getName()), adjustment))
                .toList();
    }

    private static String type(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .descriptorString();
    }

    @Override
    public String mark() {
        return name;
    }

    @Override
    public void write(CodeBuilder code, Consumer<CodeBuilder> original) {
        original.accept(code);
        ClassDesc result = MethodTypeDesc.ofDescriptor(type).returnType();
        code.invokestatic(by, adjustment, MethodTypeDesc.of(result, result));
    }
}
