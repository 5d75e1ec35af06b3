package org.bipj.shm.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Optional;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.job.JobProvider;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a launcher tells a rank's process, and how that takes it. */
class RankEnvironmentTest {
    /** Stands for the class of the transport that joins the job. */
    private static final class Provider implements JobProvider {
        @Override
        public Optional<Job> join() {
            return Optional.empty();
        }
    }

    private static Map<String, String> of(
            String session, int rank, int size, boolean crowded, Application application) {
        return RankEnvironment.of(
                Provider.class.getName(),
                session,
                new RankEnvironment.Place(rank, size, rank, size),
                crowded,
                application);
    }

    @Test
    void ranksGetTheLaunchersAnswers() {
        Map<String, String> variables = of("/dev/shm/bipj-x", 3, 4, true, Application.only(4));
        assertEquals(Provider.class.getName(), variables.get(JobVariables.PROVIDER));
        assertEquals("/dev/shm/bipj-x", variables.get("BIPJ_SESSION"));
        assertEquals("3", variables.get("BIPJ_RANK"));
        assertEquals("true", variables.get("BIPJ_CROWDED"));
        assertEquals(RankEnvironment.libraryVersion(), variables.get("BIPJ_VERSION"));
    }

    @Test
    void aRankOfSeveralHostsHasItsPlaceOnItsHost() {
        Map<String, String> variables = RankEnvironment.of(
                "org.example.Provider",
                "/dev/shm/bipj-x",
                new RankEnvironment.Place(5, 8, 1, 4),
                false,
                Application.only(8));
        assertEquals("org.example.Provider", variables.get(JobVariables.PROVIDER));
        assertEquals("5", variables.get("BIPJ_RANK"));
        assertEquals("8", variables.get("BIPJ_SIZE"));
        assertEquals("1", variables.get("BIPJ_LOCAL_RANK"));
        assertEquals("4", variables.get("BIPJ_LOCAL_SIZE"));
        assertEquals("1", variables.get("OMPI_COMM_WORLD_LOCAL_RANK"));
    }

    @Test
    void ranksKnowTheirProgram() {
        Application second = new Application(1, 3, "/usr/bin/java");
        Map<String, String> variables = of("/dev/shm/bipj-x", 3, 4, true, second);
        assertEquals(second, RankEnvironment.application(4, variables::get));
        assertEquals(new Application(0, 4, "java"), RankEnvironment.application(4, name -> null));
    }

    @Test
    void aLibraryOfAnotherVersionThanMpirunsIsNamed() {
        String message = assertThrows(PortException.class, () -> RankEnvironment.checkVersion(2, "1.0", "1.1"))
                .getMessage();
        assertEquals(
                "rank 2: the program runs with version 1.0 of the library, but mpirun is of version 1.1: use one version"
                        + " for both",
                message);
    }

    /** A build that is not packed into jars has none. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {"1.0, 1.0", "'', 1.0", "1.0, ''", "1.0, null", "'', null"})
    void versionsThatAreNotKnownAreNotCompared(String own, String launcher) {
        RankEnvironment.checkVersion(0, own, launcher);
    }
}
