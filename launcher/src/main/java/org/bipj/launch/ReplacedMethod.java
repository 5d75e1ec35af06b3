package org.bipj.launch;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.stream.Stream;

/**
 * A method of the JDK, and the class whose static method of the same name is called in its stead. That takes the
 * receiver of an instance method as its first argument.
 *
 * @param owner internal name of the JDK's class
 * @param name the method's name
 * @param type the method's descriptor
 * @param isStatic whether the JDK's method is static
 * @param by whose method is called
 */
record ReplacedMethod(String owner, String name, String type, boolean isStatic, ClassDesc by) {
    private static final String SYSTEM = "java/lang/System";
    private static final String RUNTIME = "java/lang/Runtime";
    private static final String THREAD = "java/lang/Thread";
    private static final String LOCK_SUPPORT = "java/util/concurrent/locks/LockSupport";

    /** A rank that ends must not end its JVM. */
    static final List<ReplacedMethod> EXITS = List.of(
            ofClass(SYSTEM, "exit", "(I)V", RankExit.class),
            ofObject(RUNTIME, "exit", "(I)V", RankExit.class),
            ofObject(RUNTIME, "halt", "(I)V", RankExit.class));

    /** A rank that is a coroutine sleeps in virtual time. */
    static final List<ReplacedMethod> SLEEPS_AND_EXITS = both(
            EXITS,
            List.of(
                    ofClass(THREAD, "sleep", "(J)V", RankTime.class),
                    ofClass(THREAD, "sleep", "(JI)V", RankTime.class),
                    ofClass(THREAD, "sleep", "(Ljava/time/Duration;)V", RankTime.class),
                    ofObject("java/util/concurrent/TimeUnit", "sleep", "(J)V", RankTime.class),
                    ofClass(LOCK_SUPPORT, "parkNanos", "(J)V", RankTime.class),
                    ofClass(LOCK_SUPPORT, "parkNanos", "(Ljava/lang/Object;J)V", RankTime.class),
                    ofClass(LOCK_SUPPORT, "parkUntil", "(J)V", RankTime.class),
                    ofClass(LOCK_SUPPORT, "parkUntil", "(Ljava/lang/Object;J)V", RankTime.class)));

    /** With {@code --virtual-time} its clocks are virtual, too. */
    static final List<ReplacedMethod> CLOCKS_SLEEPS_AND_EXITS = both(
            SLEEPS_AND_EXITS,
            List.of(
                    ofClass(SYSTEM, "nanoTime", "()J", RankTime.class),
                    ofClass(SYSTEM, "currentTimeMillis", "()J", RankTime.class)));

    private static ReplacedMethod ofClass(String owner, String name, String type, Class<?> by) {
        return new ReplacedMethod(owner, name, type, true, ClassDesc.of(by.getName()));
    }

    private static ReplacedMethod ofObject(String owner, String name, String type, Class<?> by) {
        return new ReplacedMethod(owner, name, type, false, ClassDesc.of(by.getName()));
    }

    private static List<ReplacedMethod> both(List<ReplacedMethod> some, List<ReplacedMethod> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    boolean isNamedAs(String otherName, String otherType) {
        return isStatic && name.equals(otherName) && type.equals(otherType);
    }

    /** The type of the method that is called instead. */
    MethodTypeDesc newType() {
        MethodTypeDesc same = MethodTypeDesc.ofDescriptor(type);
        return isStatic ? same : same.insertParameterTypes(0, ClassDesc.ofInternalName(owner));
    }
}
