package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs in virtual time whose threads communicate: the JDK's ways of waiting, and what does not work. */
class SimThreadsTest extends JobTest {
    /** What each step prints, for two ranks, sorted. */
    private static final List<String> EXPECTED = Stream.of(
                    Stream.of("computed 2 ms", "threads 10 21 8 false TERMINATED worker 1"),
                    Stream.of("any 7 pool-3-thread-1", "futures 4"),
                    Stream.of("consumed 66", "consumed 66", "consumed 66", "pool 36"),
                    Stream.of(
                            "collections 0 [0, 1, 2]33{2=2, 1=1, 0=0}[1, 2][1, 2]falsetruetrueIndexOutOfBoundsException"),
                    Stream.of("monitors 6 2 h", "locks 3 3 2", "meetings 200 1 10"),
                    Stream.of("times truefalsefalse 4 h", "streams 1225 6", "spun", "race 8"))
            .flatMap(lines -> lines)
            .sorted()
            .toList();

    private static final String[] STEPS = {
        "threads",
        "compute",
        "executors",
        "futures",
        "producers",
        "pool",
        "monitors",
        "collections",
        "locks",
        "meetings",
        "times",
        "streams",
        "race",
        "spin"
    };

    private Mpirun.Result run(Class<?> program, List<String> options, String... arguments) {
        List<String> words = new ArrayList<>(List.of("--mode", "sim"));
        words.addAll(options);
        words.addAll(List.of("java", "-cp", Mpirun.programs(), program.getName()));
        words.addAll(List.of(arguments));
        return here().run(words.toArray(String[]::new));
    }

    private static List<String> of(int rank, Mpirun.Result result) {
        String prefix = "rank " + rank + ": ";
        return result.out()
                .lines()
                .filter(line -> line.startsWith(prefix) && !line.contains(": executor"))
                .map(line -> line.substring(prefix.length()))
                .sorted()
                .toList();
    }

    private static void checkOutput(Mpirun.Result result) {
        assertEquals(0, result.code(), result.err());
        for (int rank = 0; rank < 2; rank++) {
            assertEquals(EXPECTED, of(rank, result), result.out());
            // Four kinds of executors, each by invokeAll and by a completion service.
            String executor = "rank " + rank + ": executor " + (rank == 0 ? "615 615" : "15 15");
            assertEquals(4, result.out().lines().filter(executor::equals).count(), result.out());
        }
    }

    /** Executors, futures, queues, locks, monitors, barriers, streams: right results, and the same run for a seed. */
    @Test
    void theJdksWaysOfWaitingAreServedAndTheSameSeedGivesTheSameRun() {
        Mpirun.Result first = run(ThreadsActor.class, List.of("-n", "2"), STEPS);
        checkOutput(first);
        Mpirun.Result again = run(ThreadsActor.class, List.of("-n", "2"), STEPS);
        assertEquals(first.out(), again.out());
        assertEquals(first.err(), again.err());
    }

    @Test
    void withJitterSeedsExploreSchedulesAndEachIsRight() {
        List<Mpirun.Result> runs = new ArrayList<>();
        for (String seed : List.of("1", "2", "1")) {
            runs.add(run(ThreadsActor.class, List.of("-n", "2", "--jitter", "--seed", seed), STEPS));
            checkOutput(runs.getLast());
        }
        assertEquals(
                runs.get(0).out() + runs.get(0).err(),
                runs.get(2).out() + runs.get(2).err());
        List<List<String>> orders = runs.stream()
                .map(run -> run.out()
                        .lines()
                        .filter(line -> line.startsWith("order"))
                        .toList())
                .toList();
        assertNotEquals(orders.get(0), orders.get(1), "the order in which threads pass");
    }

    @Test
    void timeSlicesAndMoreProcessorsGiveTheSameResults() {
        Mpirun.Result sliced =
                run(ThreadsActor.class, List.of("-n", "2", "--set", "host.quantum=20 us"), "producers", "locks");
        assertEquals(0, sliced.code(), sliced.err());
        Mpirun.Result two =
                run(ThreadsActor.class, List.of("-n", "1", "--set", "host.processors=2"), "compute", "pool", "locks");
        assertEquals(0, two.code(), two.err());
        assertTrue(two.out().startsWith("rank 0: computed 1 ms\n"), two.out());
    }

    @Test
    void bundlesOfActiveMessagesAndBipServeSeveralThreads() {
        Mpirun.Result result = run(AmThreadsActor.class, List.of("-n", "2"));
        assertEquals(0, result.code(), result.err());
        assertEquals(
                List.of(
                        "bip 190 190 190",
                        "bip 190 190 190",
                        "endpoints 190 190 190",
                        "endpoints 190 190 190",
                        "shared 1770",
                        "shared 1770"),
                result.out().lines().sorted().toList());
    }

