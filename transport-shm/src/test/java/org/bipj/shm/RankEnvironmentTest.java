package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.bipj.core.job.Application;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a launcher tells a rank's process, and how that takes it. */
class RankEnvironmentTest {
    @Test
    void ranksGetTheLaunchersAnswers() {
        Map<String, String> variables = RankEnvironment.of("/dev/shm/bipj-x", 3, 4, true, Application.only(4));
        assertEquals("/dev/shm/bipj-x", variables.get("BIPJ_SESSION"));
        assertEquals("3", variables.get("BIPJ_RANK"));
        assertEquals("true", variables.get("BIPJ_CROWDED"));
        assertEquals(RankEnvironment.libraryVersion(), variables.get("BIPJ_VERSION"));
    }

    @Test
    void ranksKnowTheirProgram() {
        Application second = new Application(1, 3, "/usr/bin/java");
        Map<String, String> variables = RankEnvironment.of("/dev/shm/bipj-x", 3, 4, true, second);
        assertEquals(second, RankEnvironment.application(4, variables::get));
        assertEquals(new Application(0, 4, "java"), RankEnvironment.application(4, name -> null));
    }

    @Test
    void aLibraryOfAnotherVersionThanMpirunsIsNamed() {
        String message = assertThrows(PortException.class, () -> ShmJobProvider.checkVersion(2, "1.0", "1.1"))
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
        ShmJobProvider.checkVersion(0, own, launcher);
    }
}
