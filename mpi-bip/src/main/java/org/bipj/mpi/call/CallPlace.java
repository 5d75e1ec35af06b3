package org.bipj.mpi.call;

import org.bipj.core.job.Waiter;

/** Finds the line of the program that has called the library. */
public final class CallPlace {
    private static final StackWalker WALKER = StackWalker.getInstance();

    private CallPlace() {}

    /** The line that has called the library, such as {@code Halo.exchange(Halo.java:12)}. Takes about a microsecond. */
    public static String ofProgram() {
        return WALKER.walk(frames -> frames.filter(
                        frame -> !Waiter.isLibrary(frame.getClassName()) && !isJdk(frame.getClassName()))
                .findFirst()
                .map(frame -> Waiter.plain(frame.toStackTraceElement()).toString())
                .orElse("an unknown place"));
    }

    private static boolean isJdk(String type) {
        return type.startsWith("java.") || type.startsWith("jdk.");
    }
}
