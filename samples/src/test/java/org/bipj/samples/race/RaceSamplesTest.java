package org.bipj.samples.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.explore.Outcome;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.embedded.EmbeddedExploration;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that are wrong in an order that hardly ever comes. */
class RaceSamplesTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String PACKAGE = RaceSamplesTest.class.getPackageName() + ".";

    private static RankCode code(String program) {
        return new RankCode() {
            @Override
            public ClassLoader loader(LoadedRank rank) {
                return RankClassLoader.within(
                        rank,
                        RaceSamplesTest.class.getClassLoader(),
                        name -> name.startsWith(PACKAGE) && !name.contains("Test"));
            }

            @Override
            public void run(ClassLoader loader) throws Throwable {
                try {
                    Class.forName(PACKAGE + program, true, loader)
                            .getMethod("main", String[].class)
                            .invoke(null, (Object) new String[0]);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        };
    }

    @ParameterizedTest
    @CsvSource({
        "Order, 4, 'the numbers of ranks are stored as [0, '",
        "End, 4, 'the job ends after 2 of 3 tasks'",
        "Probe, 3, 'ERR_TRUNCATE in recv'",
        "Tickets, 3, 'a ticket was drawn twice: [0, 0]'",
        "Both, 4, 'with tag 2 in MPI_COMM_WORLD'",
    })
    void explorationFindsTheOrderAndRepeatsIt(String program, int ranks, String text) {
        SimOptions options = SimOptions.of(SimOptions.DEFAULT_PLATFORM);
        Exploration all = EmbeddedExploration.explore(ranks, options, code(program), "2000", "off");
        assertTrue(all.isComplete());
        List<Outcome> outcomes = all.outcomes();
        assertTrue(outcomes.stream().anyMatch(Outcome::isSuccess));
        Outcome failure =
                outcomes.stream().filter(one -> !one.isSuccess()).findFirst().orElseThrow();
        assertTrue(failure.failure().contains(text), failure.failure());
        Outcome again = EmbeddedExploration.repeat(ranks, options, code(program), "off", failure.choices(), LIMIT);
        assertEquals(failure.failure(), again.failure());
    }

    @ParameterizedTest
    @CsvSource({"Order, 4", "End, 4", "Probe, 3", "Tickets, 3", "Both, 4"})
    @Tag("deep")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void hardlyAnySeedFindsIt(String program, int ranks) {
        long wrong = LongStream.rangeClosed(1, 400)
                .filter(seed -> fails(program, ranks, seed))
                .count();
        assertTrue(wrong <= 2, program + ": " + wrong + " of 400 seeds");
    }

    private static boolean fails(String program, int ranks, long seed) {
        try {
            SimOptions options = new SimOptions(SimOptions.DEFAULT_PLATFORM, seed, "", "", List.of(), true, false);
            EmbeddedJob.Outcome outcome =
                    EmbeddedJob.simulated(ranks, options, code(program), LIMIT).run();
            return !outcome.isSuccess();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
