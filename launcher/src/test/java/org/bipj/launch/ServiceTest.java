package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that serve others, with {@code --service}: the job ends with the others. */
class ServiceTest extends JobTest {
    /** A service that would run for days, and whatever the other program is. */
    private Mpirun.Result serve(String mode, String serviceStep, String... clientSteps) {
        String actor = Actor.class.getName();
        String[] words = {"--mode", mode, "-n", "2", "--service", "java", "-cp", Mpirun.programs(), actor, serviceStep};
        String[] client = {":", "-n", "2", "java", "-cp", Mpirun.programs(), actor};
        return here().run(Stream.of(words, client, clientSteps)
                .flatMap(Stream::of)
                .toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim", "thread"})
    void theJobEndsWellWhenTheOthersHaveEnded(String mode) {
        Mpirun.Result result = serve(mode, "sleep:900000000", "sleep:100", "print:rank %r");
        assertEquals(0, result.code(), result.err());
        assertEquals(2, result.lines().size(), result.out());
        assertTrue(result.lines().contains("rank 2"), result.out());
        assertTrue(result.lines().contains("rank 3"), result.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim", "thread"})
    void aServiceMayEndBeforeTheOthersAndMayFail(String mode) {
        Mpirun.Result ends = serve(mode, "print:served", "sleep:200", "print:rank %r");
        assertEquals(0, ends.code(), ends.err());
        assertEquals(4, ends.lines().size(), ends.out());
        Mpirun.Result fails = serve(mode, "exit:7", "sleep:900000000");
        assertEquals(7, fails.code(), fails.err());
    }

    @Test
    void processesThatServeAreEnded() {
        String hang = "trap 'echo ended; exit 3' TERM; echo began; while :; do sleep 0.05; done";
        Mpirun.Result result = here().run(
                        "-n", "1", "--service", "sh", "-c", hang, ":", "-n", "2", "sh", "-c", "sleep 0.3; echo done");
        assertEquals(0, result.code(), result.err());
        assertEquals("", result.err());
        assertEquals("[began, done, done, ended]", result.lines().toString());
    }

    @Test
    void aJobOfServicesOnlyIsRefused() {
        Mpirun.Result result = here().run("-n", "1", "--service", "sh", "-c", "exit 0");
        assertEquals(2, result.code());
        assertTrue(result.err().startsWith("mpirun: --service: expected another program that is none"), result.err());
    }
}
