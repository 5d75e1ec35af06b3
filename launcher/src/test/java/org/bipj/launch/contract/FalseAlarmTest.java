package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Jobs in which nothing is sent for long, and which are none the less alive: no deadlock is reported, and they end well.
 * In the deep suite they last a minute with the patience that users have; otherwise six times a shorter one.
 */
class FalseAlarmTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final long QUIET_MS = DEEP ? 60_000 : 600;
    private static final String PATIENCE_S = DEEP ? "5" : "0.1";
    private static final int RANKS = 3;

    @TempDir
    Path temporary;

    /** Processes of one host, and of two in the deep suite. */
    static Stream<String> processes() {
        return DEEP ? Stream.concat(Stream.of("process"), TwoHosts.NETWORKS.stream()) : Stream.of("process");
    }

    /** Of two hosts, one of which has two processes; in the deep suite also of one. */
    static Stream<String> stopped() {
        return DEEP ? Stream.of("process", "tcp") : Stream.of("tcp");
    }

    /** Where a job runs, and what its rank 0 does. */
    static Stream<Arguments> busy() {
        if (!DEEP) {
            return Stream.of(
                    Arguments.of("process", "computes,sleeps,probes,tests,reduces,accepts"),
                    Arguments.of("thread", "computes,accepts"));
        }
        Stream<Arguments> oneHost = Stream.of(
                Arguments.of("process", "computes"),
                Arguments.of("process", "sleeps"),
                Arguments.of("process", "probes"),
                Arguments.of("process", "tests"),
                Arguments.of("process", "reduces"),
                Arguments.of("process", "accepts"),
                Arguments.of("thread", "computes"));
        Stream<Arguments> twoHosts = Stream.of(
                Arguments.of("tcp", "computes"),
                Arguments.of("tcp", "probes"),
                Arguments.of("tcp", "accepts"),
                Arguments.of("ucx", "sleeps"));
        return Stream.concat(oneHost, twoHosts);
    }

    private TestJob job(String mode) {
        boolean hosts = TwoHosts.NETWORKS.contains(mode);
        TestJob mpirun = new TestJob().with("-n", "" + RANKS, "--mode", hosts ? "process" : mode);
        return (hosts ? TwoHosts.run(mpirun, temporary, RANKS, mode) : mpirun)
                .jvm("-Xmx96m", "-XX:TieredStopAtLevel=1")
                .environment("BIPJ_DEADLOCK_SECONDS", PATIENCE_S)
                .withInput();
    }

    private static void endsWell(TestJob.Running running) {
        endsWell(running.await());
    }

    private static void endsWell(TestJob.Ended ended) {
        assertEquals(0, ended.code(), ended::all);
        assertEquals("", ended.err(), ended::all);
        assertEquals(RANKS, ended.out().lines().filter("done"::equals).count(), ended::all);
    }

    @ParameterizedTest
    @MethodSource("busy")
    void whileARankIsBusy(String mode, String what) {
        if (!DEEP && mode.equals("thread")) {
            endsWell(job(mode).here(temporary, Stuck.class, what, "" + QUIET_MS));
        } else {
            endsWell(job(mode).start(Stuck.class, what, "" + QUIET_MS));
        }
    }

    /** Outside of the deep suite {@link DeadlockTest} has a job that does the same. */
    @Tag("deep")
    @Test
    void whileARankReadsItsInput() throws Exception {
        TestJob.Running running = job("process").start(Stuck.class, "reads");
        running.awaitLines("ready", RANKS);
        Thread.sleep(QUIET_MS);
        running.writeLine();
        endsWell(running);
    }

    /** All ranks sleep, and the message that wakes one is there: but that one is stopped. */
    @Tag("tier2")
    @ParameterizedTest
    @MethodSource("processes")
    void whileTheRankIsStoppedThatAMessageWaitsFor(String where) throws Exception {
        TestJob.Running running = job(where).start(Stuck.class, "talks", "10");
        running.awaitLines("ready", RANKS);
        Thread.sleep(QUIET_MS / 4);
        long pid = running.ranks().get(1).pid();
        TestJob.Running.signal("STOP", pid);
        running.writeLine();
        Thread.sleep(QUIET_MS);
        TestJob.Running.signal("CONT", pid);
        endsWell(running);
    }

    /** Ranks that talk to each other, and supervisors, are stopped at any moments, for longer than a deadlock has to last. */
    @Tag("tier2")
    @ParameterizedTest
    @MethodSource("stopped")
    void whileProcessesAreStoppedNowAndThen(String where) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        TestJob.Running running = job(where).start(Stuck.class, "talks", "" + QUIET_MS);
        running.awaitLines("ready", RANKS);
        running.writeLine();
        List<Long> pids = new ArrayList<>(TwoHosts.supervisors(running));
        running.ranks().values().forEach(rank -> pids.add(rank.pid()));
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(QUIET_MS);
        while (System.nanoTime() < end) {
            long pid = pids.get(random.nextInt(pids.size()));
            TestJob.Running.signal("STOP", pid);
            Thread.sleep(random.nextLong(QUIET_MS / 5));
            TestJob.Running.signal("CONT", pid);
            Thread.sleep(random.nextInt(20));
        }
        endsWell(running);
    }

    /** Ranks get next to no processor: others of higher priority take it. */
    @Tag("tier2")
    @Test
    void whileRanksStarve() throws Exception {
        TestJob.Running running = job("process").start(Stuck.class, "talks", "" + QUIET_MS);
        running.awaitLines("ready", RANKS);
        List<Process> hogs = new ArrayList<>();
        try {
            for (ProcessHandle rank : running.ranks().values()) {
                new ProcessBuilder("renice", "-n", "19", "-p", "" + rank.pid())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
            }
            for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
                hogs.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
            }
            running.writeLine();
            endsWell(running);
        } finally {
            hogs.forEach(Process::destroyForcibly);
        }
    }
}
