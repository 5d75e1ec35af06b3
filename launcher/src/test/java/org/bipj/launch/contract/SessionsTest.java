package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.bipj.launch.mpirun.command.DeadlockPlan;
import org.bipj.launch.mpirun.job.OutOfStep;
import org.bipj.mpi.contract.ContractMain;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions in jobs of all modes: {@link Sessions}. Beside Init {@link org.bipj.mpi.contract.SessionSuite} runs everywhere. */
@Timeout(600)
class SessionsTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final String HOSTS = "hosts";

    /** Without Init, then with it. */
    private static final String[] ALL = {"alone", "uneven", "early", "late", "300", "paces", "60", "levels", "around"};

    @TempDir
    Path directory;

    private TestJob job(String mode, int ranks) {
        TestJob mpirun = new TestJob().jvm("-XX:TieredStopAtLevel=1", "-ea");
        return mode.equals(HOSTS)
                ? TwoHosts.run(mpirun, directory, ranks, "tcp").with("--timeout", "100")
                : mpirun.with("-n", Integer.toString(ranks), "--mode", mode, "--timeout", "100");
    }

    private static void isRight(TestJob.Ended ended, int ranks) {
        assertEquals(0, ended.code(), ended::all);
        assertEquals(ranks, ended.out().lines().filter("right"::equals).count(), ended::all);
    }

    private static void areRight(String mode, int ranks, String... scenarios) {
        InThisJvm.End end = InThisJvm.run(mode, ranks, Sessions.class, scenarios);
        assertEquals(0, end.code(), end::text);
    }

    /** Two of them are processes of one host. */
    @Tag("tier2")
    @Test
    void ranksOfTwoHostsOpenSessionsAsTheyLike() {
        isRight(job(HOSTS, 3).start(Sessions.class, ALL).await(), 3);
    }

    @Tag("deep")
    @Test
    void processesOpenSessionsAsTheyLike() {
        isRight(job("process", 3).start(Sessions.class, ALL).await(), 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void ranksOfOneJvmOpenSessionsAsTheyLike(String mode) {
        areRight(mode, 3, ALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void whatComesForInitDuringASessionIsKept(String mode) {
        areRight(mode, 2, "ahead");
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void librariesAndTheirProgramNeedNotKnowOfEachOther(String mode) {
        areRight(mode, 3, "libraries");
    }

    @Tag("deep")
    @Test
    void processesOfLibrariesNeedNotKnowOfEachOther() {
        isRight(job("process", 2).start(Sessions.class, "libraries").await(), 2);
    }

    /**
     * Rank 1 has closed its session, or has opened none yet, for longer than a deadlock takes to be reported. Then sessions and requests
     * leave nothing behind: memory, files, threads and mappings are what they were.
     */
    @Test
    void aRankThatIsLateIsNoDeadlockAndSessionsAndRequestsLeaveNothingBehind() {
        isRight(
                impatient("process")
                        .start(Sessions.class, "late", "1000", "many", "150", "requests", "100")
                        .await(),
                2);
    }

    @Tag("deep")
    @Test
    void aRankOfAnotherHostThatIsLateIsNoDeadlock() {
        isRight(impatient(HOSTS).start(Sessions.class, "late", "1000").await(), 2);
    }

    private TestJob impatient(String mode) {
        return job(mode, 2).environment("BIPJ_DEADLOCK_SECONDS", "0.3");
    }

    @Tag("tier2")
    @Test
    void aRankThatOpensNoOtherSessionIsWaitedForInVain() {
        isWaitedForInVain("process");
    }

    @Tag("deep")
    @Test
    void aRankOfAnotherHostThatOpensNoOtherSessionIsWaitedForInVain() {
        isWaitedForInVain(HOSTS);
    }

    private void isWaitedForInVain(String mode) {
        TestJob.Ended ended = impatient(mode).start(Sessions.class, "gone").await();
        assertEquals(DeadlockPlan.EXIT_CODE, ended.code(), ended::all);
        assertTrue(ended.err().contains("createFromGroup for rank 1 to make the communicator with it"), ended::all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void aRankOfOneJvmThatOpensNoOtherSessionIsWaitedForInVain(String mode) {
        InThisJvm.End end = InThisJvm.run(mode, 2, Sessions.class, "gone");
        assertTrue(end.text().contains("deadlock"), end::text);
        assertTrue(end.text().contains("createFromGroup for rank 1 to make the communicator with it"), end::text);
    }

    /** The other one's program goes on for longer than the job may last. */
    @Tag("tier2")
    @Test
    void aRankOfAnotherHostThatHasClosedItsSessionIsWaitedForInVainAtOnce() {
        isWaitedForInVainAtOnce(HOSTS);
    }

    @Tag("deep")
    @Test
    void aRankThatHasClosedItsSessionIsWaitedForInVainAtOnce() {
        isWaitedForInVainAtOnce("process");
    }

    private void isWaitedForInVainAtOnce(String mode) {
        TestJob.Ended ended = impatient(mode).start(Sessions.class, "asleep").await();
        assertEquals(DeadlockPlan.EXIT_CODE, ended.code(), ended::all);
        assertTrue(ended.err().contains("recv for a message from rank 1 with tag 5"), ended::all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void aRankOfOneJvmThatHasClosedItsSessionIsWaitedForInVainAtOnce(String mode) {
        InThisJvm.End end = InThisJvm.run(mode, 2, Sessions.class, "asleep");
        assertTrue(end.text().contains("deadlock"), end::text);
        assertTrue(end.text().contains("recv for a message from rank 1 with tag 5"), end::text);
    }

    /** For longer than a deadlock takes to be reported. */
    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void aRankThatMayAnswerAnotherOneIsNoDeadlock(String mode) {
        areRight(mode, 3, "helped", "2500");
    }

    /** First and last clients of several threads. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void threadsOpenAndCloseSessionsInVirtualTime(int seed) {
        for (int each = DEEP ? 50 * seed : seed; each < (DEEP ? 50 * (seed + 1) : seed + 1); each++) {
            int tried = each;
            SimOptions options = SimOptions.of(SimOptions.DEFAULT_PLATFORM).withJitter(tried);
            InThisJvm.End end = InThisJvm.simulated(2, options, Sessions.class, "turns", "6");
            assertEquals(0, end.code(), () -> "seed " + tried + ": " + end.text());
        }
    }

    @Test
    void threadsOpenAndCloseSessions() {
        areRight("thread", 2, "turns", "50");
    }

    @Tag("tier2")
    @Test
    void aRankThatOpensNoSessionWhereAnotherOneDoesHasFailed() {
        TestJob.Ended ended = job("process", 2).start(Sessions.class, "absent").await();
        assertEquals(OutOfStep.EXIT_CODE, ended.code(), ended::all);
        assertTrue(ended.err().contains("without opening a session of MPI, which rank 0 has opened"), ended::all);
    }

    /** The JVM of a job of threads ends with it; that of the tests would wait for the rank that is left. */
    @Tag("deep")
    @Test
    void aRankOfThreadsThatOpensNoSessionIsNotWaitedForLong() {
        assertEquals(1, job("thread", 2).start(Sessions.class, "absent").await().code());
    }

    @Test
    void aRankOfOneJvmThatOpensNoSessionIsNotWaitedForLong() {
        InThisJvm.End end = InThisJvm.run("sim", 2, Sessions.class, "absent");
        assertEquals(1, end.code(), end::text);
    }

    @Tag("deep")
    @Test
    void aSessionThatIsLeftOpenIsAnError() {
        TestJob.Ended ended = job("process", 2).start(Sessions.class, "open").await();
        assertEquals(OutOfStep.EXIT_CODE, ended.code(), ended::all);
        assertTrue(ended.err().contains("after opening a session of MPI, without closing it"), ended::all);
    }

    @Tag("tier2")
    @Test
    void processSetsHaveTheNamesThatTheUserGives() {
        processSetsHaveTheirNames("process");
    }

    @Tag("deep")
    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void processSetsOfRanksOfOneJvmHaveTheNamesThatTheUserGives(String mode) {
        processSetsHaveTheirNames(mode);
    }

    private static void processSetsHaveTheirNames(String mode) {
        String path = TestJob.of(Sessions.class) + File.pathSeparator + TestJob.of(ContractMain.class);
        TestJob job = new TestJob().with("--mode", mode, "--timeout", "100");
        job.with("-n", "1", "--pset", "ocean", TestJob.JAVA, "-cp", path, Sessions.class.getName(), "psets", ":");
        isRight(
                job.with("-n", "2", "--pset", "ice")
                        .start(Sessions.class, "psets")
                        .await(),
                3);
    }

    /** Sessions that last longer than Finalize have requests, and calls that other ranks have not made yet. */
    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void theCheckerFindsNothingWhereNothingIsWrong(String mode) {
        for (String[] scenarios : new String[][] {ALL, {"libraries"}}) {
            InThisJvm.End end = InThisJvm.checked(mode, 3, Sessions.class, scenarios);
            assertEquals(0, end.code(), end::text);
        }
    }

    @Tag("deep")
    @Test
    void theCheckerFindsNothingInProcesses() {
        isRight(job("process", 3).with("--check").start(Sessions.class, ALL).await(), 3);
    }

    @Test
    void differentCallsOnASessionsCommunicatorAreFound() {
        InThisJvm.End end = InThisJvm.checked("thread", 3, Sessions.class, "different");
        assertEquals(122, end.code(), end::text);
        assertTrue(end.text().contains("different-calls"), end::text);
    }

    /** What belongs to a session, and to none: once by each rank, although it happens twice. There is no Finalize. */
    @Test
    void whatIsNotFreedIsToldAtTheCloseOfTheLastSession() {
        TestJob.Ended ended = new TestJob()
                .with("-n", "2", "--mode", "thread", "--check")
                .here(directory, Sessions.class, "leaks", "leaks");
        assertEquals(0, ended.code(), ended::all);
        for (String leak : new String[] {
            "communicator: createFromGroup(", "window: new Win(", "persistent request: sendInit(", "datatype: "
        }) {
            assertEquals(2, ended.err().split(Pattern.quote(leak), -1).length - 1, () -> leak + "\n" + ended.all());
        }
        assertFalse(ended.err().contains("buffer: "), ended::all);
    }

    @ParameterizedTest
    @CsvSource({"active, active-requests", "unreceived, unreceived-messages", "large, different-calls"})
    void whatIsWrongInAProgramOfSessionsIsFound(String scenario, String kind) {
        InThisJvm.End end = InThisJvm.checked("thread", 2, Sessions.class, scenario);
        assertEquals(122, end.code(), end::text);
        assertTrue(end.text().contains(kind), end::text);
    }

    /** By its rank's number in the job, where that is the only one of its host. */
    @Tag("tier2")
    @Test
    void aSessionThatIsLeftOpenIsNamedByTheChecker() {
        TestJob.Ended ended =
                job(HOSTS, 2).with("--check").start(Sessions.class, "open").await();
        assertEquals(OutOfStep.EXIT_CODE, ended.code(), ended::all);
        String line = "error: session-left-open (Session.init at org.bipj.launch.contract.Sessions.open(";
        assertTrue(ended.err().contains("check: rank 1: " + line), ended::all);
    }

    @Test
    void aSessionThatIsLeftOpenIsNamedByTheCheckerOfThreads() {
        InThisJvm.End end = InThisJvm.checked("thread", 2, Sessions.class, "open");
        assertTrue(
                end.text().contains("without closing it (Session.init at org.bipj.launch.contract.Sessions.open("),
                end::text);
    }

    @Tag("deep")
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim", HOSTS})
    void twentyThousandSessionsLeaveNothingBehind(String mode) {
        isRight(job(mode, 2).start(Sessions.class, "many", "20000").await(), 2);
    }
}
