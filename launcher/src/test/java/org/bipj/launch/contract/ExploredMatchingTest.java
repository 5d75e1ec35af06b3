package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.bipj.core.job.Choices;
import org.bipj.launch.command.ExplorationPlan;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.sharedjvm.EmbeddedExploration;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An exploration finds all outcomes of a program and no others: those of {@link MatchingModel} or of {@link WindowModel}. */
class ExploredMatchingTest {
    /** Programs with more runs are left out. */
    private static final int MOST_RUNS = 20;

    /** Of programs with windows, in which different orders come to one outcome. */
    private static final int MOST_ORDERS = 60;

    private static final SimOptions OPTIONS = SimOptions.of(SimOptions.DEFAULT_PLATFORM);

    @Test
    void outcomesOfRandomProgramsAreThoseOfTheModel() {
        explore(50, 1);
    }

    @Test
    @Tag("deep")
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    void outcomesOfManyRandomProgramsAreThoseOfTheModel() {
        explore(10_000, 2);
    }

    /** Explores so many programs with more than one run. */
    private static void explore(int programs, long seed) {
        Random random = new Random(seed);
        int explored = 0;
        for (int number = 0; explored < programs; number++) {
            MatchingProgram program = MatchingProgram.random(random);
            Set<String> expected = MatchingModel.outcomes(program);
            if (expected.size() == 1 || expected.size() > MOST_RUNS) {
                continue;
            }
            ExplorationPlan plan = new ExplorationPlan("", MOST_RUNS, 0, 100, Choices.Buffers.SHORT, "");
            Exploration all = EmbeddedExploration.explore(
                    program.ranks().size(),
                    OPTIONS,
                    InThisJvm.code(MatchingMain.class, List.of(MatchingProgram.class), program.arguments()),
                    plan,
                    "off");
            if (all.isComplete()) {
                explored++;
                String what = "program " + number + " of seed " + seed + ": " + Arrays.toString(program.arguments());
                assertEquals(expected, outcomes(all, what), what);
            }
        }
    }

    @Test
    void outcomesOfRandomProgramsWithWindowsAreThoseOfTheModel() {
        exploreWindows(25, 3);
    }

    @Test
    @Tag("deep")
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    void outcomesOfManyRandomProgramsWithWindowsAreThoseOfTheModel() {
        exploreWindows(5_000, 4);
    }

    private static void exploreWindows(int programs, long seed) {
        Random random = new Random(seed);
        int explored = 0;
        for (int number = 0; explored < programs; number++) {
            WindowProgram program = WindowProgram.random(random);
            Set<String> expected = WindowModel.outcomes(program);
            if (expected.size() == 1 || expected.size() > MOST_RUNS) {
                continue;
            }
            ExplorationPlan plan = new ExplorationPlan("", MOST_ORDERS, 0, 1, Choices.Buffers.SHORT, "");
            Exploration all = EmbeddedExploration.explore(
                    program.ranks().size(),
                    OPTIONS,
                    InThisJvm.code(WindowMain.class, List.of(WindowProgram.class), program.arguments()),
                    plan,
                    "off");
            if (all.isComplete()) {
                explored++;
                String what = "program " + number + " of seed " + seed + ": " + Arrays.toString(program.arguments());
                assertEquals(expected, outcomes(all, what), what);
                assertEquals(Set.of(), all.leftOut(), what);
            }
        }
    }

    private static Set<String> outcomes(Exploration all, String what) {
        Set<String> outcomes = new TreeSet<>();
        all.outcomes().forEach(outcome -> {
            assertTrue(outcome.isSuccess() || outcome.failure().startsWith("deadlock"), () -> what + outcome.failure());
            outcomes.add(outcome.isSuccess() ? String.join(";", outcome.output()) : "deadlock");
        });
        return outcomes;
    }
}
