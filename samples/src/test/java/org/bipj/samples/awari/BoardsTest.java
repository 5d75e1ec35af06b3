package org.bipj.samples.awari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules of awari, and the two analyses. */
class BoardsTest {
    private static List<Long> moves(long board) {
        long[] into = new long[Boards.OWN_PITS];
        int count = Boards.moves(board, into);
        return LongStream.of(into).limit(count).boxed().toList();
    }

    @Test
    void boardsHaveNumbersWithoutGaps() {
        for (int stones = 0; stones <= 6; stones++) {
            for (int number = 0; number < Boards.count(stones); number++) {
                long board = Boards.board(number, stones);
                assertEquals(stones, Boards.stones(board));
                assertEquals(number, Boards.number(board));
            }
        }
        assertEquals(2_496_144, Boards.count(13));
    }

    @Test
    void aMoveSowsAndTheOpponentMovesNext() {
        long board = Boards.of(0, 0, 2, 0, 0, 0, 0, 0, 0, 4, 0, 0);
        assertEquals(List.of(), moves(Boards.of(0, 0, 0, 0, 0, 0, 1, 0, 0, 4, 0, 0)));
        assertEquals(List.of(Boards.of(0, 0, 0, 4, 0, 0, 0, 0, 0, 1, 1, 0)), moves(board));
    }

    @Test
    void theLastStoneCapturesTwosAndThrees() {
        // Pit 8 gets its third stone, pit 7 its second one; pit 6 has four.
        long board = Boards.of(0, 0, 0, 0, 0, 3, 3, 1, 2, 1, 0, 0);
        assertEquals(List.of(Boards.of(4, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)), moves(board));
        // Not in the player's own pits.
        assertEquals(
                List.of(Boards.of(1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0)),
                moves(Boards.of(0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0)).stream()
                        .limit(1)
                        .toList());
    }

    @Test
    void twelveStonesLeaveTheEmptiedPitOut() {
        assertEquals(
                List.of(Boards.of(1, 1, 1, 1, 1, 1, 0, 2, 1, 1, 1, 1)),
                moves(Boards.of(12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)));
    }

    @Test
    void theOpponentKeepsAStoneWhereAMoveLeavesHimOne() {
        // Pit 5 would capture all; pit 0 leaves them.
        assertEquals(
                List.of(Boards.of(1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1)),
                moves(Boards.of(1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0)));
        // Only pit 5 can move, and captures all.
        assertEquals(
                List.of(Boards.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
                moves(Boards.of(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0)));
        // The opponent has none: pit 5 gives him one, and must.
        assertEquals(
                List.of(Boards.of(1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0)),
                moves(Boards.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)));
    }

    @Test
    void unmovesAreMovesBackwards() {
        long[] into = new long[Boards.OWN_PITS * 14];
        for (int stones = 1; stones <= 6; stones++) {
            List<String> forward = new ArrayList<>();
            List<String> backward = new ArrayList<>();
            for (int number = 0; number < Boards.count(stones); number++) {
                long board = Boards.board(number, stones);
                for (long next : moves(board)) {
                    if (Boards.stones(next) == stones) {
                        forward.add(number + " " + Boards.number(next));
                    }
                }
                int count = Boards.unmoves(board, into);
                for (int i = 0; i < count; i++) {
                    backward.add(Boards.number(into[i]) + " " + number);
                }
            }
            forward.sort(null);
            backward.sort(null);
            assertEquals(forward, backward);
        }
        assertTrue(Boards.unmoves(Boards.of(1, 1, 1, 1, 1, 1, 0, 2, 1, 1, 1, 1), into) > 0, "of more than a round");
    }

    private static void assertOutcomes(int stones) {
        assertArrayEquals(Arrays.copyOf(Awari.OUTCOMES, stones + 1), Awari.known(stones));
    }

    @Test
    void theIndependentAnalysisFindsTheOutcomesThatTheSampleKnows() {
        assertOutcomes(8);
    }

    @Test
    @Tag("deep")
    void theIndependentAnalysisFindsAllOutcomes() {
        assertOutcomes(13);
    }

    /** The example of the published databases of Romein and Bal: a board of 16 stones, and the outcomes of its six moves. */
    @Test
    @Tag("deep")
    void aPublishedValueIsFound() {
        List<byte[]> values = Alone.solve(16);
        long board = Boards.of(1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0);
        assertEquals(0, values.get(16)[Boards.number(board)]);
        List<Integer> outcomes = moves(board).stream()
                .map(next -> {
                    int left = Boards.stones(next);
                    return 16 - left - values.get(left)[Boards.number(next)];
                })
                .toList();
        assertEquals(List.of(-1, -1, -2, -2, -2, 0), outcomes);
    }
}
