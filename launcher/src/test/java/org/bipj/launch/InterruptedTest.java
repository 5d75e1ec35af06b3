package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.bipj.launch.support.UserSignal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code mpirun} is ended by a signal, at whatever moment: it says one sentence, its exit code names the signal, and {@link
 * JobTest} finds nothing that is left. Ctrl-C reaches all processes of its group, also those that it is just starting.
 */
class InterruptedTest extends JobTest {
    private static final List<String> SIGNALS = List.of("TERM", "INT");
    private static final List<Integer> NUMBERS = List.of(15, 2);
    private static final List<String> MODES = List.of("process", "thread", "sim", "hosts");
    private static final long LIMIT_S = 20;

    private String agent;

    @BeforeEach
    void leadAGroup() throws IOException {
        SIGNALS.forEach(each -> Mpirun.assumeHeard(each, NUMBERS.get(SIGNALS.indexOf(each))));
        mpirun.prefix("setsid");
        Path file = Files.writeString(directory.resolve("agent"), "#!/bin/sh\nshift; exec sh -c \"exec $*\"\n");
        agent = Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"))
                .toString();
    }

    private List<String> options(String mode) {
        return mode.equals("hosts")
                ? List.of("--launch-agent", agent, "--host", "ann,ben", "--net", "tcp")
                : List.of("-n", "2", "--mode", mode);
    }

    private Process start(List<String> options, String... more) {
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of(more));
        return mpirun.startActors(words.toArray(String[]::new));
    }

    /** Sends the signal and waits for the end of the job. */
    private Mpirun.Result end(Process process, String signal, boolean group) {
        Mpirun.signal(group ? -process.pid() : process.pid(), signal);
        long start = System.nanoTime();
        Mpirun.Result result = mpirun.await(process);
        long took = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        assertTrue(took < LIMIT_S, "it took " + took + " s to end");
        return result;
    }

    private static String sentence(String signal) {
        return "mpirun: ended by signal " + NUMBERS.get(SIGNALS.indexOf(signal)) + " (SIG" + signal + ")\n";
    }

    /** While it starts ranks, most of which are not there yet. */
    @ParameterizedTest
    @CsvSource({"TERM, true"})
    void whileManyRanksStart(String signal, boolean group) {
        Process process = mpirun.start("-n", "100", "sh", "-c", "exec sleep 100");
        Mpirun.until("ranks start", () -> mpirun.processes().size() > 10);
        Mpirun.Result result = end(process, signal, group);
        assertEquals(sentence(signal), result.err());
        assertEquals(128 + NUMBERS.get(SIGNALS.indexOf(signal)), result.code());
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"INT, true", "TERM, false"})
    void whileManyRanksStartByOtherSignals(String signal, boolean group) {
        whileManyRanksStart(signal, group);
    }

    @Tag("tier2")
    @Test
    void whileItReports() {
        Process process = start(List.of("-n", "2", "--deadlock", "report"), "--", "init", "print:ready", "hang");
        Mpirun.until("ranks are ready", () -> mpirun.output().lines().count() == 2);
        // Without the script, which has it ignored until then, it would end mpirun.
        Mpirun.until("SIGUSR1 is handled", () -> UserSignal.isHandledBy(process.pid()));
        Mpirun.until("it reports", () -> {
            Mpirun.signal(process.pid(), "USR1");
            return mpirun.errors().contains("SIGUSR1 after");
        });
        Mpirun.signal(process.pid(), "USR1");
        Mpirun.Result result = end(process, "TERM", true);
        assertEquals(143, result.code());
        assertNoFailure(result.err(), "TERM");
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"1, 8"})
    void atRandomMoments(long seed, int count) throws InterruptedException {
        interruptAtRandom(seed, count);
    }

    @Tag("deep")
    @Test
    void atManyRandomMoments() throws InterruptedException {
        interruptAtRandom(Long.getLong("bipj.seed", 43), Integer.getInteger("bipj.tries", 200));
    }

    private void interruptAtRandom(long seed, int count) throws InterruptedException {
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            String mode = MODES.get(i % MODES.size());
            String signal = SIGNALS.get(random.nextInt(2));
            boolean group = random.nextBoolean();
            boolean reports = random.nextBoolean();
            List<String> options = new ArrayList<>(options(mode));
            if (reports) {
                options.addAll(List.of("--timeout", "0.7"));
            }
            int pause = random.nextInt(reports ? 1400 : 900);
            Process process = start(options, "--", "init", "hang");
            Thread.sleep(pause);
            Mpirun.Result result = end(process, signal, group);
            String what = "seed " + seed + ", " + mode + ", SIG" + signal + (group ? " to all" : "") + " after " + pause
                    + " ms" + (reports ? " with a report: " : ": ") + result;
            if (isCutShort(result)) {
                mpirun.assertClean();
                continue;
            }
            assertEquals("", result.out(), what);
            boolean timeOut = reports && result.code() == 124;
            assertTrue(timeOut || result.code() == 128 + NUMBERS.get(SIGNALS.indexOf(signal)), what);
            assertNoFailure(result.err(), signal);
            if (!reports) {
                assertTrue(result.err().lines().count() <= 1, what);
            }
            mpirun.assertClean();
        }
    }

    /** The JVM of mpirun prints this itself, where the signal comes before it has started so far as to run any program. */
    private static boolean isCutShort(Mpirun.Result result) {
        return result.code() == 1
                && result.err().isEmpty()
                && result.out().startsWith("Error occurred during initialization of VM\n");
    }

    private static void assertNoFailure(String err, String signal) {
        List<String> lines = err.lines()
                // Calls in a report; and what a JVM says of itself that has not started so far as to run the launcher.
                .filter(line -> !line.startsWith("\tat ") && !line.contains(") logging failed: "))
                .toList();
        assertTrue(lines.stream().allMatch(line -> line.startsWith("mpirun: ")) && !err.contains("Exception"), err);
        assertTrue(
                lines.stream()
                                .filter(line -> line.startsWith("mpirun: ended by"))
                                .count()
                        <= 1,
                err);
    }
}
