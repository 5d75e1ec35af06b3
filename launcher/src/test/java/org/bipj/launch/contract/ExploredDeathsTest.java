package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.explore.ExplorationPlan;
import org.bipj.launch.explore.Outcome;
import org.bipj.launch.onejvm.embedded.EmbeddedExploration;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.launch.onejvm.job.RankOutputs;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose ranks may die before each of their calls: what the others meet. */
class ExploredDeathsTest {
    private static final SimOptions CLUSTER = SimOptions.of(SimOptions.DEFAULT_PLATFORM);

    private static ExplorationPlan plan(int deaths) {
        return ExplorationPlan.DEFAULT.within("20000").deaths(deaths);
    }

    private static Exploration explore(String program, int ranks, int deaths) {
        return EmbeddedExploration.explore(
                ranks,
                CLUSTER,
                InThisJvm.code(MortalPrograms.class, List.of(), program),
                plan(deaths),
                "off",
                Duration.ZERO);
    }

    /** What the ranks have printed; nothing of one that has died. */
    private static String text(Outcome outcome) {
        assertTrue(outcome.isSuccess(), outcome.failure());
        return outcome.output().stream().map(String::strip).collect(Collectors.joining("|"));
    }

    private static Set<String> outcomes(Exploration all) {
        return all.outcomes().stream().map(ExploredDeathsTest::text).collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            receives; 2; 1; '[0 0|, 0 1|, 75 1|, |]'
            sends; 2; 1; '[0|, 75|, |]'
            any; 3; 1; '[12||, 1x||, 21||, 2x||, x||, ||]'
            barrier; 3; 1; '[0|0|, 0|0|0, 0|75|, 0||0, 0||75, 75|0|, 75|75|, 75||0, 75||75, |0|0, |0|75, |75|0, |75|75]'
            agrees; 3; 1; '[0 2|0 2|, 0 2|0 2|0 2, 0 2||0 2, 75 2|75 2|, 75 3||75 3, |0 2|0 2, |75 2|75 2]'
            """)
    void allOutcomesOccur(String program, int ranks, int deaths, String outcomes) {
        Exploration all = explore(program, ranks, deaths);
        assertEquals(outcomes, outcomes(all).toString());
        assertEquals(deaths == 1 ? "Complete" : "Complete but for what is left out", all.extent());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            bcast; 3; 1; '[75|75|, 75||75, 7|75|, 7|7|, 7|7|7, 7||7, 7||75, |75|7, |75|75, |7|7, |7|75]'
            any; 3; 2; '[12||, 1x||, 21||, 2x||, x||, ||]'
            agrees; 3; 2; '[0 2|0 2|, 0 2|0 2|0 2, 0 2||, 0 2||0 2, 75 2|75 2|, 75 2||, 75 3||, 75 3||75 3, |0 2|, |0 2|0 2, |75 2|, |75 2|75 2, ||0 2, ||75 2, ||75 3]'
            """)
    @Tag("tier2")
    void allOutcomesOfMoreProgramsOccur(String program, int ranks, int deaths, String outcomes) {
        allOutcomesOccur(program, ranks, deaths, outcomes);
    }

    /** Whichever rank dies after a barrier, or in it: each of the others may have left it well, or not. */
    @Test
    @Tag("tier2")
    void aBarrierEndsWellForAnyOfThoseThatLive() {
        Set<String> expected = new TreeSet<>(Set.of("0|0|0|0"));
        for (int dead = 0; dead < 4; dead++) {
            for (int bits = 0; bits < 8; bits++) {
                List<String> met = new ArrayList<>();
                for (int other = 0; other < 3; other++) {
                    met.add((bits >> other & 1) == 0 ? "0" : "75");
                }
                met.add(dead, "");
                expected.add(String.join("|", met));
            }
        }
        assertEquals(expected, outcomes(explore("barrier", 4, 1)));
    }

    /** What comes of hosts that are killed at many moments is among what exploring has found. */
    @ParameterizedTest
    @ValueSource(strings = {"receives", "any", "barrier", "bcast", "agrees"})
    @Tag("deep")
    void whatHappensHasBeenFound(String program) {
        List<List<String>> found =
                explore(program, 3, 1).outcomes().stream().map(Outcome::output).toList();
        for (int us = 0; us < 1500; us += 17) {
            String fault = "kill@host" + us % 3 + ":at=" + us + "us";
            List<String> met =
                    outputs(new SimOptions(CLUSTER.platform(), us, fault, "", List.of(), true, false, true), program);
            // The dead may have printed something before.
            assertTrue(
                    found.stream()
                            .anyMatch(one -> IntStream.range(0, 3)
                                    .allMatch(rank -> one.get(rank).isEmpty()
                                            || one.get(rank).equals(met.get(rank)))),
                    fault + ": " + met + ", found " + found);
        }
    }

    private static List<String> outputs(SimOptions options, String program) {
        RankOutputs outputs = new RankOutputs();
        outputs.during(3, () -> {
            outputs.begin(3);
            try {
                EmbeddedJob.simulated(
                                3,
                                options,
                                InThisJvm.code(MortalPrograms.class, List.of(), program),
                                Duration.ofMinutes(1))
                        .survivingDeaths()
                        .run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        return outputs.texts();
    }

    /** No other rank can tell deaths apart between which nothing is sent: there are three runs, of which one has no death. */
    @Test
    void deathsThatAreAlikeAreOne() {
        Exploration all = explore("local", 2, 1);
        assertEquals(3, all.runs());
        assertEquals("Complete", all.extent());
    }

    @Test
    void aProgramThatIsRightHasNoFailure() {
        Exploration all = explore("stretches", 3, 1);
        assertEquals(
                "[0 of 2|0 of 2|, 0 of 2||0 of 2, |0 of 2|0 of 2, ||]",
                outcomes(all).toString());
        assertEquals("Complete but for what is left out", all.extent());
        assertEquals(
                Set.of("whether a rank hears of a revocation before or after it takes messages of others"),
                all.leftOut());
    }

    private static String firstLine(Outcome failure) {
        return failure.failure().lines().findFirst().orElse("");
    }

    /** The failure is found, with choices that repeat it. */
    @ParameterizedTest
    @CsvSource({
        "forgetsRevoked, uncaught mpi.MPIException: recv .* a process has revoked the communicator",
        "leaves, rank . waits in mpi.Comm.recv for a message from rank . with tag 5 in MPI_COMM_WORLD"
    })
    void aMistakeIsFound(String program, String text) {
        Exploration all = explore(program, 3, 1);
        Pattern told = Pattern.compile(text);
        Outcome failure = all.outcomes().stream()
                .filter(one -> told.matcher(one.failure()).find())
                .findFirst()
                .orElseThrow();
        assertTrue(failure.choices().stream().anyMatch(one -> one.contains(": dies before its call ")));
        List<String> choices = new ArrayList<>(List.of("deaths 1"));
        choices.addAll(failure.choices());
        Outcome again = EmbeddedExploration.repeat(
                3,
                CLUSTER,
                InThisJvm.code(MortalPrograms.class, List.of(), program),
                "off",
                choices,
                Duration.ofMinutes(1));
        assertEquals(firstLine(failure), firstLine(again));
        assertEquals(failure.code(), again.code());
    }
}
