package org.bipj.core.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.bipj.core.job.ForeignLauncher.Protocol;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;

/** Environments as the launchers set them, reduced to what is looked at. */
class ForeignLauncherTest {
    private static final Map<String, String> SRUN =
            Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "3", "SLURM_STEPID", "0", "SLURM_STEP_NUM_TASKS", "3");

    private static Optional<ForeignLauncher> of(Map<String, String> environment) {
        return ForeignLauncher.of(environment::get);
    }

    @SafeVarargs
    private static Map<String, String> join(Map<String, String>... parts) {
        Map<String, String> all = new java.util.HashMap<>();
        for (Map<String, String> part : parts) {
            all.putAll(part);
        }
        return all;
    }

    private static void assertProtocol(Protocol expected, Map<String, String> environment) {
        assertEquals(Optional.of(expected), of(environment).map(ForeignLauncher::protocol));
    }

    @Test
    void launchersAreKnownByWhatTheyOffer() {
        assertProtocol(Protocol.PMI_1, Map.of("PMI_FD", "6", "PMI_RANK", "0", "PMI_SIZE", "2"));
        assertProtocol(Protocol.PMI_1, Map.of("PMI_PORT", "host:4711", "PMI_ID", "0"));
        Map<String, String> pmi = Map.of("PMI_FD", "11", "PMI_JOBID", "1.0", "PMI_RANK", "0", "PMI_SIZE", "3");
        assertProtocol(Protocol.PMI_2, join(SRUN, pmi));
        Map<String, String> pmix = Map.of("PMIX_NAMESPACE", "slurm.pmix.1.0", "PMIX_RANK", "2");
        assertProtocol(Protocol.PMIX, join(SRUN, pmix));
        assertProtocol(Protocol.PMIX, pmix);
        assertProtocol(Protocol.PMIX, join(Map.of("OMPI_COMM_WORLD_SIZE", "2"), pmix));
    }

    @Test
    void oneProcessIsAJobOfItsOwn() {
        assertEquals(Optional.empty(), of(Map.of()));
        assertEquals(Optional.empty(), of(Map.of("PMI_FD", "6", "PMI_RANK", "0", "PMI_SIZE", "1")));
        assertEquals(Optional.empty(), of(join(SRUN, Map.of("SLURM_STEP_NUM_TASKS", "1"))));
        assertEquals(
                Optional.empty(), of(Map.of("PMIX_NAMESPACE", "x", "PMIX_RANK", "0", "OMPI_COMM_WORLD_SIZE", "1")));
    }

    @Test
    void launchersInsideAStepOfSlurmAreNotSlurm() {
        Map<String, String> step = join(SRUN, Map.of("SLURM_STEP_NUM_TASKS", "1"));
        assertProtocol(Protocol.PMI_1, join(step, Map.of("PMI_FD", "6", "PMI_RANK", "0", "PMI_SIZE", "2")));
        assertProtocol(
                Protocol.PMIX,
                join(step, Map.of("PMIX_NAMESPACE", "113", "PMIX_RANK", "0", "OMPI_COMM_WORLD_SIZE", "2")));
    }

    /** A batch script has the allocation's variables, but belongs to no step. */
    @Test
    void aBatchScriptIsNoJobOfSeveral() {
        assertEquals(Optional.empty(), of(Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "3")));
    }

    @Test
    void aLauncherThatOffersNothingIsNamedWithWhatToAdd() {
        ForeignLauncher launcher = of(SRUN).orElseThrow();
        assertEquals(Protocol.NOTHING, launcher.protocol());
        assertEquals(
                "srun has started this process as one of several, but offers it no way to find the others: start it by"
                        + " srun --mpi=pmi2; to run each process alone, set BIPJ_LAUNCHER=none",
                launcher.unjoined().getMessage());
        assertProtocol(Protocol.NOTHING, Map.of("OMPI_COMM_WORLD_SIZE", "2", "OMPI_COMM_WORLD_RANK", "0"));
        assertProtocol(Protocol.NOTHING, Map.of("PMI_SIZE", "2", "PMI_RANK", "0"));
    }

    /** A rank that shares its JVM tells what it starts its number by Open MPI's names. */
    @Test
    void whatARankOfThisLibraryStartsForItselfIsAlone() {
        assertEquals(
                Optional.empty(),
                of(Map.of("OMPI_COMM_WORLD_SIZE", "2", "OMPI_COMM_WORLD_RANK", "0", "BIPJ_SHARED_JVM", "1")));
    }

    @Test
    void aLibraryWithoutTransportIsNamed() {
        ForeignLauncher launcher = of(Map.of("PMI_FD", "6", "PMI_SIZE", "2")).orElseThrow();
        assertTrue(launcher.unjoined().getMessage().contains("add bipj-all.jar"), launcher::toString);
    }

    @Test
    void theUserMaySayThatTheLauncherDoesNotMatter() {
        assertEquals(Optional.empty(), of(join(SRUN, Map.of("BIPJ_LAUNCHER", "none"))));
        PortException wrong = assertThrows(PortException.class, () -> of(Map.of("BIPJ_LAUNCHER", "hydra")));
        assertEquals("BIPJ_LAUNCHER=hydra: expected none, or no such variable", wrong.getMessage());
    }
}
