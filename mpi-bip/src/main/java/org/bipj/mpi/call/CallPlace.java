package org.bipj.mpi.call;

import org.bipj.core.report.Waiter;

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

    /** The call of the library and its line, such as {@code iProbe at Halo.exchange(Halo.java:12)}. */
    public static String callOfProgram() {
        String[] call = {"call"};
        String place = WALKER.walk(frames -> frames.filter(frame -> !isJdk(frame.getClassName()))
                .filter(frame -> {
                    boolean isLibrary = Waiter.isLibrary(frame.getClassName());
                    call[0] = isLibrary ? frame.getMethodName() : call[0];
                    return !isLibrary;
                })
                .findFirst()
                .map(frame -> Waiter.plain(frame.toStackTraceElement()).toString())
                .orElse("an unknown place"));
        return call[0] + " at " + place;
    }

    private static boolean isJdk(String type) {
        return type.startsWith("java.") || type.startsWith("jdk.");
    }
}
