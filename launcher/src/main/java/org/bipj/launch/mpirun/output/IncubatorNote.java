package org.bipj.launch.mpirun.output;

import java.io.InputStream;
import java.util.List;

/**
 * The warning that each JVM prints where its command adds a module of the JDK that is still incubating. The user has
 * named the module; one line from every rank says nothing new, so it is left out.
 */
public final class IncubatorNote {
    private static final String NOTE = "WARNING: Using incubator modules:";
    private static final String MODULES = "jdk.incubator.";

    private IncubatorNote() {}

    /** Whether a command's JVM prints the warning. */
    public static boolean isPrintedBy(List<String> command) {
        return command.stream().anyMatch(word -> word.contains(MODULES));
    }

    /** Leaves the warning out of a rank's standard error. */
    public static void drop(RankLines lines) {
        lines.drop(NOTE);
    }

    /** Carries the standard error of a JVM to ours without the warning; the thread ends with the JVM. */
    public static Thread carry(InputStream errors) {
        RankLines lines = new RankLines(Terminal.ofProcess(code -> {}), true);
        drop(lines);
        return Thread.ofPlatform().daemon().name("ranks' errors").start(new LinePump(errors, lines, false));
    }
}
