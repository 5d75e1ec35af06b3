package org.bipj.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.multigame.Position;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The 15-puzzle: its rules, Korf's instances, and solutions of a few of them by several ranks. */
class PuzzleSamplesTest {
    private static final int INSTANCES = 100;
    private static final FifteenPuzzle RULES = new FifteenPuzzle();

    @TempDir
    private Path directory;

    @Test
    void theEstimateOfTheGoalIsNothing() {
        assertEquals(0, RULES.estimate(0, FifteenPuzzle.GOAL.low()));
        assertTrue(RULES.isGoal(0, FifteenPuzzle.GOAL.low()));
        Position oneOff = FifteenPuzzle.of(1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        assertEquals(1, RULES.estimate(0, oneOff.low()));
        assertFalse(RULES.isGoal(0, oneOff.low()));
    }

    @Test
    void movesKnowTheirEstimate() {
        for (int number = 1; number <= INSTANCES; number++) {
            long board = PuzzleSolver.instance(number).start().low();
            List<Long> moves = new ArrayList<>();
            RULES.moves(0, board, (high, low, estimate) -> {
                assertEquals(0, high);
                assertEquals(RULES.estimate(0, low), estimate);
                assertEquals(1, Math.abs(estimate - RULES.estimate(0, board)));
                assertTrue(FifteenPuzzle.isSolvable(low));
                moves.add(low);
            });
            assertTrue(moves.size() >= 2 && moves.size() <= 4, () -> moves.toString());
        }
    }

    @Test
    void publishedLengthsAgreeWithTheRules() {
        for (int number = 1; number <= INSTANCES; number++) {
            PuzzleSolver.Instance instance = PuzzleSolver.instance(number);
            long board = instance.start().low();
            assertTrue(FifteenPuzzle.isSolvable(board), "instance " + number);
            int estimate = RULES.estimate(0, board);
            assertTrue(estimate <= instance.length(), "instance " + number);
            assertEquals(0, (instance.length() - estimate) % 2, "instance " + number);
        }
        // Two tiles exchanged: the puzzle that Sam Loyd offered a prize for.
        assertFalse(FifteenPuzzle.isSolvable(FifteenPuzzle.of(0, 2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
                .low()));
    }

    @Test
    void aLineWithAWrongMoveIsNone() {
        Position goal = FifteenPuzzle.GOAL;
        Position one = FifteenPuzzle.of(1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        Position two = FifteenPuzzle.of(1, 2, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        assertTrue(PuzzleSolver.isLine(List.of(two, one, goal), two, goal));
        assertFalse(PuzzleSolver.isLine(List.of(two, goal), two, goal));
        assertFalse(PuzzleSolver.isLine(List.of(one, goal), two, goal));
    }

    @Test
    void aPublishedSolutionIsFound() throws IOException, InterruptedException {
        isFound("process", 2, 79, 64);
    }

    @Tag("deep")
    @ParameterizedTest
    @CsvSource({"thread, 3, 97, 4", "sim, 4, 79, 64"})
    void publishedSolutionsAreFoundInOtherModes(String mode, int ranks, int number, int jobs)
            throws IOException, InterruptedException {
        isFound(mode, ranks, number, jobs);
    }

    private void isFound(String mode, int ranks, int number, int jobs) throws IOException, InterruptedException {
        SampleJob job = new SampleJob(directory);
        List<String> lines = job.run(mode, ranks, List.of(), 100, PuzzleSolver.class, "" + number, "" + jobs, "1000000")
                .lines();
        Matcher found = Pattern.compile("instance (\\d+): (\\d+) moves in .*, " + ranks + " ranks: correct")
                .matcher(lines.getFirst());
        assertTrue(found.matches(), lines::toString);
        assertEquals(number, Integer.parseInt(found.group(1)));
        assertEquals(PuzzleSolver.instance(number).length(), Integer.parseInt(found.group(2)));
    }

    @Test
    void anInstanceThatIsNotThereGetsOneSentenceAndTheUsage() throws IOException, InterruptedException {
        SampleJob.Result result = new SampleJob(directory).run("thread", 2, List.of(), 60, PuzzleSolver.class, "101");
        assertEquals(Usage.EXIT_CODE, result.code(), result::err);
        assertTrue(result.err().contains("INSTANCE must be a whole number from 1 to 100 but is: 101"), result::err);
        assertTrue(result.err().contains("usage: ./bipj sample puzzle"), result::err);
    }
}
