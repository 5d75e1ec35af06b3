package org.bipj.launch.mpirun.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bipj.core.runtime.Client;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the end of ranks ends their job: exit codes, reasons, signals. Ranks are fakes; {@code ProcessModeTest} has processes. */
class RankWatcherTest {
    private static final String TRACE = "Exception in thread \"main\" java.lang.IllegalStateException: %s\n"
            + "\tat Main.work(Main.java:7)\n\tat Main.main(Main.java:3)\n";

    private static StubJob job(int ranks, String... options) {
        List<String> words = new ArrayList<>(List.of("-n", "" + ranks));
        words.addAll(List.of(options));
        words.addAll(List.of("java", "Main"));
        return new StubJob(words.toArray(String[]::new));
    }

    // ---- jobs that end well
    // -------------------------------------------------------------------------------------------

    @Test
    void aJobEndsWhenAllRanksHaveEnded() {
        StubJob job = job(3).start();
        for (int rank = 0; rank < 3; rank++) {
            job.board().finished(rank);
            job.rank(rank).ended(0);
        }
        assertEquals(0, job.await());
        assertEquals("", job.said());
        assertEquals(List.of(), job.rank(0).signals());
    }

    @Test
    void noRankNeedInitialise() {
        StubJob job = job(2).start();
        job.rank(1).ended(0);
        job.rank(0).ended(0);
        assertEquals(0, job.await());
        assertEquals("", job.said());
    }

    @Test
    void ranksThatServeAreEndedWhenTheOthersHaveEnded() {
        StubJob job = new StubJob("-n", "1", "java", "Main", ":", "--service", "-n", "1", "java", "Server").start();
        job.rank(0).ended(0);
        assertEquals(0, job.await());
        assertEquals(List.of("TERM", "KILL"), job.rank(1).signals());
        assertEquals("", job.said());
    }

    // ---- the first rank that fails
    // ------------------------------------------------------------------------------------

    @Test
    void aCodeOfARankIsThatOfTheJobAndTheOthersAreEnded() {
        StubJob job = job(3).start();
        job.rank(1).ended(42);
        assertEquals(42, job.await());
        assertEquals("mpirun: rank 1 (pid 1001 on a) exited with code 42\n", job.said());
        assertEquals(List.of("TERM", "KILL"), job.rank(0).signals());
        // What it has started is of its group.
        assertEquals(List.of("KILL"), job.rank(1).signals());
        assertEquals(List.of("TERM", "KILL"), job.rank(2).signals());
        assertTrue(job.supervisor().isEnding());
    }

    @Test
    void aSignalIsNamed() {
        StubJob job = job(2).start();
        job.rank(0).ended(137);
        assertEquals(137, job.await());
        assertEquals(
                "mpirun: rank 0 (pid 1000 on a) was ended by signal 9 (SIGKILL; exit code 137): by somebody, or by the"
                        + " system for lack of memory\n",
                job.said());
    }

    @Test
    void aRankThatAbortsGivesItsReason() {
        StubJob job = job(3).start();
        job.board().aborted(2, "rank 2 of MPI_COMM_WORLD called abort");
        job.rank(2).ended(7);
        assertEquals(7, job.await());
        assertEquals(
                "mpirun: rank 2 (pid 1002 on a) ended the job: rank 2 of MPI_COMM_WORLD called abort\n", job.said());
    }

    @Test
    void theCallsOfARankThatAbortsComeBehindItsReason() {
        StubJob job = job(1).start();
        job.board().aborted(0, "uncaught java.lang.IllegalStateException: too bad");
        job.rank(0).saying(TRACE.formatted("too bad")).ended(1);
        assertEquals(1, job.await());
        assertEquals(
                "mpirun: rank 0 (pid 1000 on a) ended the job: uncaught java.lang.IllegalStateException: too bad\n"
                        + "\tat Main.work(Main.java:7)\n\tat Main.main(Main.java:3)\n",
                job.said());
    }

    @Test
    void anUncaughtExceptionIsTheReason() {
        StubJob job = job(2).start();
        job.rank(1).saying(TRACE.formatted("too bad")).ended(1);
        assertEquals(1, job.await());
        assertEquals(
                "mpirun: rank 1 (pid 1001 on a) failed: uncaught java.lang.IllegalStateException: too bad\n"
                        + "\tat Main.work(Main.java:7)\n\tat Main.main(Main.java:3)\n",
                job.said());
    }

