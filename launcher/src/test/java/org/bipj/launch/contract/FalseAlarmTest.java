package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Jobs in which nothing is sent for long, and which are none the less alive: no deadlock is reported, and they end well.
 * In the deep suite they last a minute with the patience that users have; otherwise six times a shorter one.
 */
class FalseAlarmTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final long QUIET_MS = DEEP ? 60_000 : 600;
    private static final String PATIENCE_S = DEEP ? "5" : "0.1";
    private static final int RANKS = 3;

    private static Mpirun job(String mode) {
        return new Mpirun()
                .with("-n", "" + RANKS, "--mode", mode)
                .jvm("-Xmx96m", "-XX:TieredStopAtLevel=1")
                .environment("BIPJ_DEADLOCK_SECONDS", PATIENCE_S)
                .withInput();
    }

    private static void endsWell(Mpirun.Running running) {
        Mpirun.Ended ended = running.await();
        assertEquals(0, ended.code(), ended::all);
        assertEquals("", ended.err(), ended::all);
        assertEquals(RANKS, ended.out().lines().filter("done"::equals).count(), ended::all);
    }

    @ParameterizedTest
    @CsvSource({
        "process, computes",
        "process, sleeps",
        "process, probes",
        "process, tests",
        "process, reduces",
        "thread, computes"
    })
    void whileARankIsBusy(String mode, String what) {
        endsWell(job(mode).start(Stuck.class, what, "" + QUIET_MS));
    }

    @Test
    void whileARankReadsItsInput() throws Exception {
        Mpirun.Running running = job("process").start(Stuck.class, "reads");
        running.awaitLines("ready", RANKS);
        Thread.sleep(QUIET_MS);
        running.writeLine();
        endsWell(running);
    }

    /** All ranks sleep, and the message that wakes one is there: but that one is stopped. */
    @Test
    void whileTheRankIsStoppedThatAMessageWaitsFor() throws Exception {
        Mpirun.Running running = job("process").start(Stuck.class, "talks", "10");
        running.awaitLines("ready", RANKS);
        Thread.sleep(QUIET_MS / 4);
        long pid = running.ranks().get(1).pid();
        Mpirun.Running.signal("STOP", pid);
        running.writeLine();
        Thread.sleep(QUIET_MS);
        Mpirun.Running.signal("CONT", pid);
        endsWell(running);
    }

    /** Ranks that talk to each other are stopped at any moments, for longer than a deadlock has to last. */
    @Test
    void whileRanksAreStoppedNowAndThen() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Mpirun.Running running = job("process").start(Stuck.class, "talks", "" + QUIET_MS);
        running.awaitLines("ready", RANKS);
        running.writeLine();
        List<ProcessHandle> ranks = new ArrayList<>(running.ranks().values());
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(QUIET_MS);
        while (System.nanoTime() < end) {
            long pid = ranks.get(random.nextInt(RANKS)).pid();
            Mpirun.Running.signal("STOP", pid);
            Thread.sleep(random.nextLong(QUIET_MS / 5));
            Mpirun.Running.signal("CONT", pid);
            Thread.sleep(random.nextInt(20));
        }
        endsWell(running);
    }

    /** Ranks get next to no processor: others of higher priority take it. */
    @Test
    void whileRanksStarve() throws Exception {
        Mpirun.Running running = job("process").start(Stuck.class, "talks", "" + QUIET_MS);
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
