package org.bipj.core.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which calls of a stack are the program's: those that are neither the library's nor the JDK's. Samples, benchmarks, tests and the
 * suites of MPI's contract are programs.
 */
public final class ProgramFrames {
    /** How much of the library there is. */
    public enum Library {
        /** What programs call, and what that calls: the interfaces, and what carries their messages. */
        INTERFACES,
        /**
         * The simulator and the launcher, too, whose classes stand between a program and the JDK. Programs may lie in the launcher's
         * own package, whose classes no rank calls.
         */
        ALL
    }

    private static final String OWN = "org.bipj.";
    private static final String SUITES = "org.bipj.mpi.contract.";

    private static final List<String> INTERFACES = List.of(
            "mpi.",
            "bip.",
            "am2.",
            "lci.",
            "panda.",
            "orca.",
            "crl.",
            "multigame.",
            "splitc.",
            "ssam.",
            "core.",
            "shm.",
            "net.",
            "sim.am.",
            "sim.atm.",
            "sim.bip.",
            "sim.gam.",
            "sim.lci.");

    private static final String SIMULATOR = "org.bipj.sim.";
    private static final String LAUNCHER = "org.bipj.launch.";

    private static final List<String> JDK = List.of("java.", "jdk.", "javax.", "sun.", "com.sun.");

    private static final StackWalker WALKER = StackWalker.getInstance();

    private ProgramFrames() {}

    /** The innermost call of the program on the caller's stack; null: there is none. Takes about a microsecond. */
    public static StackWalker.@Nullable StackFrame innermost(Library library) {
        return WALKER.walk(frames ->
                frames.filter(frame -> isProgram(frame, library)).findFirst().orElse(null));
    }

    /** The innermost calls of the program on the caller's stack, at most so many. */
    public static List<StackWalker.StackFrame> chain(Library library, int most) {
        return WALKER.walk(frames ->
                frames.filter(frame -> isProgram(frame, library)).limit(most).toList());
    }

    private static boolean isProgram(StackWalker.StackFrame frame, Library library) {
        return !isJdk(frame.getClassName()) && !isLibrary(frame.getClassName(), library);
    }

    /** A call as in a stack trace, such as {@code Halo.exchange(Halo.java:12)}; null: of nobody. */
    public static String text(StackWalker.@Nullable StackFrame frame, String ofNobody) {
        return frame == null ? ofNobody : plain(frame.toStackTraceElement()).toString();
    }

    /** A frame without the names of its class loader and module. */
    public static StackTraceElement plain(StackTraceElement frame) {
        return new StackTraceElement(
                frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber());
    }

    /** True for the names of the JDK's classes. */
    public static boolean isJdk(String type) {
        return startsWith(JDK, type, 0);
    }

    /** True for the names of the library's classes, of so much of it. */
    public static boolean isLibrary(String type, Library library) {
        if (!type.startsWith(OWN)) {
            return type.startsWith("mpi.");
        }
        if (startsWith(INTERFACES, type, OWN.length())) {
            return !type.startsWith(SUITES);
        }
        return library == Library.ALL
                && (type.startsWith(SIMULATOR)
                        || type.startsWith(LAUNCHER) && type.indexOf('.', LAUNCHER.length()) > 0);
    }

    private static boolean startsWith(List<String> packages, String type, int from) {
        for (String each : packages) {
            if (type.startsWith(each, from)) {
                return true;
            }
        }
        return false;
    }
}
