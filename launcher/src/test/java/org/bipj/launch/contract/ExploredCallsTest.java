package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.explore.ExplorationPlan;
import org.bipj.launch.onejvm.embedded.EmbeddedExploration;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each kind of call, with one rank of three that dies before each of the calls and within them: all that live come to their end, and meet no
 * errors but those that tell of a death.
 */
class ExploredCallsTest {
    private static final int RANKS = 3;
    private static final String MOST_RUNS = "20000";

    @TempDir
    Path folder;

    private void everyDeathLetsTheOthersEnd(String program) {
        Exploration all = EmbeddedExploration.explore(
                RANKS,
                SimOptions.of(SimOptions.DEFAULT_PLATFORM),
                InThisJvm.code(MortalCalls.class, List.of(), program, folder.toString()),
                ExplorationPlan.DEFAULT.within(MOST_RUNS).deaths(1),
                "off",
                Duration.ZERO);
        all.outcomes().forEach(one -> assertTrue(one.isSuccess(), () -> one.failure() + one.choices()));
        assertTrue(all.extent().startsWith("Complete"), all.extent());
        // All live in one run, and each rank dies in another one.
        assertTrue(all.runs() > RANKS, () -> "runs: " + all.runs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"finalizes", "synchronous", "probes", "gather"})
    void ofAFew(String program) {
        everyDeathLetsTheOthersEnd(program);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exchange", "createGroup"})
    @Tag("tier2")
    void ofMore(String program) {
        everyDeathLetsTheOthersEnd(program);
    }

    static Set<String> all() {
        return MortalCalls.names();
    }

    @ParameterizedTest
    @MethodSource("all")
    @Tag("deep")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void ofAll(String program) {
        everyDeathLetsTheOthersEnd(program);
    }
}
