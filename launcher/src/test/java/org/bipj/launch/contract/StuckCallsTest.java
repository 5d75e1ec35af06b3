package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.bipj.am2.ActiveMessages;
import org.bipj.lci.Lci;
import org.bipj.orca.Orca;
import org.bipj.splitc.SplitC;
import org.bipj.ssam.Ssam;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of deadlocks name the call of the interface, and the object; all calls of an interface wait in one job. */
@Timeout(100)
class StuckCallsTest {
    @TempDir
    private Path directory;

    private void reports(String mode, String program, int ranks, List<String> expected) {
        String kind = mode.startsWith("sim") ? "sim" : mode;
        TestJob mpirun = new TestJob().with("-n", "" + ranks, "--mode", kind, "--timeout", "60");
        switch (mode) {
            case "sim-lci" -> mpirun.with("--platform", "das64", "--set", "nic.firmware=lci");
            case "sim-atm" -> mpirun.with("--platform", "ss20-atm", "--set", "atm.switch=true");
            default -> {}
        }
        mpirun.environment("BIPJ_DEADLOCK_SECONDS", "0.2")
                .jvm("-Xmx64m", "-XX:TieredStopAtLevel=1")
                .using(Lci.class, Orca.class, SplitC.class, ActiveMessages.class, Ssam.class);
        TestJob.Ended ended = mode.equals("process")
                ? mpirun.start(StuckCalls.class, program).await()
                : mpirun.here(directory, StuckCalls.class, program);
        assertEquals(123, ended.code(), () -> mode + ": " + ended.all());
        for (String line : expected) {
            assertTrue(ended.err().contains(line), () -> mode + ": \"" + line + "\" in " + ended.all());
        }
        assertFalse(ended.err().contains("its program"), () -> mode + ": " + ended.all());
        assertFalse(ended.err().contains("idle("), () -> mode + ": " + ended.all());
        assertFalse(ended.err().contains("MPI"), () -> mode + ": " + ended.all());
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim", "sim-lci"})
    void callsOfTheSystemsOverLci(String mode) {
        reports(
                mode,
                "systems",
                8,
                List.of(
                        "rank 0 waits in org.bipj.orca.Orca.replicated for Orca: the creation of object \"Counter\" by all"
                                + " ranks; ranks 1..7 have not",
                        "rank 1 waits in org.bipj.crl.Region.startRead for CRL: a section of region 0:1, for rank 0",
                        "rank 2 waits in org.bipj.orca.SharedObject.read for Orca: read never of object \"Count\"",
                        "rank 3 waits in org.bipj.orca.SharedObject.update for Orca: update take of object \"Pot\", for"
                                + " rank 0",
                        "rank 4 waits in org.bipj.crl.Crl.sum for CRL: a SUM of 3 values, for rank 0",
                        "rank 5 waits in org.bipj.panda.Rpc.call for Panda: Rpc.call: the reply of service 7, for rank 0",
                        "rank 6 waits in org.bipj.lci.Lci.group for LCI: a group, for rank 0",
                        "rank 7 waits in org.bipj.lci.Lci.barrier for LCI: a barrier, for rank "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void callsOfSplitC(String mode) {
        reports(
                mode,
                "splitc",
                2,
                List.of(
                        "rank 0 waits in org.bipj.splitc.SplitC.barrier for Split-C: a barrier, for rank 1",
                        "rank 1 waits in org.bipj.splitc.SplitC.storeSync for Split-C: stores of other ranks in"
                                + " storeSync"));
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void callsOfSplitCOfProcesses(String mode) {
        callsOfSplitC(mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void callsOfActiveMessages(String mode) {
        reports(
                mode,
                "am",
                6,
                List.of(
                        "rank 0 waits in org.bipj.am2.AmGroup.barrier for active messages: a barrier, for rank 5",
                        "rank 1 waits in org.bipj.am2.AmGroup.barrier for active messages: a barrier, for rank 5",
                        "rank 2 waits in org.bipj.am2.AmEndpoint.request for active messages: answers to requests of"
                                + " endpoint 1 (4 to rank 3)",
                        "rank 3 waits in org.bipj.am2.Bundle.await for active messages: an event of the bundle of"
                                + " endpoint 0",
                        "rank 4 waits in org.bipj.am2.Bundle.pollOrIdle"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void callsOfMultigameAndOfOrderedBroadcasts(String mode) {
        reports(
                mode,
                "multigame",
                4,
                List.of(
                        "rank 0 waits in org.bipj.multigame.Multigame.solve for Multigame: jobs, or the end of the search"
                                + " on all ranks",
                        "rank 1 waits in org.bipj.multigame.Multigame.solve for Multigame: jobs, or the next order of"
                                + " rank 0",
                        "ranks 2, 3 wait in org.bipj.panda.Panda.orderedBroadcast for Panda: Panda.orderedBroadcast: the"
                                + " opening of service 9, for rank 0"));
    }

    @Test
    void callsOfSsam() {
        reports(
                "sim-atm",
                "ssam",
                4,
                List.of(
                        "ranks 0, 2, 3 wait in org.bipj.ssam.Ssam.close for SSAM: the close of all ranks, for rank 1",
                        "rank 1 waits in org.bipj.ssam.Ssam.pollOrWait for SSAM: an active message"));
    }
}
