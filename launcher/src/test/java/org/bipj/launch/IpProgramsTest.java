package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Programs of sockets as jobs of {@code mpirun --mode sim --ip}. */
class IpProgramsTest extends JobTest {
    private Mpirun.Result run(String step, String... options) {
        List<String> words = new ArrayList<>(List.of("--mode", "sim", "--ip", "-n", "2"));
        words.addAll(List.of(options));
        words.addAll(List.of("java", "-cp", Mpirun.programs(), IpActor.class.getName(), step));
        return here().run(words.toArray(String[]::new));
    }

    @Test
    void programsThatWaitForEachOtherAreReportedWithPeersAndLines() {
        Mpirun.Result result = run("wait");
        assertEquals(123, result.code(), result.err());
        String report =
                result.err().replaceAll("since [0-9.]+ us", "since then").replaceAll("node1:[0-9]+", "node1");
        String expected = """
                mpirun: rank 0 waits in its program for data from node1 (rank 1), since then
                mpirun: rank 1 waits in its program for data from node0:7000 (rank 0), since then
                \tat org.bipj.launch.IpActor.wait(IpActor.java:""";
        assertTrue(report.contains(expected), report);
    }

    @Test
    void namesAreThoseOfTheSimulation() {
        Mpirun.Result result = run("names");
        assertEquals(0, result.code(), result.err());
        assertEquals("""
                node0/10.0.0.1 node1/10.0.0.2 node1 node0 localhost/127.0.0.1 1
                node1/10.0.0.2:1 node1 node1/10.0.0.2 node2/<unresolved>:1 true node2
                bipj.org: Name or service not known
                node2
                /0:0:0:0:0:0:0:1
                """, result.out());
    }

    @Test
    void whatAHostDoesNotHaveIsRefusedByName() {
        Mpirun.Result result = run("refused", "-n", "1");
        assertEquals(0, result.code(), result.err());
        List<String> lines = result.out().lines().toList();
        assertEquals(7, lines.size(), result.out());
        assertTrue(lines.stream().allMatch(line -> line.endsWith(": refused")), result.out());
    }

    /** A coroutine cannot leave its carrier there, so that it must keep the processor. */
    @Test
    void aThreadGivesNoWayWhileItInitialisesAClass() {
        Mpirun.Result result = run("initialiser", "-n", "1", "--jitter", "--seed", "3");
        assertEquals(0, result.code(), result.err());
        assertTrue(result.out().startsWith("initialised\n"), result.out());
        assertTrue(result.out().contains("the other\n"), result.out());
    }

    @Test
    void mpiOnSuchAHostIsRefused() {
        Mpirun.Result result = run("mpi");
        assertEquals(1, result.code(), result.err());
        assertTrue(result.err().contains("its board carries IP, and neither MPI nor another system"), result.err());
    }

    @Test
    void aCutCableIsSeenByTimeLimitsOnly() {
        Mpirun.Result result = run("cut", "--faults", "cut@host0:at=50ms");
        assertEquals(0, result.code(), result.err());
        assertEquals("""
                server: 7
                client: 1
                client: Connect timed out
                server: Read timed out
                client: Connection timed out
                """, result.out());
    }
}
