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
import org.bipj.launch.hosted.loader.RankCode;
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

    /** For a program that is explored to the end. */
    private static final int MOST_MILLIS = 60_000;

    private static final int OF_THREE_RANKS = 50;
    private static final int WITHOUT_SHORT_CUTS = 300;

    private static final SimOptions OPTIONS = SimOptions.of(SimOptions.DEFAULT_PLATFORM);

    /**
     * A random program.
     *
     * @param outcomes those of the model; one more than {@link #MOST_RUNS} if there are more
     */
    private record Small(int ranks, String[] arguments, Set<String> outcomes) {
        static Small matching(Random random) {
            MatchingProgram program = MatchingProgram.random(random);
            return new Small(program.ranks().size(), program.arguments(), MatchingModel.outcomes(program, MOST_RUNS));
        }

        static Small windows(Random random) {
            WindowProgram program = WindowProgram.random(random);
            return new Small(program.ranks().size(), program.arguments(), WindowModel.outcomes(program, MOST_RUNS));
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

    /** Any program, also one whose outcome is the same in all orders. */
    @Test
    @Tag("tier2")
    void programsOfThreeRanksWithWindowsAreExploredToTheEnd() {
        Function<String[], RankCode> main = InThisJvm.codes(WindowMain.class, List.of(WindowProgram.class));
        ExplorationPlan plan = new ExplorationPlan("", 0, MOST_MILLIS, 1, Choices.Buffers.SHORT, 0, "");
        Random random = new Random(1);
        for (int explored = 0; explored < OF_THREE_RANKS; ) {
            WindowProgram program = WindowProgram.random(random);
            if (program.ranks().size() == 3) {
                explored++;
                Exploration all = EmbeddedExploration.explore(3, OPTIONS, main.apply(program.arguments()), plan, "off");
                String what = Arrays.toString(program.arguments());
                assertEquals("Complete", all.extent(), what);
                assertEquals(WindowModel.outcomes(program, Integer.MAX_VALUE), outcomes(all, what), what);
            }
        }
    }

    /** What the models leave out of all orders is seen by nobody. */
    @ParameterizedTest
    @ValueSource(longs = {30, 31, 32, 33})
    @Tag("deep")
    void theModelsComeToTheSameWithoutShortCuts(long seed) {
        Random random = new Random(seed);
        for (int number = 0; number < WITHOUT_SHORT_CUTS; number++) {
            MatchingProgram matching = MatchingProgram.random(random);
            assertEquals(
                    MatchingModel.outcomesOfAllOrders(matching), MatchingModel.outcomes(matching, Integer.MAX_VALUE));
            WindowProgram windows = WindowProgram.random(random);
            assertEquals(WindowModel.outcomesOfAllOrders(windows), WindowModel.outcomes(windows, Integer.MAX_VALUE));
        }
    }

    private static void exploreMatching(int programs, long seed) {
        ExplorationPlan plan = new ExplorationPlan("", MOST_RUNS, 0, 100, Choices.Buffers.SHORT, 0, "");
        Function<String[], RankCode> main = InThisJvm.codes(MatchingMain.class, List.of(MatchingProgram.class));
        explore(programs, seed, Small::matching, main, plan, (all, what) -> {});
    }

    private static void exploreWindows(int programs, long seed) {
        ExplorationPlan plan = new ExplorationPlan("", MOST_ORDERS, 0, 1, Choices.Buffers.SHORT, 0, "");
        Function<String[], RankCode> main = InThisJvm.codes(WindowMain.class, List.of(WindowProgram.class));
        explore(programs, seed, Small::windows, main, plan, (all, what) -> assertEquals(Set.of(), all.leftOut(), what));
    }

    /**
     * Explores so many programs with more than one outcome.
     *
     * @param main the code of a program by its arguments
     * @param also checks what else holds of an exploration
     */
    private static void explore(
            int programs,
            long seed,
            Function<Random, Small> source,
            Function<String[], RankCode> main,
            ExplorationPlan plan,
            BiConsumer<Exploration, String> also) {
        Random random = new Random(seed);
        int explored = 0;
        for (int number = 0; explored < programs; number++) {
            Small program = source.apply(random);
            if (program.outcomes.size() == 1 || program.outcomes.size() > MOST_RUNS) {
                continue;
            }
            Exploration all =
                    EmbeddedExploration.explore(program.ranks, OPTIONS, main.apply(program.arguments), plan, "off");
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
