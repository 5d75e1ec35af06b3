package org.bipj.launch.hosted.loader;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.bipj.launch.hosted.threads.ServedMonitor;

/**
 * Makes a subclass of a class of the JDK whose methods are synchronised. Its methods enter the object's monitor between fibers before the
 * JDK's do in the JVM: the program may hold it while it waits in virtual time.
 */
final class GuardedClass {
    private static final MethodTypeDesc OF_OBJECT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
    private static final int VISIBLE = Modifier.PUBLIC | Modifier.PROTECTED;

    private GuardedClass() {}

    /**
     * The class file of a subclass.
     *
     * @param name its internal name
     * @param monitors has the methods {@code enterAsJdk} and {@code exit}
     */
    static byte[] of(Class<?> parent, String name, ClassDesc monitors) {
        return ClassFile.of().build(ClassDesc.ofInternalName(name), builder -> {
            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER)
                    .withSuperclass(desc(parent))
                    .withInterfaceSymbols(desc(ServedMonitor.class));
            for (Constructor<?> constructor : parent.getDeclaredConstructors()) {
                if ((constructor.getModifiers() & VISIBLE) != 0) {
                    add(builder, constructor, ConstantDescs.INIT_NAME, void.class, code -> {
                        callSuper(code, parent, constructor, ConstantDescs.INIT_NAME, void.class);
                        code.return_();
                    });
                }
            }
            for (Method method : synchronised(parent).values()) {
                add(
                        builder,
                        method,
                        method.getName(),
                        method.getReturnType(),
                        code -> guarded(code, parent, method, monitors));
            }
        });
    }

    private static void add(
            ClassBuilder builder, Executable of, String name, Class<?> result, Consumer<CodeBuilder> body) {
        builder.withMethodBody(name, type(of, result), of.getModifiers() & VISIBLE, body);
    }

    private static void guarded(CodeBuilder code, Class<?> parent, Method method, ClassDesc monitors) {
        code.aload(0).invokestatic(monitors, "enterAsJdk", OF_OBJECT);
        code.trying(
                body -> {
                    callSuper(body, parent, method, method.getName(), method.getReturnType());
                    body.aload(0).invokestatic(monitors, "exit", OF_OBJECT);
                    body.return_(TypeKind.from(method.getReturnType()));
                },
                handlers -> handlers.catchingAll(failed -> failed.aload(0)
                        .invokestatic(monitors, "exit", OF_OBJECT)
                        .athrow()));
    }

    private static void callSuper(CodeBuilder code, Class<?> parent, Executable of, String name, Class<?> result) {
        code.aload(0);
        Class<?>[] parameters = of.getParameterTypes();
        for (int i = 0; i < parameters.length; i++) {
            code.loadLocal(TypeKind.from(parameters[i]), code.parameterSlot(i));
        }
        code.invokespecial(desc(parent), name, type(of, result));
    }

    /** The methods of a class that can be overridden and enter its objects' monitors, by name and type. */
    private static Map<String, Method> synchronised(Class<?> parent) {
        Map<String, Method> nearest = new LinkedHashMap<>();
        for (Class<?> at = parent; at != Object.class; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                nearest.putIfAbsent(
                        method.getName() + type(method, method.getReturnType()).descriptorString(), method);
            }
        }
        nearest.values().removeIf(method -> {
            int flags = method.getModifiers();
            return !Modifier.isSynchronized(flags)
                    || (flags & (Modifier.STATIC | Modifier.FINAL)) != 0
                    || (flags & VISIBLE) == 0;
        });
        return nearest;
    }

    private static MethodTypeDesc type(Executable of, Class<?> result) {
        return MethodType.methodType(result, of.getParameterTypes())
                .describeConstable()
                .orElseThrow();
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }
}
