package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is killed at whatever moment: the job ends promptly, and nothing is left of it. */
class KillTest extends JobTest {
    /** A job takes about this long to start. */
    private static final int START_MS = 400;

    @ParameterizedTest
    @ValueSource(longs = {1})
    void mpirunKilledAtARandomMoment(long seed) throws InterruptedException {
        Random random = new Random(seed);
        int pause = random.nextInt(2 * START_MS);
        Process process = mpirun.startActors("-n", "3", "--", "init", "hang");
        Thread.sleep(pause);
        process.destroyForcibly();
        process.waitFor();
        mpirun.assertClean();
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4})
    void mpirunKilledAtARandomMomentAgain(long seed) throws InterruptedException {
        mpirunKilledAtARandomMoment(seed);
    }

    @Tag("tier2")
    @Test
    void ranksEndWithoutTheWatchdogToo() {
        Process process = mpirun.startActors("-n", "3", "--", "init", "print:ready", "hang");
        Mpirun.until("ranks are ready", () -> mpirun.output().lines().count() == 3);
        List<Long> ranks = mpirun.ranks();
        assertEquals(3, ranks.size());
        for (long pid : mpirun.processes()) {
            if (pid != process.pid() && !ranks.contains(pid)) {
                Mpirun.signal(pid, "KILL");
            }
        }
        process.destroyForcibly();
        Mpirun.until("ranks have ended", () -> mpirun.ranks().isEmpty());
        // The session stays, as after a crash of the machine's launcher, until the next job of this user.
        assertEquals(1, mpirun.sessions().size());
        // That one does not wait for what it removes beside its start.
        Mpirun.until("a job has removed it", () -> {
            assertEquals(0, mpirun.act("-n", "1", "--", "print:next").code());
            return mpirun.sessions().isEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {11})
    void aRankKilledAtARandomMoment(long seed) throws InterruptedException {
        Random random = new Random(seed);
        int pause = random.nextInt(START_MS);
        int victim = random.nextInt(3);
        Process process = mpirun.startActors("-n", "3", "--", "init", "hang");
        Mpirun.until("ranks run", () -> mpirun.ranks().size() == 3);
        Thread.sleep(pause);
        long pid = mpirun.ranks().get(victim);
        Mpirun.signal(pid, "KILL");
        long killed = System.nanoTime();
        Mpirun.Result result = mpirun.await(process);
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed);
        assertEquals(137, result.code());
        assertTrue(result.err().contains("(pid " + pid + ") was ended by signal 9 (SIGKILL"), result.err());
        assertTrue(took < 25_000, "the job took " + took + " ms to end");
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(longs = {12, 13})
    void aRankKilledAtARandomMomentAgain(long seed) throws InterruptedException {
        aRankKilledAtARandomMoment(seed);
    }

    @Tag("tier2")
    @Test
    void mpirunEndsItsJobWithoutFileDescriptors() throws IOException, InterruptedException {
        Process process = mpirun.startActors("-n", "3", "--", "init", "child:1000@1", "print:ready", "hang");
        Mpirun.until("ranks are ready", () -> mpirun.output().lines().count() == 3);
        String limit = "exec prlimit --pid " + process.pid() + " --nofile=12:12";
        assumeTrue(new ProcessBuilder("sh", "-c", limit).start().waitFor() == 0, "no command prlimit");
        Mpirun.signal(mpirun.ranks().getFirst(), "KILL");
        assertEquals(137, mpirun.await(process).code(), mpirun::errors);
    }

    @ParameterizedTest
    @CsvSource({"INT, 130, process"})
    void mpirunEndedByASignalEndsItsRanks(String signal, int code, String mode) {
        Mpirun.assumeHeard(signal, code - 128);
        Process process = mpirun.startActors("-n", "2", "--mode", mode, "--", "init", "print:ready", "hang");
        Mpirun.until("ranks are ready", () -> mpirun.output().lines().count() == 2);
        Mpirun.signal(process.pid(), signal);
        Mpirun.Result result = mpirun.await(process);
        assertEquals(code, result.code());
        assertEquals("mpirun: ended by signal " + (code - 128) + " (SIG" + signal + ")\n", result.err());
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"TERM, 143, process", "HUP, 129, process", "TERM, 143, thread", "INT, 130, thread"})
    void mpirunEndedByASignalEndsItsRanksByOtherSignals(String signal, int code, String mode) {
        mpirunEndedByASignalEndsItsRanks(signal, code, mode);
    }

    @Test
    void theJvmOfThreadsEndsWithMpirun() {
        Process process = mpirun.startActors("-n", "2", "--mode", "thread", "--", "init", "print:ready", "hang");
        Mpirun.until("ranks are ready", () -> mpirun.output().lines().count() == 2);
        process.destroyForcibly();
        mpirun.assertClean();
    }
}
