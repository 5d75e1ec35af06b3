package org.bipj.mpi.call;

import org.bipj.core.report.ProgramFrames;
import org.jspecify.annotations.Nullable;

/** Finds the line of the program that has called the library. */
public final class CallPlace {
    private static final StackWalker WALKER = StackWalker.getInstance();

    private CallPlace() {}

    /** The line that has called the library, such as {@code Halo.exchange(Halo.java:12)}. Takes about a microsecond. */
    public static String ofProgram() {
        return ProgramFrames.text(ProgramFrames.innermost(ProgramFrames.Library.INTERFACES), "an unknown place");
    }

    /** The call of the library and its line, such as {@code iProbe at Halo.exchange(Halo.java:12)}. */
    public static String callOfProgram() {
        String[] call = {"call"};
        StackWalker.@Nullable StackFrame place = WALKER.walk(frames -> frames.filter(
                        frame -> !ProgramFrames.isJdk(frame.getClassName()))
                .filter(frame -> {
                    boolean isLibrary = ProgramFrames.isLibrary(frame.getClassName(), ProgramFrames.Library.INTERFACES);
                    call[0] = isLibrary ? frame.getMethodName() : call[0];
                    return !isLibrary;
                })
                .findFirst()
                .orElse(null));
        return call[0] + " at " + ProgramFrames.text(place, "an unknown place");
    }
}
