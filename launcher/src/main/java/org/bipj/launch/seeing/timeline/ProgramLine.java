package org.bipj.launch.seeing.timeline;

import java.util.List;

/** Finds the line of the program that has called the library. */
final class ProgramLine {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final String OWN = "org.bipj.";
    /** The library's packages behind that; samples, benchmarks and suites are programs. */
    private static final List<String> PACKAGES =
            List.of("core.", "bip.", "mpi.", "shm.", "net.", "sim.", "launch.", "am2.", "lci.", "ssam.", "splitc.");

    private static final String SUITES = "org.bipj.mpi.contract.";
    private static final int OF_LAUNCHER = "org.bipj.launch.".length();

    private ProgramLine() {}

    /** The innermost frame of the program. Finding it takes about a microsecond. */
    static StackWalker.StackFrame frame() {
        return WALKER.walk(frames -> frames.filter(frame -> !isLibrary(frame.getClassName()))
                .findFirst()
                .orElse(null));
    }

    static String line(StackWalker.StackFrame frame) {
        return frame == null
                ? ""
                : frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                        + frame.getLineNumber() + ")";
    }

    private static boolean isLibrary(String type) {
        if (!type.startsWith(OWN)) {
            return type.startsWith("mpi.") || type.startsWith("java.") || type.startsWith("jdk.");
        }
        for (String each : PACKAGES) {
            if (type.startsWith(each, OWN.length())) {
                // Programs may lie in the launcher's own package, whose classes no rank calls.
                return !type.startsWith(SUITES) && (!each.equals("launch.") || type.indexOf('.', OF_LAUNCHER) > 0);
            }
        }
        return false;
    }
}
