package org.bipj.launch.hosted;

import java.util.List;
import java.util.stream.Stream;
import org.bipj.launch.loader.ReplacedMethod;

/** The methods of the JDK that are replaced in the classes of hosted ranks. */
final class Replacements {
    private static final String SYSTEM = "java/lang/System";
    private static final String RUNTIME = "java/lang/Runtime";
    private static final String THREAD = "java/lang/Thread";
    private static final String LOCK_SUPPORT = "java/util/concurrent/locks/LockSupport";

    /** A rank that ends must not end its JVM. */
    static final List<ReplacedMethod> EXITS = List.of(
            ReplacedMethod.ofClass(SYSTEM, "exit", "(I)V", RankExit.class),
            ReplacedMethod.ofObject(RUNTIME, "exit", "(I)V", RankExit.class),
            ReplacedMethod.ofObject(RUNTIME, "halt", "(I)V", RankExit.class));

    /** A rank that is a coroutine sleeps in virtual time. */
    static final List<ReplacedMethod> SLEEPS_AND_EXITS = both(
            EXITS,
            List.of(
                    ReplacedMethod.ofClass(THREAD, "sleep", "(J)V", RankTime.class),
                    ReplacedMethod.ofClass(THREAD, "sleep", "(JI)V", RankTime.class),
                    ReplacedMethod.ofClass(THREAD, "sleep", "(Ljava/time/Duration;)V", RankTime.class),
                    ReplacedMethod.ofObject("java/util/concurrent/TimeUnit", "sleep", "(J)V", RankTime.class),
                    ReplacedMethod.ofClass(LOCK_SUPPORT, "parkNanos", "(J)V", RankTime.class),
                    ReplacedMethod.ofClass(LOCK_SUPPORT, "parkNanos", "(Ljava/lang/Object;J)V", RankTime.class),
                    ReplacedMethod.ofClass(LOCK_SUPPORT, "parkUntil", "(J)V", RankTime.class),
                    ReplacedMethod.ofClass(LOCK_SUPPORT, "parkUntil", "(Ljava/lang/Object;J)V", RankTime.class)));

    /** With {@code --virtual-time} its clocks are virtual, too. */
    static final List<ReplacedMethod> CLOCKS_SLEEPS_AND_EXITS = both(
            SLEEPS_AND_EXITS,
            List.of(
                    ReplacedMethod.ofClass(SYSTEM, "nanoTime", "()J", RankTime.class),
                    ReplacedMethod.ofClass(SYSTEM, "currentTimeMillis", "()J", RankTime.class)));

    private Replacements() {}

    private static List<ReplacedMethod> both(List<ReplacedMethod> some, List<ReplacedMethod> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }
}