    @Test
    void anExitCodeOfTheProgramIsNoUncaughtException() {
        StubJob job = job(2).start();
        String trace = TRACE.formatted("too bad").replace("\"main\"", "\"helper\"");
        job.rank(1).saying(trace).ended(3);
        assertEquals(3, job.await());
        assertEquals(trace + "mpirun: rank 1 (pid 1001 on a) exited with code 3\n", job.said());
    }

    /** Ranks that have thrown and go on by other threads have the exit code of the signal that ends them. */
    @Test
    void theSameErrorIsSaidOnce() {
        StubJob job = job(4).start();
        job.board().aborted(0, "uncaught java.lang.IllegalStateException: 5 of 10 are missing");
        job.rank(1).saying(TRACE.formatted("3 of 10 are missing"));
        job.rank(2).saying(TRACE.formatted("4 of 10 are missing"));
        job.rank(3).saying(TRACE.formatted("another reason"));
        job.rank(0).ended(1);
        assertEquals(1, job.await());
        assertEquals(
                "mpirun: rank 0 (pid 1000 on a) ended the job: uncaught java.lang.IllegalStateException: 5 of 10 are"
                        + " missing\n"
                        + "mpirun: rank 3 also failed: uncaught java.lang.IllegalStateException: another reason\n"
                        + "\tat Main.work(Main.java:7)\n\tat Main.main(Main.java:3)\n"
                        + "mpirun: ranks 1, 2 failed with the same error\n",
                job.said());
    }

    @Test
    void whatAJvmSaysThatCannotStartIsThereOnce() {
        String error = "Error: Could not find or load main class Nope\nCaused by: ClassNotFoundException: Nope\n";
        StubJob job = job(3).start();
        job.rank(1).saying(error);
        job.rank(2).saying(error);
        job.rank(0).saying(error).ended(1);
        assertEquals(1, job.await());
        assertTrue(job.said().startsWith(error + "mpirun: rank 0 (pid 1000 on a) exited with code 1"), job.said());
        assertTrue(job.said().endsWith("\nmpirun: ranks 1, 2 failed with the same error\n"), job.said());
        assertEquals(job.said().indexOf("Error: "), job.said().lastIndexOf("Error: "), job.said());
    }

