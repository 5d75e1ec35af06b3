package org.bipj.launch;

import java.util.concurrent.locks.LockSupport;

/**
 * What calls of {@code System.exit} and its siblings become in a rank that is a thread. Public because the programs'
 * classes call it; {@link ExitRewriter} writes those calls.
 */
public final class RankExit {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private RankExit() {}

    /** Instead of {@code System.exit(code)}. */
    public static void exit(int code) {
        end(code);
    }

    /** Instead of {@code runtime.exit(code)}. */
    public static void exit(Runtime runtime, int code) {
        end(code);
    }

    /** Instead of {@code runtime.halt(code)}. */
    public static void halt(Runtime runtime, int code) {
        end(code);
    }

    private static void end(int code) {
        rank().exit(code);
        // As the original: it does not return, and runs no finally clause.
        while (true) {
            LockSupport.park();
        }
    }

    /** The rank whose code has called: not always at once, where it passed a method reference to the JDK. */
    private static ThreadRank rank() {
        ClassLoader loader = WALKER.walk(
                        frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                                .filter(RankClassLoader.class::isInstance)
                                .findFirst())
                .orElseGet(() -> Thread.currentThread().getContextClassLoader());
        return ((RankClassLoader) loader).rank();
    }
}
