package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bipj.launch.mpirun.command.OptionParser;
import org.bipj.launch.support.LauncherVariables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The line behind a crowded job that took long. */
class CrowdedHintTest {
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(3);
    private static final List<String> PROGRAM = List.of("java", "-cp", "classes", "Main");

    @BeforeEach
    void errorsAreShownOnATerminal() {
        System.setProperty(LauncherVariables.ERRORS_TERMINAL, "true");
    }

    @AfterEach
    void noTerminal() {
        System.clearProperty(LauncherVariables.ERRORS_TERMINAL);
    }

    private static String after(long durationNs, int ranks, List<String> options, List<String> program) {
        List<String> words = new ArrayList<>(List.of("-n", "" + ranks));
        words.addAll(options);
        words.addAll(program);
        return CrowdedHint.after(words, OptionParser.parse(words), durationNs);
    }

    @Test
    void ranksThatOutnumberTheProcessorsMayBeThreads() {
        int ranks = PROCESSORS + 1;
        assertEquals(
                "mpirun: " + ranks + " JVMs on " + PROCESSORS + (PROCESSORS == 1 ? " processor" : " processors")
                        + " have compiled the same methods: --mode thread, in which ranks share one JVM, may be quicker; -q"
                        + " silences this line",
                after(LONG_NS, ranks, List.of(), PROGRAM));
    }

    @Test
    void othersAreNotSpokenTo() {
        int ranks = PROCESSORS + 1;
        assertEquals("", after(TimeUnit.SECONDS.toNanos(1), ranks, List.of(), PROGRAM), "a short job");
        assertEquals("", after(LONG_NS, PROCESSORS, List.of(), PROGRAM), "a processor for each rank");
        assertEquals("", after(LONG_NS, ranks, List.of("-q"), PROGRAM), "quiet");
        assertEquals("", after(LONG_NS, ranks, List.of("--mode", "process"), PROGRAM), "a mode that was asked for");
        assertEquals("", after(LONG_NS, ranks, List.of("--mode", "thread"), PROGRAM), "threads");
        assertEquals("", after(LONG_NS, ranks, List.of(), List.of("./run.sh")), "a script");
        noTerminal();
        assertEquals("", after(LONG_NS, ranks, List.of(), PROGRAM), "a file");
    }
}
