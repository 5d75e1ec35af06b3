package org.bipj.launch.hosted.loader;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bipj.launch.hosted.copies.ClassWords;

/**
 * A method or a constructor of the JDK that ranks cannot use. Another method is called before it, which throws an exception.
 *
 * @param owner internal name of the JDK's class
 * @param name the method's name, or that of constructors in class files
 * @param type its descriptor
 * @param refusal says it
 */
public record RefusedCall(String owner, String name, String type, Refusal refusal) implements CallRule {
    /** Stands for all constructors of a class. */
    public static final String NEW = ConstantDescs.INIT_NAME;

    private static final MethodTypeDesc OF_TEXTS =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String, ConstantDescs.CD_String);

    /**
     * How a program learns that it cannot use something.
     *
     * @param by has the method {@code check}
     * @param check a static method of both texts; where it returns, the JDK is called
     * @param what is refused
     * @param instead what the program is told to do
     */
    public record Refusal(Class<?> by, String check, String what, String instead) {
        /** The calls of a class's methods of a name, whatever their types, or of its constructors. */
        public Stream<RefusedCall> of(Class<?> owner, String member) {
            Stream<? extends Executable> all = member.equals(NEW)
                    ? Stream.of(owner.getDeclaredConstructors())
                    : Stream.of(owner.getMethods())
                            .filter(method -> method.getName().equals(member));
            String name = ClassWords.nameOf(owner);
            return all.filter(each -> (each.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0)
                    .map(each -> new RefusedCall(name, member, descriptor(each), this));
        }
    }

    private static String descriptor(Executable of) {
        Class<?> result = of instanceof Method method ? method.getReturnType() : void.class;
        return MethodType.methodType(result, List.of(of.getParameterTypes())).descriptorString();
    }

    @Override
    public String mark() {
        return name.equals(NEW) ? owner : name;
    }

    @Override
    public void write(CodeBuilder code, Consumer<CodeBuilder> original) {
        code.ldc(refusal.what).ldc(refusal.instead);
        code.invokestatic(ClassDesc.of(refusal.by.getName()), refusal.check, OF_TEXTS);
        original.accept(code);
    }
}