    /** A JVM in its start-up says an error when it gets SIGTERM: that is no reason, and not shown. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Error occurred during initialization of VM\njava.lang.Error: x\n",
                "Runtime.exit(143) logging failed: null\n"
            })
    void ranksThatAreEndedWhileTheyStartSayNothing(String lastWords) {
        StubJob job = job(2).start();
        job.rank(1).withLastWords(lastWords);
        job.rank(0).ended(5);
        assertEquals(5, job.await());
        assertEquals("mpirun: rank 0 (pid 1000 on a) exited with code 5\n", job.said());
    }

    @Test
    void whatAnInitialisedRankSaysAtItsEndIsShown() {
        StubJob job = job(2).start();
        job.board().started(1);
        job.rank(1).withLastWords("bye\n");
        job.rank(0).ended(5);
        assertEquals(5, job.await());
        assertTrue(job.said().contains("bye\n"), job.said());
    }

    // ---- ranks that are out of step
    // -----------------------------------------------------------------------------------

    @Test
    void aRankThatDoesNotFinalizeFailsTheJob() {
        StubJob job = job(2).start();
        job.board().started(0);
        job.board().started(1);
        job.rank(0).ended(0);
        assertEquals(1, job.await());
        assertEquals(
                "mpirun: rank 0 (pid 1000 on a) exited with code 0 after MPI.Init, without MPI.Finalize\n", job.said());
    }

    @Test
    void anInterfaceThatARankHasNotClosedIsNamed() {
        StubJob job = job(1).start();
        job.board().started(0, Client.LCI);
        job.rank(0).ended(0);
        assertEquals(1, job.await());
        assertEquals(
                "mpirun: rank 0 (pid 1000 on a) exited with code 0 after opening LCI, without closing it\n",
                job.said());
    }

    /** Whether the other rank initialises the library before that one ends, or later. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRankThatDoesNotInitialiseFailsTheJobWhenAnotherDoes(boolean isLater) throws Exception {
        StubJob job = job(2).start();
        if (!isLater) {
            job.board().started(1);
        }
        job.rank(0).ended(0);
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(job::await);
        if (isLater) {
            job.board().started(1);
        }
        assertEquals(1, code.get());
        assertEquals(
                "mpirun: rank 0 (pid 1000 on a) exited with code 0 without MPI.Init, which rank 1 has called\n",
                job.said());
    }

    @Test
    void theOtherMayHaveFinalizedAndEnded() {
        StubJob job = job(2).start();
        job.board().finished(1);
        job.rank(1).ended(0);
        job.rank(0).ended(0);
        assertEquals(1, job.await());
        assertEquals(
                "mpirun: rank 0 (pid 1000 on a) exited with code 0 without MPI.Init, which rank 1 has called\n",
                job.said());
    }

    // ---- ends that concern no rank
    // ------------------------------------------------------------------------------------

    @Test
    void aLongJobIsReportedAndEnded() {
        StubJob job = job(2, "--timeout", "0.05").start();
        job.board().started(1);
        assertEquals(124, job.await());
        assertEquals(
                "mpirun: the job has run for 0.05 s, the limit that --timeout set; this is what the ranks do\n"
                        + "mpirun: rank 0 has not initialised the library\n"
                        + "mpirun: rank 1 computes, or waits outside of the library\n",
                job.said());
        assertEquals(List.of("TERM", "KILL"), job.rank(0).signals());
        assertEquals(0, job.supervisor().timeLeft());
    }

    @Test
    void aDeadlockEndsTheJob() {
        StubJob job = impatient("abort").startWatched();
        job.deadlock();
        assertEquals(123, job.await());
        assertTrue(job.said().startsWith("mpirun: deadlock: nothing can happen any more\n"), job.said());
        assertTrue(job.said().contains("mpirun: ranks 0, 1 have not initialised the library\n"), job.said());
        assertTrue(job.said()
                .endsWith("mpirun: the job is ended; with --deadlock report it would continue to run, for a"
                        + " debugger\n"));
    }

    @Test
    void aDeadlockMayBeReportedOnly() throws Exception {
        StubJob job = impatient("report").startWatched();
        job.deadlock();
        while (!job.said().contains("deadlock")) {
            Thread.sleep(1);
        }
        assertFalse(job.supervisor().isEnding());
        job.rank(0).ended(0);
        job.rank(1).ended(0);
        assertEquals(0, job.await());
        assertFalse(job.said().contains("is ended"), job.said());
    }

    /** Deadlocks are looked for almost at once. */
    private static StubJob impatient(String action) {
        return new StubJob(Map.of("BIPJ_DEADLOCK_SECONDS", "0.01"), "-n", "2", "--deadlock", action, "java", "Main");
    }

    @Test
    void aFailureThatIsNoRanksEndsTheJob() {
        StubJob job = job(2).start();
        job.supervisor().fail("host b: it is lost", 1);
        job.supervisor().fail("host c: it is lost", 2);
        assertEquals(1, job.await());
        assertEquals("mpirun: host b: it is lost\nmpirun: host c: it is lost\n", job.said());
        assertEquals("host b: it is lost", job.supervisor().endedEarly());
        job.supervisor().fail("too late", 3);
        assertFalse(job.said().contains("too late"));
    }

    /** Those that are connected with the job are told before its other ranks end. */
    @Test
    void aFailureIsToldBeforeTheOthersEnd() {
        StubJob job = job(2).start();
        StringBuilder told = new StringBuilder();
        job.supervisor().onFailure(code -> told.append(code).append(job.rank(1).signals()));
        job.rank(0).ended(9);
        assertEquals(9, job.await());
        assertEquals("9[]", told.toString());
    }

    @Test
    void aShutdownIsNoFailureOfTheRanksThatItEnds() {
        StubJob job = job(2).start();
        job.supervisor().end(null);
        assertEquals(143, job.await());
        assertEquals("", job.said());
        assertEquals(List.of(), job.supervisor().running());
    }

    // ---- what others ask
    // ----------------------------------------------------------------------------------------------

    @Test
    void itIsKnownWhenAllHaveStartedAndWhoNeverWill() {
        StubJob job = job(2).start();
        job.board().started(0);
        assertFalse(job.supervisor().haveAllStarted());
        assertNull(job.supervisor().endedEarly());
        assertEquals(2, job.supervisor().started());
        assertEquals(1, job.supervisor().joined());
        job.rank(1).ended(3);
        assertEquals(
                "rank 1 of the new processes on a has ended before MPI.Init: exited with code 3",
                job.supervisor().endedEarly());
        assertEquals(2, job.supervisor().joined());
        assertEquals(List.of(1000L), job.supervisor().running());
    }
}
