package org.bipj.multigame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bipj.panda.Panda;
import org.bipj.pps.Suite;
import org.junit.jupiter.api.Test;

/** What Multigame promises on every fabric. */
public final class MultigameContract extends Suite {
    private static final Tiles PUZZLE = new Tiles(3, 3);
    private static final Position START = Tiles.of(8, 1, 5, 2, 0, 4, 7, 6, 3);
    private static final List<Position> LINE = Reference.line(PUZZLE, START);

    /** One rank's program. */
    @FunctionalInterface
    private interface Program {
        void run(Multigame multigame) throws Exception;
    }

    private static Multigame.Setup setup() {
        return Multigame.setup().tablePositions(1 << 16);
    }

    private void run(int ranks, Multigame.Setup setup, Puzzle puzzle, Program program) {
        runRanks(ranks, () -> {
            try (Panda panda = Panda.init();
                    Multigame multigame = setup.init(puzzle)) {
                ready();
                program.run(multigame);
                panda.barrier();
            }
        });
    }

    private void solves(int ranks, Multigame.Setup setup) {
        run(ranks, setup, PUZZLE, multigame -> {
            Solution solution = multigame.solve(START);
            assertEquals(LINE, solution.line());
            assertEquals(LINE.size() - 1, solution.length());
            assertTrue(solution.jobs() > LINE.size() && solution.iterations() > 1);
            assertEquals(ranks > 1, solution.messages() > 0);
        });
    }

    @Test
    void oneRankFindsTheLine() {
        solves(1, setup());
    }

    @Test
    void twoRanksFindTheSameLine() {
        solves(2, setup());
    }

    @Test
    void fourRanksFindTheSameLine() {
        solves(4, setup());
    }

    @Test
    void messagesOfOneJobEach() {
        solves(3, setup().jobsPerMessage(1));
    }

    @Test
    void messagesOfSeveralPackets() {
        solves(3, setup().jobsPerMessage(200));
    }

    @Test
    void aTableThatLosesPositionsCostsTimeOnly() {
        run(2, setup().tablePositions(64).jobsPerMessage(4), PUZZLE, multigame -> {
            Position start = Tiles.of(1, 4, 2, 3, 7, 5, 0, 6, 8);
            Solution solution = multigame.solve(start);
            assertEquals(Reference.line(PUZZLE, start).size(), solution.line().size());
            Reference.check(PUZZLE, start, solution.line());
        });
    }

    @Test
    void aSolvedPuzzleTakesNoMove() {
        run(2, setup(), PUZZLE, multigame -> {
            Position goal = Tiles.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
            Solution solution = multigame.solve(goal);
            assertEquals(List.of(goal), solution.line());
            assertEquals(0, solution.length());
        });
    }

    @Test
    void aPuzzleWithoutSolution() {
        run(3, setup(), new Tiles(3, 2), multigame -> {
            Solution solution = multigame.solve(Tiles.of(0, 2, 1, 3, 4, 5));
            assertFalse(solution.isSolved());
            assertEquals(-1, solution.length());
            assertTrue(solution.jobs() >= 360, () -> solution.jobs() + " of 360 positions");
        });
    }

    @Test
    void aLimitEndsTheSearch() {
        run(2, setup().mostMoves(LINE.size() - 2), PUZZLE, multigame -> {
            assertFalse(multigame.solve(START).isSolved());
            assertTrue(multigame.solve(LINE.get(2)).isSolved());
        });
    }

    @Test
    void gamesFollowEachOther() {
        run(3, setup().jobsPerMessage(2), PUZZLE, multigame -> {
            for (int move = LINE.size() - 1; move >= 0; move -= 3) {
                Position start = LINE.get(move);
                assertEquals(LINE.size() - 1 - move, multigame.solve(start).length(), "from move " + move);
            }
        });
    }

    @Test
    void ranksThatSolveDifferentPuzzlesAreTold() {
        run(2, setup(), PUZZLE, multigame -> {
            if (multigame.rank() == 1) {
                String refusal = assertThrows(MultigameException.class, () -> multigame.solve(LINE.get(1)))
                        .getMessage();
                assertTrue(refusal.contains("rank 1") && refusal.contains(START.toString()), refusal);
            }
            assertEquals(LINE, multigame.solve(START).line());
        });
    }
}
