package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bipj.core.replay.Choices;
import org.bipj.launch.explore.Exploration;
import org.bipj.launch.explore.ExplorationPlan;
import org.bipj.launch.explore.Outcome;
import org.bipj.launch.onejvm.embedded.EmbeddedExploration;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Outcomes of small programs, and how many runs they take. */
class ExploredProgramsTest {
    private static Exploration explore(String program, int ranks, String budget) {
        return EmbeddedExploration.explore(
                ranks,
                SimOptions.of(SimOptions.DEFAULT_PLATFORM),
                InThisJvm.code(ExploredPrograms.class, List.of(), program),
                budget,
                "off");
    }

    private static Exploration exploreTo(int bound, String program, int ranks) {
        return EmbeddedExploration.explore(
                ranks,
                SimOptions.of(SimOptions.DEFAULT_PLATFORM),
                InThisJvm.code(ExploredPrograms.class, List.of(), program),
                new ExplorationPlan("", 1000, 0, bound, Choices.Buffers.SHORT, 0, ""),
                "off");
    }

    /** What rank 0 prints, in each of its ways; a deadlock is one word. */
    private static Set<String> outcomes(Exploration all) {
        Set<String> outcomes = new TreeSet<>();
        for (Outcome outcome : all.outcomes()) {
            assertTrue(outcome.isSuccess() || outcome.failure().startsWith("deadlock"), outcome.failure());
            outcomes.add(outcome.isSuccess() ? outcome.output().getFirst().strip() : "deadlock");
        }
        return outcomes;
    }

    @ParameterizedTest
    @CsvSource({
        "lostUpdate, 3, '[1, 2]', 4",
        "lockOrder, 3, '[12, 21]', 2",
        "lockOrder, 4, '[123, 132, 213, 231, 312, 321]', 6",
        "sums, 4, '[10]', 1",
        "halo, 4, '[3]', 1",
        "looks, 2, '[1, 2]', 2",
        "sameMemory, 3, '[1, 2]', 2",
        "lockCircle, 2, '[, deadlock]', 3",
        "counts, 4, '[0, 2]', 6",
        "begins, 3, '[MPI_COMM_WORLD false]', 2",
        "toSelf, 2, '[1 2, 9 1]', 2",
        "draws, 3, '[0 1, 1 0]', 2",
        "swaps, 3, '[1, 2]', 2",
        "replaces, 3, '[10, 5]', 2",
        "own, 2, '[1, 2]', 2",
        "crossed, 3, '[1 2, 2 0, 2 2]', 3",
        "matched, 3, '[12, 21]', 2",
        "matchedOrNot, 3, '[-12, -21, 1-2, 12, 2-1, 21]', 6",
        "persistent, 3, '[1 2, 2 1]', 2",
        "testAll, 2, '[false, true]', 2",
        "testStatus, 2, '[false, true]', 2",
        "getStatus, 2, '[false, true]', 2",
        "isDone, 2, '[false, true]', 2",
        "timed, 2, '[false, true]', 2",
        "late, 2, '[false]', 1",
        "barrier, 2, '[false, true]', 2",
        "arrives, 2, '[false, true]', 2",
        "epoch, 2, '[false, true]', 2",
        "cancels, 2, '[1, x 1]', 2",
        "cancels, 3, '[1 2, x 1 2, x 2 1]', 3",
        "cancelsAny, 3, '[1 2, 2 1, x 1 2, x 2 1]', 4",
        "cancelsSeen, 3, '[1 2, 2 1]', 4",
        "cancelsBehind, 2, '[false false, false true, true false, true true]', 9",
        "cancelsSend, 2, '[1, 2]', 2",
        "cancelsSendToAny, 3, '[1 3, 2 3, 3 1, 3 2]', 4",
        "cancelsSendToSelf, 2, '[1 true, 2 false]', 2",
        "cancelsSends, 2, '[]', 1",
    })
    void allOutcomesOccur(String program, int ranks, String outcomes, int runs) {
        Exploration all = explore(program, ranks, "1000");
        assertEquals(outcomes, outcomes(all).toString());
        assertTrue(all.isComplete());
        assertEquals(Set.of(), all.leftOut());
        assertEquals(runs, all.runs());
    }

    /** What nobody can see the order of takes one run, and begins no others. */
    @ParameterizedTest
    @CsvSource({"lockAll", "lockOne", "lockAllDraws", "lockAllHalo", "lockAllFails", "sums", "halo"})
    void operationsThatDoNotMeetAreNotTriedInEachOrder(String program) {
        Exploration all = explore(program, 4, "1000");
        assertEquals("Complete", all.extent());
        assertEquals(1, all.runs());
        assertEquals(0, all.cutOff());
        assertEquals(program.endsWith("Fails") ? 1 : 0, all.exitCode());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            putBeside  | overlapping-updates: rank 1: put at X and rank 2: accumulate at X use the same memory of rank 0 at the same time
            mixed      | mixed-accumulates: rank 1: fetchAndOp at X and rank 2: fetchAndOp at X use the same memory of rank 0 at the same time
            sameMemory | overlapping-updates: rank 1: put at X and rank 2: put at X use the same memory of rank 0 at the same time, through two windows
            draws      |
            swaps      |
            sums       |
            flushed    |
            """)
    void operationsThatMeetAreTold(String program, String warning) {
        Exploration all = explore(program, 3, "1000");
        String told = String.join("; ", all.warnings()).replaceAll("at org[^ ]*", "at X");
        assertEquals(warning == null ? "" : warning, told);
        assertEquals(0, all.exitCode());
    }

    /** What the checker says is part of the report: its warnings, and its errors as failures. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            other-elements   | other-elements: rank 0's put(1 INT, dest 1 |
            store-beside-get | overlapping-updates: rank 1's get(8 INT, dest 0, tag 0) at | and a store of rank 0 between
            store-into-get   | check: changed-while-pending: memory that a pending one-sided operation writes |
            """)
    void whatTheCheckerSaysIsTold(String program, String begin, String text) {
        Exploration all = EmbeddedExploration.explore(
                2,
                SimOptions.of(SimOptions.DEFAULT_PLATFORM),
                InThisJvm.code(Faulty.class, List.of(Faultless.class, Patient.class), program),
                "10",
                "on,once");
        String told = all.warnings() + " "
                + all.outcomes().stream().map(Outcome::failure).toList();
        assertTrue(told.contains(begin), told);
        assertTrue(text == null || told.contains(text), told);
        assertEquals("Complete", all.extent());
    }

