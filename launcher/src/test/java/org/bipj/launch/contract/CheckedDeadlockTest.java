package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code mpirun --check}: ranks that wait for each other while others work are told; ranks that only wait long are not. */
class CheckedDeadlockTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final long FIRST_SEED = Long.getLong("bipj.seed", 1);
    private static final int ERROR = 122;
    /** Circles of threads, unless the suite is deep. */
    private static final Set<String> OF_THREADS = Set.of("bcast");
    /** And of processes, on one host and on two. */
    private static final String OF_PROCESSES = "receives";

    @TempDir
    Path temporary;

    private static Stream<Arguments> circles() {
        return Stream.of("thread", "sim").flatMap(CheckedDeadlockTest::circlesIn);
    }

    private static Stream<Arguments> circlesOfProcesses() {
        return circlesIn("process");
    }

    private static Stream<Arguments> circlesIn(String mode) {
        return Circles.kinds().filter(kind -> DEEP || isShort(mode, kind)).map(kind -> Arguments.of(mode, kind));
    }

    /** Processes in the deep suite only. */
    private static Stream<String> ofOneJvm() {
        return DEEP ? Stream.of("process", "thread", "sim") : Stream.of("thread", "sim");
    }

    private static boolean isShort(String mode, String kind) {
        return switch (mode) {
            case "sim" -> true;
            case "thread" -> OF_THREADS.contains(kind);
            default -> kind.equals(OF_PROCESSES);
        };
    }

    @Tag("tier2")
    @ParameterizedTest
    @MethodSource("circlesOfProcesses")
    void aCircleOfProcessesIsToldWhileOthersWork(String mode, String kind) {
        aCircleIsToldWhileOthersWork(mode, kind);
    }

    @ParameterizedTest
    @MethodSource("circles")
    void aCircleIsToldWhileOthersWork(String mode, String kind) {
        InThisJvm.End end = CheckTest.run(mode, Circles.RANKS, Circles.class, kind, "0", turns(mode));
        assertEquals(ERROR, end.code(), end::text);
        assertTrue(end.text().contains("check: deadlock: ranks 0"), end::text);
        assertTrue(end.text().contains("wait for each other while other ranks go on"), end::text);
        assertTrue(end.text().contains("    rank 0: "), end::text);
        assertTrue(end.text().contains(" at " + Circles.class.getName() + "."), end::text);
        assertTrue(end.text().contains(" waits for rank "), end::text);
        assertFalse(end.text().contains("    rank " + Circles.CIRCLE + ": "), end::text);
    }

    /** How often others exchange messages. In virtual time the circle is told at once, and they need not work for long. */
    private static String turns(String mode) {
        return mode.equals("sim") ? "300" : "" + Integer.MAX_VALUE;
    }

    @Test
    void eachArcIsToldWithItsCall() {
        InThisJvm.End end = CheckTest.run("sim", Circles.RANKS, Circles.class, "exchange", "0", turns("sim"));
        for (int rank = 0; rank < Circles.CIRCLE; rank++) {
            int last = (rank + Circles.CIRCLE - 1) % Circles.CIRCLE;
            String arc = "rank " + rank + ": sendRecv(1 INT, dest " + (rank + 1) % Circles.CIRCLE
                    + ", tag 7, source " + last + ", tag 8) in the communicator of ranks 0..2 at "
                    + Circles.class.getName() + ".exchange(Circles.java:";
            assertTrue(end.text().contains(arc), () -> arc + "\n" + end.text());
            assertTrue(end.text().contains(") waits for rank " + last), end::text);
            String unreceived = "unreceived at rank " + rank + ": 4 bytes from rank " + last + " with tag 7, sent by ";
            assertTrue(end.text().contains(unreceived + "sendRecv(1 INT, dest " + rank), end::text);
        }
    }

    /** The messages that lie there are named, as in reports of deadlocks of all. */
    @ParameterizedTest
    @CsvSource({"thread, after-messages, 40, 8, send", "sim, wait, 4, 8, iSend", "sim, after-messages, 40, 8, send"})
    void unreceivedMessagesAreToldWithACircle(String mode, String kind, int bytes, int tag, String call) {
        InThisJvm.End end = CheckTest.run(mode, Circles.RANKS, Circles.class, kind, "0", turns(mode));
        assertEquals(ERROR, end.code(), end::text);
        for (int rank = 0; rank < Circles.CIRCLE; rank++) {
            String unreceived = "unreceived at rank " + rank + ": " + bytes + " bytes from rank "
                    + (rank + Circles.CIRCLE - 1) % Circles.CIRCLE + " with tag " + tag + ", sent by " + call + "(";
            assertTrue(end.text().contains(unreceived), () -> unreceived + "\n" + end.text());
        }
    }

    /** A rank in Finalize does not go on: this is a deadlock of all, whose report names the message with the other tag. */
    @ParameterizedTest
    @MethodSource("ofOneJvm")
    void aRankInFinalizeDoesNotGoOn(String mode) {
        InThisJvm.End end = CheckTest.run(mode, 4, OtherTag.class);
        assertTrue(end.code() != 0, end::text);
        assertFalse(end.text().contains("go on"), end::text);
        assertTrue(end.text().contains("4 bytes from rank 0 with tag 5"), end::text);
    }

    /** The circle is on one of two hosts. */
    @Tag("deep")
    @Test
    void aCircleOnOneHostOfTwo() {
        TestJob job = new TestJob().with("--check").jvm("-Xmx96m", "-XX:TieredStopAtLevel=1");
        TestJob.Ended ended = TwoHosts.run(job, temporary, Circles.RANKS + 1, "tcp")
                .start(Circles.class, "receives", "1")
                .await();
        assertEquals(ERROR, ended.code(), ended::all);
        assertTrue(ended.err().contains("check: deadlock: ranks 1..3 wait for each other"), ended::all);
    }

    /** A wait for a started collective operation goes on again and again, so that its record changes from round to round. */
    private static Stream<String> circlesOverHosts() {
        return Circles.kinds().filter(kind -> DEEP ? !kind.equals("started-call") : kind.equals(OF_PROCESSES));
    }

    private TestJob overHosts(int ranks) {
        TestJob job = new TestJob().with("--check").jvm("-Xmx96m", "-XX:TieredStopAtLevel=1");
        return TwoHosts.run(job, temporary, ranks, "tcp");
    }

    /** Rank 0 is alone on its host. */
    @Tag("tier2")
    @ParameterizedTest
    @MethodSource("circlesOverHosts")
    void aCircleOverTwoHosts(String kind) {
        TestJob.Ended ended =
                overHosts(Circles.RANKS).start(Circles.class, kind, "0").await();
        assertEquals(ERROR, ended.code(), ended::all);
        assertTrue(ended.err().contains("check: deadlock: ranks 0"), ended::all);
        assertTrue(ended.err().contains("wait for each other while other ranks go on"), ended::all);
        assertTrue(ended.err().contains("    rank 0: "), ended::all);
        assertFalse(ended.err().contains("    rank " + Circles.CIRCLE + ": "), ended::all);
    }

    /** What seems to be a circle for seconds is none, since a rank that works sends at last. */
    @Tag("deep")
    @Test
    void longWaitsOverTwoHostsAreNotTold() {
        longWaitsOverTwoHostsAreNotTold("late", 0);
    }

    /** Or exits. */
    @Tag("deep")
    @Test
    void longWaitsOverTwoHostsForARankThatExitsAreNotTold() {
        longWaitsOverTwoHostsAreNotTold("gone", WaitsOverHosts.GONE);
    }

    private void longWaitsOverTwoHostsAreNotTold(String end, int code) {
        TestJob.Ended ended =
                overHosts(WaitsOverHosts.RANKS).start(WaitsOverHosts.class, end).await();
        assertEquals(code, ended.code(), ended::all);
        assertFalse(ended.all().contains("check: "), ended::all);
    }

    /** With several threads in the library another one may end a wait. */
    @ParameterizedTest
    @MethodSource("ofOneJvm")
    void aWaitThatAnotherThreadEndsIsNotTold(String mode) {
        InThisJvm.End end = CheckTest.run(mode, 3, LateThread.class);
        assertEquals(0, end.code(), end::text);
        assertFalse(end.text().contains("check: "), end::text);
    }

    /** Random programs that wait much: nothing is told, also where each round of each wait is looked at. */
    @ParameterizedTest
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    @CsvSource({"sim, 8, 100, 80"})
    void longWaitsAreNotTold(String mode, int seeds, int deepJobs, int deepSeeds) {
        int number = DEEP ? deepSeeds : seeds;
        for (int job = 0; job < (DEEP ? deepJobs : 1); job++) {
            String first = "" + (FIRST_SEED + job * number);
            int ranks = DEEP || !mode.equals("process") ? 5 : 3;
            InThisJvm.End end = CheckTest.run(mode, ranks, Patient.class, first, "" + number);
            assertEquals(0, end.code(), () -> "from seed " + first + "\n" + end.text());
            assertFalse(end.text().contains("check: "), end::text);
        }
    }

    @Tag("deep")
    @ParameterizedTest
    @CsvSource({"process, 1, 20, 20", "thread, 3, 100, 20"})
    void longWaitsAreNotToldInRealTime(String mode, int seeds, int deepJobs, int deepSeeds) {
        longWaitsAreNotTold(mode, seeds, deepJobs, deepSeeds);
    }
}
