package org.bipj.launch.hosted.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.bipj.launch.hosted.SimulatedScenes;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads, locks and monitors in virtual time do what the JDK's do, and say it in the JDK's words. */
class ThreadScenesTest {
    private static final SimOptions LAB = SimOptions.of(SimOptions.DEFAULT_PLATFORM);

    /** On a busy machine a pause of the real run may be too short for what it waits for. */
    private static final int TRIES = 10;

    static List<String> scenes() {
        return ThreadScenes.names();
    }

    @ParameterizedTest
    @MethodSource("scenes")
    void threadsAreThoseOfTheJdk(String scene) throws Exception {
        List<String> simulated =
                SimulatedScenes.run(LAB, 1, ThreadScenes.class, scene).getFirst();
        List<String> real = ThreadScenes.onOneHost(scene);
        for (int i = 1; i < TRIES && !real.equals(simulated); i++) {
            real = ThreadScenes.onOneHost(scene);
        }
        assertEquals(String.join("\n", real), String.join("\n", simulated));
    }
}