    /** Turns at windows that have nothing to do with each other begin hardly any run that is cut off. */
    @Test
    void hardlyAnyRunIsCutOffOfWindowsOverTheSameMemory() {
        Exploration all = explore("sameMemory", 3, "1000");
        assertEquals("Complete", all.extent());
        assertTrue(all.cutOff() <= all.runs(), all.cutOff() + " of " + all.runs());
    }

    /** What the bound cuts off is told, and where. */
    @ParameterizedTest
    @CsvSource({
        "1, twoTests, 3, '[false false, false true, true false, true true]', 'Complete'",
        "0, twoTests, 3, '[true true]', 'Bounded: up to 0 failed polls in a row at ExploredPrograms.java:[0-9]+'",
        "1, threeTests, 2, '[0, 1]', 'Bounded: up to 1 failed poll in a row at ExploredPrograms.java:[0-9]+'",
        "2, threeTests, 2, '[0, 1, 2]', 'Bounded: up to 2 failed polls in a row at ExploredPrograms.java:[0-9]+'",
        "3, threeTests, 2, '[0, 1, 2, 3]', 'Complete'",
        "1, testAll, 2, '[false, true]', 'Complete'",
    })
    void anExplorationIsCompleteIfNoBoundHasCutAnythingOff(
            int bound, String program, int ranks, String outcomes, String extent) {
        Exploration all = exploreTo(bound, program, ranks);
        assertEquals(outcomes, outcomes(all).toString());
        assertTrue(all.extent().matches(extent), all.extent());
        assertEquals(0, all.exitCode());
    }

    /** Messages that are here and wait to be decided are told neither as a deadlock nor as unreceived. */
    @ParameterizedTest
    @CsvSource({"heldSends, 4", "heldPair, 4", "heldProbes, 4", "freesHeld, 2"})
    void theCheckerKnowsWhatTheExplorationHolds(String program, int ranks) {
        Exploration all = EmbeddedExploration.explore(
                ranks,
                SimOptions.of(SimOptions.DEFAULT_PLATFORM),
                InThisJvm.code(ExploredPrograms.class, List.of(), program),
                "1000",
                "on,once");
        assertEquals(List.of(""), all.outcomes().stream().map(Outcome::failure).toList());
        assertEquals("Complete", all.extent());
    }

    @Test
    void aRunThatDoesNotEndIsStopped() {
        String place = "ExploredPrograms.endless(ExploredPrograms.java:";
        // On a busy machine the ranks are still in Init when a short time is over.
        Exploration all = explore("endless", 3, "200ms");
        for (int ms = 400; !all.endless().contains(place) && ms < 30_000; ms *= 2) {
            assertEquals(2, all.exitCode());
            all = explore("endless", 3, ms + "ms");
        }
        assertTrue(all.endless().contains(place), all.endless());
        assertEquals(2, all.exitCode());
    }

    @Test
    void numbersOfKeysAreTheSameInEachRun() {
        Exploration all = explore("keys", 3, "1000");
        assertEquals(2, all.runs());
        assertEquals(1, all.outcomes().size());
    }

    /** A run in which a receive is cancelled, and one in which it is not, come again; so does each order at a window. */
    @ParameterizedTest
    @ValueSource(strings = {"cancelsAny", "lostUpdate", "lockOrder", "sameMemory"})
    void whatIsHeldIsRepeated(String program) {
        for (Outcome outcome : explore(program, 3, "1000").outcomes()) {
            Outcome again = EmbeddedExploration.repeat(
                    3,
                    SimOptions.of(SimOptions.DEFAULT_PLATFORM),
                    InThisJvm.code(ExploredPrograms.class, List.of(), program),
                    "off",
                    outcome.choices(),
                    Duration.ofMinutes(1));
            assertTrue(again.isSuccess(), again.failure());
            assertEquals(outcome.choices(), again.choices());
        }
    }

    @Test
    void theCallsThatRacedAreTold() {
        Exploration all = explore("lostUpdate", 3, "1000");
        String raced = all.outcomes().stream()
                .filter(one -> one.output().getFirst().strip().equals("1"))
                .findFirst()
                .orElseThrow()
                .raced();
        String line =
                "org\\.bipj\\.launch\\.contract\\.ExploredPrograms\\.lostUpdate\\(ExploredPrograms\\.java:\\d+\\)";
        assertTrue(raced.matches("rank [12]: (put|get) at " + line + " and rank [12]: (put|get) at " + line), raced);
    }
}
