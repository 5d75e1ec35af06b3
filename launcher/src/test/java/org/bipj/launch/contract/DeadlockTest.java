package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bipj.launch.TimeLimits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of ranks that wait: for ever, until a time is over, or when a user asks. */
class DeadlockTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int DEADLOCK = 123;
    private static final int TIMED_OUT = 124;
    private static final int USR1 = 10;

    @TempDir
    Path temporary;

    /** Modes of one host, and networks between two. */
    static Stream<String> everywhere() {
        return Stream.concat(Stream.of("process", "thread", "sim"), networks());
    }

    static Stream<String> networks() {
        return DEEP ? TwoHosts.NETWORKS.stream() : Stream.of("tcp");
    }

    /** The same; threads and networks in the deep suite only. */
    static Stream<String> modes() {
        return DEEP ? everywhere() : Stream.of("process", "sim");
    }

    /** The same; coroutines only, unless the suite is deep: who waits says so by the same code. */
    static Stream<String> inVirtualTime() {
        return DEEP ? everywhere() : Stream.of("sim");
    }

    /** Where ranks are processes: whether the target keeps its lock by itself, or all do in shared memory. */
    static Stream<Arguments> locks() {
        Stream<Arguments> some = Stream.of(Arguments.of("process", "sharedLock"));
        return DEEP ? Stream.concat(some, Stream.of(Arguments.of("process", "lock"))) : some;
    }

    /** Where else a deadlock is left alone, and by which option. */
    static Stream<Arguments> leftAlone() {
        Stream<Arguments> some = Stream.of(Arguments.of("process", "report"));
        Stream<Arguments> others = Stream.of(
                Arguments.of("process", "off"),
                Arguments.of("thread", "report"),
                Arguments.of("tcp", "report"),
                Arguments.of("tcp", "off"));
        return DEEP ? Stream.concat(some, others) : some;
    }

    private TestJob job(String mode, int ranks) {
        boolean hosts = TwoHosts.NETWORKS.contains(mode);
        TestJob mpirun = new TestJob().with("-n", "" + ranks, "--mode", hosts ? "process" : mode);
        return (hosts ? TwoHosts.run(mpirun, temporary, ranks, mode) : mpirun)
                .jvm("-Xmx96m", "-XX:TieredStopAtLevel=1")
                .environment("TMPDIR", temporary.toString())
                .environment("BIPJ_DEADLOCK_SECONDS", "0.2");
    }

    /** How a job ends. Outside of the deep suite ranks that share a JVM share this one, whose reports are not marked as mpirun's. */
    private TestJob.Ended end(String mode, int ranks, String... arguments) {
        if (DEEP || mode.equals("process")) {
            return job(mode, ranks).start(Stuck.class, arguments).await();
        }
        InThisJvm.End end = InThisJvm.run(mode, ranks, Stuck.class, arguments);
        int code = end.text().contains("deadlock") ? DEADLOCK : end.code();
        return new TestJob.Ended(code, "", end.text(), 0);
    }

    /** How a job of mpirun ends: outside of the deep suite ranks that share a JVM share this one. */
    private TestJob.Ended started(String mode, int ranks, String... arguments) {
        return started(mode, job(mode, ranks), arguments);
    }

    private TestJob.Ended started(String mode, TestJob job, String... arguments) {
        boolean isHere = !DEEP && (mode.equals("thread") || mode.equals("sim"));
        return isHere
                ? job.here(temporary, Stuck.class, arguments)
                : job.start(Stuck.class, arguments).await();
    }

    private static void says(TestJob.Ended ended, String line) {
        String begin = "(?m)^(mpirun: )?" + Pattern.quote(line) + ", (for|since) [\\d.]+( to [\\d.]+)? u?s$";
        assertTrue(Pattern.compile(begin).matcher(ended.err()).find(), () -> line + "\n" + ended.all());
    }

    private static void saysPlace(TestJob.Ended ended, String method) {
        assertTrue(ended.err().contains("\n\tat " + Stuck.class.getName() + "." + method + "(Stuck.java:"), ended::all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim"})
    void eachRankSaysWhatItWaitsForAndWhere(String mode) {
        TestJob.Ended ended = started(mode, 3, "ring");
        assertEquals(DEADLOCK, ended.code(), ended::all);
        for (int rank = 0; rank < 3; rank++) {
            int peer = (rank + 1) % 3;
            says(
                    ended,
                    "rank " + rank + " waits in mpi.Comm.recv for a message from rank " + peer
                            + " with tag 77 in MPI_COMM_WORLD");
        }
        saysPlace(ended, "receiveFrom");
        saysPlace(ended, "main");
        assertFalse(ended.err().contains("reflect"), ended::all);
        assertFalse(ended.err().contains("org.bipj.mpi."), ended::all);
    }

    @Tag("tier2")
    @ParameterizedTest
    @MethodSource("networks")
    void eachRankOfTwoHostsSaysWhatItWaitsForAndWhere(String network) {
        eachRankSaysWhatItWaitsForAndWhere(network);
    }

    /** Ranks are those of the job; what is not COMM_WORLD has its own, too. What a call waits for comes first. */
    @ParameterizedTest
    @MethodSource("inVirtualTime")
    void aCommunicatorIsNamed(String mode) {
        TestJob.Ended ended = end(mode, 4, "named");
        assertEquals(DEADLOCK, ended.code(), ended::all);
        for (int rank = 0; rank < 4; rank++) {
            int peer = (rank + 2) % 4;
            int there = 1 - peer / 2;
            String half = " in half " + rank % 2 + (there == peer ? "" : " (rank " + there + " there)");
            says(
                    ended,
                    "rank " + rank + " waits in mpi.Comm.send for rank " + peer
                            + " to receive a message of 1048576 bytes with tag 2" + half + "; a message from rank "
                            + peer + " with tag 1" + half + "; unreceived here: 1048576 bytes from rank " + peer
                            + " with tag 2" + half);
        }
    }

    @ParameterizedTest
    @MethodSource("inVirtualTime")
    void messagesThatLieUnreceivedAreReported(String mode) {
        TestJob.Ended ended = end(mode, 2, "wrongTag");
        assertEquals(DEADLOCK, ended.code(), ended::all);
        says(
                ended,
                "rank 1 waits in mpi.Comm.recv for a message from rank 0 with tag 77 in MPI_COMM_WORLD; unreceived here:"
                        + " 8 bytes from rank 0 with tag 8 in MPI_COMM_WORLD (2 times)");
        says(ended, "rank 0 waits in mpi.Comm.recv for a message from rank 1 with tag 77 in MPI_COMM_WORLD");
    }

    /** The rank's own thread computes. */
    @Tag("tier2")
    @Test
    void theWaitOfAnotherThreadIsNotTheRanks() {
        TestJob.Ended ended =
                job("process", 2).start(Stuck.class, "serialized", "1000").await();
        assertFalse(ended.err().contains("deadlock"), ended::all);
    }

    @ParameterizedTest
    @CsvSource({"thread, lock", "sim, lock"})
    void aLockOfAWindowThatIsNeverGivenBackIsReported(String mode, String what) {
        // In this JVM the standstill in virtual time would be followed by errors of ranks that are ended with the
        // window open.
        TestJob.Ended ended = mode.equals("sim") ? started(mode, 2, what) : end(mode, 2, what);
        assertEquals(DEADLOCK, ended.code(), ended::all);
        says(ended, "rank 1 waits in mpi.Win.lock for the lock of rank 1 in window 6, held by rank 0");
        says(ended, "rank 0 waits in mpi.Comm.recv for a message from rank 1 with tag 77 in MPI_COMM_WORLD");
        saysPlace(ended, "lock");
    }

    @Tag("tier2")
    @ParameterizedTest
    @MethodSource("locks")
    void aLockOfAWindowOfProcessesThatIsNeverGivenBackIsReported(String mode, String what) {
        aLockOfAWindowThatIsNeverGivenBackIsReported(mode, what);
    }

    /** On two ranks and more cores messages serve, where cores are short the table does. */
    @ParameterizedTest
    @CsvSource({"thread, 9"})
    void aCollectiveCallThatARankDoesNotMakeIsReported(String mode, int ranks) {
        TestJob.Ended ended = end(mode, ranks, "table");
        assertEquals(DEADLOCK, ended.code(), ended::all);
        assertTrue(
                ended.err()
                        .matches(
                                "(?s).*\\R(mpirun: )?ranks? 1[^\\n]* waits? in mpi.Comm.barrier for (rank 0 to make the"
                                        + " same collective call \\(barrier in MPI_COMM_WORLD\\)|a message from rank 0 in a collective call in MPI_COMM_WORLD \\(barrier, call \\d+\\))"
                                        + ", for .*"),
                ended::all);
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"process, 2"})
    void aCollectiveCallThatARankDoesNotMakeIsReportedByProcesses(String mode, int ranks) {
        aCollectiveCallThatARankDoesNotMakeIsReported(mode, ranks);
    }

    @ParameterizedTest
    @MethodSource("inVirtualTime")
    void rootsThatWaitForEachOtherAreNamed(String mode) {
        TestJob.Ended ended = end(mode, 2, "gather");
        assertEquals(DEADLOCK, ended.code(), ended::all);
        for (int rank = 0; rank < 2; rank++) {
            says(
                    ended,
                    "rank " + rank + " waits in mpi.Comm.gather for a message from rank " + (1 - rank)
                            + " in a collective call in MPI_COMM_WORLD (gather with root " + rank + ", call 2)");
        }
        String differ =
                "the ranks' collective calls in MPI_COMM_WORLD differ: call 2 is gather with root 0 on rank 0 and"
                        + " gather with root 1 on rank 1: expected the same calls";
        assertTrue(ended.err().contains(differ), ended::all);
    }

    @ParameterizedTest
    @MethodSource("inVirtualTime")
    void callsThatMakeCommunicatorsSayWhatTheyWaitFor(String mode) {
        TestJob.Ended group = end(mode, 2, "createGroup");
        says(
                group,
                "rank 1 waits in mpi.Intracomm.createGroup for rank 0 to make the communicator with it, by the same group"
                        + " and tag");
        TestJob.Ended groups = end(mode, 3, "createIntercomm");
        says(
                groups,
                "rank 1 waits in mpi.Comm.createIntercomm for rank 0 to lead the other group with tag 77 in"
                        + " MPI_COMM_WORLD");
        says(groups, "rank 2 waits in mpi.Comm.createIntercomm for rank 1 to pass on which the other group is");
    }

    /** Nobody reads: the error is that of Finalize. */
    @ParameterizedTest
    @MethodSource("inVirtualTime")
    void rootsThatDoNotWaitAreNamedAtTheEnd(String mode) {
        TestJob.Ended ended = end(mode, 2, "bcast");
        assertTrue(ended.code() != 0 && ended.code() != DEADLOCK, ended::all);
        assertTrue(
                ended.err()
                        .matches(
                                "(?s).*Finalize \\(rank [01] of MPI_COMM_WORLD\\): the ranks' collective calls in MPI_COMM_WORLD"
                                        + " differ: call 2 is bcast with root ([01]) on rank \\1 and bcast with root [01] on rank.*"),
                ended::all);
    }

    @ParameterizedTest
    @MethodSource("inVirtualTime")
    void aRankThatFinalizesAloneIsReported(String mode) {
        TestJob.Ended ended = end(mode, 3, "finalize");
        assertEquals(DEADLOCK, ended.code(), ended::all);
        says(ended, "ranks 1, 2 wait in mpi.MPI.Finalize for all other ranks to finalize");
    }

    /** A rank that has finalised serves those who still send to it. */
    @Tag("tier2")
    @ParameterizedTest
    @MethodSource("modes")
    void sendsThatWereGivenUpAreCompletedByFinalize(String mode) {
        TestJob.Ended ended = end(mode, 2, "sends", "300");
        assertEquals(0, ended.code(), ended::all);
    }

    @ParameterizedTest
    @MethodSource("inVirtualTime")
    void sendsThatCannotCompleteAreReported(String mode) {
        TestJob.Ended ended = end(mode, 2, "unreceived");
        assertEquals(DEADLOCK, ended.code(), ended::all);
        says(
                ended,
                "rank 0 waits in mpi.MPI.Finalize for rank 1 to receive a message of 4 bytes with tag 77 in"
                        + " MPI_COMM_WORLD (3000 times)");
        says(ended, "rank 1 waits in mpi.MPI.Finalize for all other ranks to finalize");
    }

    @Test
    void aSendThatWasCancelledTooLateIsReported() {
        TestJob.Ended ended = end("thread", 2, "cancelled");
        assertEquals(DEADLOCK, ended.code(), ended::all);
        says(
                ended,
                "rank 0 waits in mpi.Request.waitFor for rank 1 to receive a message of 12 bytes with tag 5 in"
                        + " MPI_COMM_WORLD (cancelled too late, or not yet seen there)");
    }

    @ParameterizedTest
    @CsvSource({"thread, off"})
    void aDeadlockMayBeLeftAlone(String mode, String action) {
        int expected = action.equals("report") ? 1 : 0;
        TestJob.Ended ended = TimeLimits.growing(
                1,
                one -> reportsIn(one) == expected,
                limit -> started(mode, job(mode, 2).with("--deadlock", action, "--timeout", limit), "ring"));
        assertEquals(TIMED_OUT, ended.code(), ended::all);
        assertEquals(expected, reportsIn(ended), ended::all);
    }

    @Tag("tier2")
    @ParameterizedTest
    @MethodSource("leftAlone")
    void aDeadlockMayBeLeftAloneElsewhere(String mode, String action) {
        aDeadlockMayBeLeftAlone(mode, action);
    }

    private static long reportsIn(TestJob.Ended ended) {
        return ended.err()
                .lines()
                .filter("mpirun: deadlock: nothing can happen any more"::equals)
                .count();
    }

    /** Another thread may send: nobody knows that none will. */
    @Tag("tier2")
    @Test
    void ranksWithSeveralThreadsAreReportedOnRequestOnly() {
        String expected =
                "\nmpirun: rank 0 waits in mpi.Comm.recv for a message from rank 1 with tag 77 in MPI_COMM_WORLD\n";
        TestJob.Ended ended = TimeLimits.growing(
                1,
                one -> one.err().contains(expected),
                limit -> job("process", 2)
                        .with("--timeout", limit)
                        .start(Stuck.class, "multiple")
                        .await());
        assertEquals(TIMED_OUT, ended.code(), ended::all);
        assertFalse(ended.err().contains("deadlock"), ended::all);
        assertTrue(ended.err().contains(expected), ended::all);
    }

    /** Two ranks wait, and one waits for a user: that is no deadlock, but a user can see it, and the job goes on. */
    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void aUserAsksWhatTheRanksDo(String mode) throws Exception {
        TestJob.Running running = job(mode, 3).withInput().start(Stuck.class, "reads");
        running.awaitLines("ready", 3);
        // Where ranks are threads mpirun passes the signal on.
        TestJob.Running.until(() -> handlesUsr1(running.process().toHandle())
                && (mode.equals("process") || running.process().descendants().anyMatch(DeadlockTest::handlesUsr1)));
        TestJob.Running.signal("USR1", running.process().pid());
        TestJob.Running.until(() -> running.errors().contains("the stacks of all threads"));
        running.writeLine();
        TestJob.Ended ended = running.await();
        assertEquals(0, ended.code(), ended::all);
        assertEquals(6, ended.out().lines().count(), ended::all);
        assertFalse(ended.err().contains("deadlock"), ended::all);
        says(ended, "ranks 1, 2 wait in mpi.Comm.recv for a message from rank 0 with tag 77 in MPI_COMM_WORLD");
        assertTrue(ended.err().contains("mpirun: rank 0 computes, or waits outside of the library\n\tat "), ended::all);
        saysPlace(ended, "awaitLine");
        Matcher files = Pattern.compile("mpirun: the stacks of all threads of ranks 0\\.\\.2 are in (.*)/rank\\.\\*\n")
                .matcher(ended.err());
        assertTrue(files.find(), ended::all);
        Path directory = Path.of(files.group(1));
        assertEquals(temporary, directory.getParent());
        for (int rank = 0; rank < 3; rank++) {
            String stacks = Files.readString(directory.resolve("rank." + rank));
            String method = rank == 0 ? "awaitLine" : "receiveFrom";
            assertTrue(stacks.contains(Stuck.class.getName() + "." + method + "(Stuck.java:"), stacks);
        }
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread"})
    void aUserAsksWhatTheRanksDoWhichShareAJvm(String mode) throws Exception {
        aUserAsksWhatTheRanksDo(mode);
    }

    private static boolean handlesUsr1(ProcessHandle process) {
        try (Stream<String> status = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            String mask = status.filter(line -> line.startsWith("SigCgt:"))
                    .findFirst()
                    .orElse("SigCgt:0");
            return (Long.parseUnsignedLong(mask.substring("SigCgt:".length()).strip(), 16) >>> USR1 - 1 & 1) != 0;
        } catch (IOException | UncheckedIOException e) {
            // Has ended.
            return false;
        }
    }

    @Test
    void aWrongPatienceIsRefused() {
        TestJob.Ended ended =
                job("process", 1).environment("BIPJ_DEADLOCK_SECONDS", "-1").here(temporary, Stuck.class, "ring");
        assertEquals(2, ended.code(), ended::all);
        assertTrue(
                ended.err().startsWith("mpirun: BIPJ_DEADLOCK_SECONDS=-1: expected a positive number of seconds\n"),
                ended::all);
    }
}