    @Test
    void bundlesOnBoardsThatKeepEndpointsServeSeveralThreads() {
        List<String> expected = List.of("endpoints 190 190 190", "endpoints 190 190 190", "shared 1770", "shared 1770");
        for (String seed : List.of("1", "2")) {
            List<String> options =
                    List.of("-n", "2", "--platform", "now100", "--set", "nic.firmware=am2", "--jitter", "--seed", seed);
            Mpirun.Result result = run(AmThreadsActor.class, options, "am");
            assertEquals(0, result.code(), result.err());
            assertEquals(expected, result.lines(), result.out());
        }
    }

    @Test
    void aDeadlockNamesThreadsAndWhatTheyWaitFor() {
        Mpirun.Result result = run(ThreadsActor.class, List.of("-n", "1"), "deadlock");
        assertEquals(123, result.code(), result.err());
        assertTrue(result.err().contains("2 threads of 1 rank wait"), result.err());
        assertTrue(
                result.err()
                        .matches("(?s).*mpirun: rank 0 waits in its program for a ReentrantLock, since [^\\n]*\\n"
                                + "\\tat org.bipj.launch.ThreadsActor.deadlock\\([^\\n]*\\n"
                                + "\\tat org.bipj.launch.ThreadsActor.main\\(.*"),
                result.err());
        assertTrue(
                result.err().contains("mpirun: rank 0, thread \"holder\", waits in mpi.Comm.recv for a message from"),
                result.err());
        assertFalse(result.err().contains("org.bipj.launch.hosted.threads"), result.err());
    }

    private String reported(String step) {
        Mpirun.Result result = TimeLimits.growing(
                3,
                one -> one.err().contains(" for 1 s "),
                limit -> mpirun.run(
                        "-n",
                        "1",
                        "--mode",
                        "sim",
                        "--timeout",
                        limit,
                        "java",
                        "-Dorg.bipj.sim.reportSeconds=1",
                        "-cp",
                        Mpirun.programs(),
                        ThreadsActor.class.getName(),
                        step));
        assertEquals(124, result.code(), result.err());
        return result.err();
    }

    /** A thread that reads a variable until another one changes it keeps the processor from it: the report names it. */
    @Test
    void aThreadThatSpinsOnAVariableIsReported() {
        String report = reported("hotspin");
        String expected =
                "mpirun: rank 0 has run for 1 s without a call of the library. If it waits for another thread of"
                        + " its rank, that cannot run meanwhile: expected a lock, a queue, Thread.onSpinWait or another wait\n"
                        + "\tat org.bipj.launch.ThreadsActor.hotSpin(";
        assertTrue(report.contains(expected), report);
    }

    /** A lock that a method of the JDK holds while the program's part of it waits for a message. */
    @Tag("tier2")
    @Test
    void aWaitForALockWithinTheJdkIsReported() {
        String report = reported("inside");
        String expected =
                "mpirun: rank 0, thread \"other\", has waited for 1 s outside the library, and virtual time with"
                        + " it:\n\tat java.util.concurrent.ConcurrentHashMap.computeIfAbsent(";
        assertTrue(report.contains(expected), report);
    }

    @Tag("tier2")
    @Test
    void theTimeUntilAReportIsChecked() {
        Mpirun.Result result = mpirun.run(
                "--mode",
                "sim",
                "java",
                "-Dorg.bipj.sim.reportSeconds=soon",
                "-cp",
                Mpirun.programs(),
                ThreadsActor.class.getName());
        assertEquals(
                "mpirun: -Dorg.bipj.sim.reportSeconds=soon: expected a number of seconds, 1 to 1000000\n",
                result.err());
        assertEquals(2, result.code());
    }

    @Test
    void whatIsNotServedIsRefusedByName() {
        Mpirun.Result result = run(ThreadsActor.class, List.of("-n", "1"), "refused");
        assertEquals(0, result.code(), result.err());
        assertEquals(
                "rank 0: ForkJoinPool is not supported in virtual time by a program whose threads communicate; use"
                        + " Executors.newFixedThreadPool\n",
                result.out());
    }

    @Test
    void aRankLivesAsLongAsItsThreads() {
        Mpirun.Result result = run(ThreadsActor.class, List.of("-n", "1"), "unjoined");
        assertEquals(0, result.code(), result.err());
        assertEquals("last words\n", result.out());
    }

    @Test
    void anExceptionInAThreadEndsTheJob() {
        Mpirun.Result result = run(ThreadsActor.class, List.of("-n", "2"), "uncaught");
        assertEquals(1, result.code(), result.err());
        assertTrue(result.err().contains("ended the job: uncaught in thread \"failing\""), result.err());
    }

    @Test
    void aTraceHasATrackForEachThread() throws Exception {
        Path trace = directory.resolve("threads.json");
        Mpirun.Result result =
                run(ThreadsActor.class, List.of("-n", "2", "--trace", trace.toString()), "compute", "pool");
        assertEquals(0, result.code(), result.err());
        String text = Files.readString(trace);
        for (String thread : List.of("Thread-0", "Thread-1", "pool-1-thread-3")) {
            assertTrue(text.contains("host, thread \\\"" + thread + "\\\""), thread);
        }
        Files.delete(trace);
    }
}
