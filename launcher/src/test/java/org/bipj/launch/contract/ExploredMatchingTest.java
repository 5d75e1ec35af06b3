package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.bipj.core.replay.Choices;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.explore.ExplorationPlan;
import org.bipj.launch.onejvm.embedded.EmbeddedExploration;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An exploration finds all outcomes of a program and no others: those of {@link MatchingModel} or of {@link WindowModel}. */
class ExploredMatchingTest {
    /** Programs with more runs are left out. */
    private static final int MOST_RUNS = 20;

    /** Of programs with windows, in which different orders come to one outcome. */
    private static final int MOST_ORDERS = 60;

    private static final SimOptions OPTIONS = SimOptions.of(SimOptions.DEFAULT_PLATFORM);

    /**
     * A random program.
     *
     * @param main runs it, with the help of another class
     * @param outcomes those of the model
     */
    private record Small(int ranks, Class<?> main, Class<?> helper, String[] arguments, Set<String> outcomes) {
        static Small matching(Random random) {
            MatchingProgram program = MatchingProgram.random(random);
            return new Small(
                    program.ranks().size(),
                    MatchingMain.class,
                    MatchingProgram.class,
                    program.arguments(),
                    MatchingModel.outcomes(program));
        }

        static Small windows(Random random) {
            WindowProgram program = WindowProgram.random(random);
            return new Small(
                    program.ranks().size(),
                    WindowMain.class,
                    WindowProgram.class,
                    program.arguments(),
                    WindowModel.outcomes(program));
        }
    }

    @Test
    void outcomesOfRandomProgramsAreThoseOfTheModel() {
        exploreMatching(50, 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
    @Tag("deep")
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    void outcomesOfManyRandomProgramsAreThoseOfTheModel(long seed) {
        exploreMatching(1_000, seed);
    }

    @Test
    void outcomesOfRandomProgramsWithWindowsAreThoseOfTheModel() {
        exploreWindows(15, 3);
    }

    @ParameterizedTest
    @ValueSource(longs = {20, 21, 22, 23, 24})
    @Tag("deep")
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    void outcomesOfManyRandomProgramsWithWindowsAreThoseOfTheModel(long seed) {
        exploreWindows(1_000, seed);
    }

    private static void exploreMatching(int programs, long seed) {
        ExplorationPlan plan = new ExplorationPlan("", MOST_RUNS, 0, 100, Choices.Buffers.SHORT, 0, "");
        explore(programs, seed, Small::matching, plan, (all, what) -> {});
    }

    private static void exploreWindows(int programs, long seed) {
        ExplorationPlan plan = new ExplorationPlan("", MOST_ORDERS, 0, 1, Choices.Buffers.SHORT, 0, "");
        explore(programs, seed, Small::windows, plan, (all, what) -> assertEquals(Set.of(), all.leftOut(), what));
    }

    /**
     * Explores so many programs with more than one outcome.
     *
     * @param also checks what else holds of an exploration
     */
    private static void explore(
            int programs,
            long seed,
            Function<Random, Small> source,
            ExplorationPlan plan,
            BiConsumer<Exploration, String> also) {
        Random random = new Random(seed);
        int explored = 0;
        for (int number = 0; explored < programs; number++) {
            Small program = source.apply(random);
            if (program.outcomes.size() == 1 || program.outcomes.size() > MOST_RUNS) {
                continue;
            }
            Exploration all = EmbeddedExploration.explore(
                    program.ranks,
                    OPTIONS,
                    InThisJvm.code(program.main, List.of(program.helper), program.arguments),
                    plan,
                    "off");
            if (all.isComplete()) {
                explored++;
                String what = "program " + number + " of seed " + seed + ": " + Arrays.toString(program.arguments);
                assertEquals(program.outcomes, outcomes(all, what), what);
                also.accept(all, what);
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
