package org.bipj.launch;

/**
 * What calls of {@code System.exit} and its siblings become in a rank that shares its JVM. Public because the programs'
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
    }

    /** The rank whose code has called: not always at once, where it passed a method reference to the JDK. */
    private static HostedRank rank() {
        ClassLoader loader = WALKER.walk(
                        frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                                .filter(RankClassLoader.class::isInstance)
                                .findFirst())
                .orElseGet(() -> Thread.currentThread().getContextClassLoader());
        return ((RankClassLoader) loader).rank();
    }
}
