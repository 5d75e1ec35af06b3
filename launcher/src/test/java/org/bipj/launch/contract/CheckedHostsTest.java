package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mpirun --check} on two hosts: ranks that share no memory compare their calls once all have called Finalize. */
class CheckedHostsTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int ERROR = 122;

    @TempDir
    Path temporary;

    private TestJob.Ended run(int ranks, Class<?> program, String... arguments) {
        TestJob job = new TestJob().with("--check").jvm("-Xmx96m", "-XX:TieredStopAtLevel=1");
        return TwoHosts.run(job, temporary, ranks, "tcp")
                .start(program, arguments)
                .await();
    }

    /** Rank 0 is alone on its host. */
    @Tag("tier2")
    @Test
    void aMessageToAnotherHostThatNobodyReceivesIsTold() {
        String sent = "12 bytes from rank 0 with tag 7, sent by send(3 INT, dest 1, tag 7)";
        isTold("unreceived-messages", "unreceived-messages", sent, "Faulty.unreceivedMessages(Faulty.java:");
    }

    @Tag("deep")
    @Test
    void differentOperationsOfTwoHostsAreTold() {
        String first = "rank 0: allReduceInit(1 INT, op SUM)";
        isTold("different-reductions", "different-calls", first, "op MAX");
    }

    @Tag("deep")
    @Test
    void aCallInsteadOfWhichARankFinalizesIsTold() {
        String first = "rank 0: bcast(1 INT, root 0) in MPI_COMM_WORLD at";
        isTold("missing-call", "different-calls", first, "rank 1: Finalize() in MPI_COMM_WORLD at");
    }

    private void isTold(String fault, String kind, String first, String second) {
        TestJob.Ended ended = run(2, Faulty.class, fault);
        assertEquals(ERROR, ended.code(), ended::all);
        assertTrue(ended.err().contains("check: " + kind + ": "), ended::all);
        assertTrue(ended.err().contains(first), ended::all);
        assertTrue(ended.err().contains(second), ended::all);
    }

    /** By the message of rank 0's call, if that has come when rank 1 frees the communicator; else once both have called Finalize. */
    @Tag("deep")
    @Test
    void aCallThatOneHostHasNotMadeIsTold() {
        TestJob.Ended ended = run(2, Faulty.class, "missing-call-of-some");
        assertEquals(ERROR, ended.code(), ended::all);
        assertTrue(ended.err().contains("check: missing-call: "), ended::all);
        boolean byMessage = ended.err().contains("rank 0 is in its call 1")
                && ended.err().contains("free() in the communicator of ranks 0, 1 at " + Faulty.class.getName());
        boolean atFinalize = ended.err().contains("rank 0: bcast(1 INT, root 0)")
                && ended.err().contains("; not made by rank 1");
        assertTrue(byMessage || atFinalize, ended::all);
    }

    @Tag("tier2")
    @Test
    void nothingIsToldOfProgramsWithoutFault() {
        nothingIsTold(Faultless.class);
    }

    @Tag("deep")
    @Test
    void nothingIsToldOfProgramsThatWait() {
        nothingIsTold(Patient.class);
    }

    private void nothingIsTold(Class<?> program) {
        TestJob.Ended ended = run(DEEP ? 4 : 3, program, "1", DEEP ? "300" : "1");
        assertEquals(0, ended.code(), ended::all);
        assertFalse(ended.all().contains("check: "), ended::all);
    }
}
