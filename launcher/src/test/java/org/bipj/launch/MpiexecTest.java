package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.bipj.core.machine.ThisHost;
import org.bipj.launch.contract.Faulty;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that {@code mpiexec.hydra} starts, and Open MPI's {@code mpirun}, which has PMIx. Skipped where these are not installed
 * (Debian's packages mpich and openmpi-bin).
 */
class MpiexecTest extends JobTest {
    private static final String ALONE = "-launcher fork";
    private static final String TWO_HOSTS = "-launcher fork -hosts a,b -ppn 2";

    private static boolean isInstalled(String command) {
        return Pattern.compile(":")
                .splitAsStream(System.getenv("PATH"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, command)));
    }

    private Process start(String options, int ranks, String... words) throws IOException {
        assumeTrue(isInstalled("mpiexec.hydra"), "mpiexec.hydra is not installed");
        List<String> command = new ArrayList<>(List.of("mpiexec.hydra"));
        command.addAll(List.of(options.split(" ")));
        command.addAll(List.of("-n", Integer.toString(ranks)));
        command.addAll(mpirun.program(HostsProgram.class, words));
        return mpirun.startOther(command);
    }

    private Mpirun.Result run(String options, int ranks, String... words) throws IOException {
        return mpirun.await(start(options, ranks, words));
    }

    private static List<String> exchanged(int ranks, java.util.function.IntFunction<String> host) {
        return IntStream.range(0, ranks)
                .mapToObj(rank -> "rank " + rank + " on " + host.apply(rank) + " has "
                        + 101 * (ranks - 1) * (ranks * (ranks - 1) / 2))
                .toList();
    }

    @Test
    void ranksOfOneHostShareItsMemory() throws IOException {
        Mpirun.Result result = run(ALONE + " -pmi-port", 2, "exchange", "spawn");
        assertEquals("", result.err());
        List<String> lines = new ArrayList<>(exchanged(2, rank -> ThisHost.NAME));
        lines.addAll(List.of("rank 0 is told of mpirun", "rank 1 is told of mpirun"));
        assertEquals(
                lines.stream().sorted().toList(),
                result.lines().stream().sorted().toList());
        assertEquals(0, result.code());
    }

    /** Two of the launcher's hosts are two here, though they are one machine. */
    @Tag("tier2")
    @Test
    void ranksOfSeveralHostsUseTheNetwork() throws IOException {
        Mpirun.Result result = run(TWO_HOSTS, 4, "exchange");
        assertEquals("", result.err());
        assertEquals(exchanged(4, rank -> ThisHost.NAME + "#" + rank / 2), result.lines());
        assertEquals(0, result.code());
    }

    @Tag("tier2")
    @Test
    void anAbortEndsTheJobWithItsCodeAndReason() throws IOException {
        Mpirun.Result result = run(TWO_HOSTS, 4, "abort");
        assertEquals(7, result.code(), result.err());
        assertTrue(result.err().contains("bipj: rank 3 of 4 ends the job: "), result.err());
    }

    /** The variable asks for the checker where {@code mpirun} is another's. */
    @Tag("tier2")
    @Test
    void callsAreCheckedByTheVariable() throws IOException {
        assumeTrue(isInstalled("mpiexec.hydra"), "mpiexec.hydra is not installed");
        mpirun.environment().put("BIPJ_CHECK", "on");
        List<String> command = new ArrayList<>(List.of("mpiexec.hydra", "-launcher", "fork", "-n", "2"));
        command.addAll(mpirun.program(Faulty.class, "different-roots"));
        Mpirun.Result result = mpirun.await(mpirun.startOther(command));
        assertEquals(122, result.code(), result.err());
        assertTrue(result.err().contains("check: different-calls: "), result.err());
        assertTrue(result.err().contains("iBcast(1 INT, root 0)"), result.err());
    }

    /** By hydra's own failure, dead processes keep their numbers here. */
    @Tag("tier2")
    @Test
    void aRankThatIsKilledEndsTheJobAndLeavesNothing() throws IOException {
        Process job = start("-launcher fork -hosts a,b -ppn 1", 2, "wait");
        Mpirun.until("both wait", () -> mpirun.output().lines().count() == 2);
        long rank = mpirun.ranks().stream()
                .filter(pid -> ProcessHandle.of(pid)
                        .flatMap(process -> process.info().command())
                        .map(command -> command.endsWith("/java"))
                        .orElse(false))
                .findFirst()
                .orElseThrow();
        Mpirun.signal(rank, "KILL");
        assertNotEquals(0, mpirun.await(job).code());
    }

    private Mpirun.Result openMpi(int ranks, String... options) throws IOException {
        assumeTrue(isInstalled("mpirun.openmpi"), "mpirun.openmpi is not installed");
        mpirun.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        mpirun.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        List<String> command = new ArrayList<>(List.of("mpirun.openmpi", "--oversubscribe", "--bind-to", "none"));
        command.addAll(List.of(options));
        command.addAll(List.of("-n", Integer.toString(ranks)));
        command.addAll(mpirun.program(HostsProgram.class, "exchange"));
        return mpirun.await(mpirun.startOther(command));
    }

    /** Open MPI's launcher takes longer to start than all else here. */
    @Tag("deep")
    @Test
    void ranksOfOneHostMeetByPmix() throws IOException {
        Mpirun.Result result = openMpi(2);
        assertEquals("", result.err());
        assertEquals(exchanged(2, rank -> ThisHost.NAME), result.lines());
        assertEquals(0, result.code());
    }

    /** Its hosts are this machine under two names, which takes root's rights. */
    @Tag("deep")
    @Test
    void ranksOfSeveralHostsMeetByPmix(@TempDir Path directory) throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can give the machine a second name");
        Path agent = directory.resolve("agent");
        Files.writeString(agent, """
                #!/bin/sh
                while [ "${1#-}" != "$1" ]; do shift; done
                name=$1; shift
                exec unshare --uts sh -c "hostname $name; exec sh -c '$*'"
                """);
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
        Mpirun.Result result = openMpi(4, "--mca", "plm_rsh_agent", agent.toString(), "-H", "a:2,b:2");
        assertEquals("", result.err());
        assertEquals(exchanged(4, rank -> rank < 2 ? "a" : "b"), result.lines());
        assertEquals(0, result.code());
    }

    @Tag("tier2")
    @Test
    void aLauncherThatOffersNothingIsNamedWithWhatToAdd() throws IOException {
        mpirun.environment().put("SLURM_STEPID", "0");
        mpirun.environment().put("SLURM_STEP_NUM_TASKS", "2");
        Mpirun.Result result = mpirun.alone("init");
        assertEquals(1, result.code());
        assertTrue(
                result.err()
                        .contains("srun has started this process as one of several, but offers it no way to find the"
                                + " others: start it by srun --mpi=pmi2"),
                result.err());
    }
}
