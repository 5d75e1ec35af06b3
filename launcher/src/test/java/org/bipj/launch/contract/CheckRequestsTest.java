package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code --check} says of requests, receive buffers and datatypes: each fault of {@link FaultyRequests}, and nothing of its neighbours. */
class CheckRequestsTest {
    private static final int ERROR = 122;
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    /** By coroutines, unless the suite is deep: what is compared is the same. */
    private static final List<String> MODES = DEEP ? List.of("thread", "sim") : List.of("sim");

    private static String at(String method) {
        return "at " + FaultyRequests.class.getName() + "." + method + "(FaultyRequests.java:";
    }

    private static InThisJvm.End run(String mode, String program) {
        return CheckTest.listened(() -> CheckTest.run(mode, 2, FaultyRequests.class, program));
    }

    private static Stream<Arguments> inModes(String... programs) {
        return MODES.stream().flatMap(mode -> Stream.of(programs).map(program -> Arguments.of(mode, program)));
    }

    private static Stream<Arguments> stores() {
        Stream<Arguments> inOneJvm =
                inModes("store-into-column", "store-into-long", "store-into-own", "store-before-send");
        return DEEP ? Stream.concat(inOneJvm, Stream.of(Arguments.of("process", "store-into-long"))) : inOneJvm;
    }

    @ParameterizedTest
    @MethodSource("stores")
    void aStoreIntoThePendingReceivesBufferIsTold(String mode, String program) {
        InThisJvm.End end = run(mode, program);
        assertEquals(ERROR, end.code(), end::text);
        String what =
                "changed-while-pending: the buffer of a receive was changed between its start and the arrival of its message";
        assertTrue(end.text().contains(what), end::text);
        assertTrue(end.text().contains(" at " + FaultyRequests.class.getName() + ".store"), end::text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            changes-put     | the buffer of a one-sided operation was changed between its start and its completion
            changes-reduced | the buffer of a collective operation was changed between its start and its completion
            reuses-result   | memory that a pending collective operation writes is read by another call
            """)
    void anOperationIsCalledWhatItIs(String program, String what) {
        InThisJvm.End end = run("sim", program);
        assertEquals(ERROR, end.code(), end::text);
        assertTrue(end.text().contains(what), end::text);
    }

    private static Stream<Arguments> legal() {
        return inModes("legal-stores", "legal-frees", "legal-operands", "legal-waits", "legal-parts");
    }

    @ParameterizedTest
    @MethodSource("legal")
    void theirLegalNeighboursAreNotTold(String mode, String program) {
        InThisJvm.End end = run(mode, program);
        assertEquals(0, end.code(), end::text);
        assertFalse(end.text().contains("check: "), end::text);
    }

    private static Stream<Arguments> modes() {
        return MODES.stream().map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void freedReceivesAreListed(String mode) {
        List<String> calls = Stream.of("freeAny", "freePersistent", "freeMatched")
                .map(method -> "; free() " + at(method))
                .toList();
        areListed(mode, "freed-receives", "freed-receive", calls);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void predefinedOperationsOnDerivedTypesAreListedAsExtensions(String mode) {
        List<String> calls = Stream.of("reduce(2 ", "scan(1 ", "allReduceInit(1 ")
                .map(call -> "(MPI 4.1, 6.9.2): " + call)
                .toList();
        areListed(mode, "extensions", "extension", calls);
    }

    private static void areListed(String mode, String program, String kind, List<String> texts) {
        InThisJvm.End end = run(mode, program);
        assertEquals(0, end.code(), end::text);
        assertTrue(end.text().contains("check: rank 1: warning: " + kind), end::text);
        texts.forEach(text -> assertTrue(end.text().contains(text), () -> text + "\n" + end.text()));
    }

    @ParameterizedTest
    @MethodSource("modes")
    void waitsForRequestsThatWereNeverStartedAreTold(String mode) {
        InThisJvm.End end = run(mode, "never-started");
        assertEquals(0, end.code(), end::text);
        for (String call : List.of("recvInit(1 INT", "barrierInit()", "sendInit(1 INT")) {
            assertTrue(end.text().contains("a request is waited for that was never started: " + call), end::text);
        }
        String twice = "sendInit(1 INT, dest 0, tag 7) in MPI_COMM_WORLD " + at("neverStarted");
        assertEquals(1, end.text().split(java.util.regex.Pattern.quote(twice), -1).length - 1, end::text);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aGeneralizedRequestThatIsNeverCompletedIsTold(String mode) {
        InThisJvm.End end = run(mode, "never-completed");
        assertEquals(ERROR, end.code(), end::text);
        assertTrue(end.text().contains("active-requests: Finalize is called while 1 request is active"), end::text);
        assertTrue(end.text().contains("Grequest.start() " + at("neverCompleted")), end::text);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aPartitionThatIsReadyTwiceIsAnErrorByName(String mode) {
        InThisJvm.End end = run(mode, "ready-twice");
        assertTrue(end.code() != 0, end::text);
        assertTrue(
                end.text().contains("Prequest.pReady (rank 0 of MPI_COMM_WORLD): partition 1 is ready already"),
                end::text);
    }

    /** The job does not come to its end, where other warnings are printed. */
    @Test
    void aForgottenStartIsToldBeforeTheDeadlock() {
        InThisJvm.End end = run("sim", "wait-at-deadlock");
        assertTrue(end.code() != 0, end::text);
        assertTrue(end.text().contains("never started: sSendInit(1 INT, dest 1, tag 7)"), end::text);
        assertTrue(end.text().contains("waits in mpi.Comm.recv for a message from rank 1 with tag 7"), end::text);
    }

    private static Stream<Arguments> unusable() {
        return inModes("uncommitted-exchange", "freed-type", "uncommitted-start");
    }

    /** The same with and without the checker: it says nothing of a message. */
    @ParameterizedTest
    @MethodSource("unusable")
    void aTypeThatIsNotUsableIsNoWrongReceive(String mode, String program) {
        InThisJvm.End end = run(mode, program);
        assertEquals(1, end.code(), end::text);
        assertTrue(end.text().contains("ERR_TYPE in "), end::text);
        assertTrue(end.text().contains("was freed") || end.text().contains("is not committed"), end::text);
        assertFalse(end.text().contains("wrong-receive"), end::text);
    }
}
