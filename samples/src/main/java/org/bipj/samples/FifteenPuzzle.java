package org.bipj.samples;

import java.util.Arrays;
import org.bipj.core.job.Compute;
import org.bipj.multigame.Moves;
import org.bipj.multigame.Position;
import org.bipj.multigame.Puzzle;

/**
 * The rules of the 15-puzzle: tiles on a board of 4 x 4, of which one that is beside the empty square moves there. A position
 * is a long of 16 tiles of 4 bits, the upper left one in the lowest bits; 0 is the empty square. The goal has the tiles in
 * order, behind the empty square.
 */
public final class FifteenPuzzle implements Puzzle {
    /** Kind of the operations that are charged in virtual time: positions whose moves are made. */
    static final String KIND = "puzzle";

    private static final int SIDE = 4;
    private static final int SQUARES = SIDE * SIDE;
    private static final int BITS = 4;
    private static final int TILE = 0xF;

    /** Position of the solved puzzle. */
    static final Position GOAL = of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

    /** Steps from a square to a tile's own, by tile and square. */
    private static final byte[] STEPS = new byte[SQUARES * SQUARES];

    /** By square: the squares beside it. */
    private static final int[][] BESIDE = new int[SQUARES][];

    static {
        for (int tile = 1; tile < SQUARES; tile++) {
            for (int square = 0; square < SQUARES; square++) {
                STEPS[tile * SQUARES + square] =
                        (byte) (Math.abs(tile / SIDE - square / SIDE) + Math.abs(tile % SIDE - square % SIDE));
            }
        }
        for (int square = 0; square < SQUARES; square++) {
            int[] beside = new int[SIDE];
            int count = 0;
            for (int step : new int[] {-SIDE, -1, 1, SIDE}) {
                int next = square + step;
                boolean sameRow = next / SIDE == square / SIDE;
                if (next >= 0 && next < SQUARES && (sameRow || Math.abs(step) == SIDE)) {
                    beside[count++] = next;
                }
            }
            BESIDE[square] = Arrays.copyOf(beside, count);
        }
    }

    private final boolean charges = Compute.isVirtual();

    /** The rules. In virtual time each position whose moves are made is charged. */
    public FifteenPuzzle() {}

    /** A position. */
    static Position of(int... tiles) {
        long board = 0;
        for (int square = 0; square < SQUARES; square++) {
            board |= (long) tiles[square] << BITS * square;
        }
        return Position.of(board);
    }

    /** The tile on a square. */
    static int tile(long board, int square) {
        return (int) (board >>> BITS * square) & TILE;
    }

    /** The sum of the steps that each tile is away from its square: each move brings one tile one step nearer at best. */
    @Override
    public int estimate(long high, long low) {
        int steps = 0;
        for (int square = 0; square < SQUARES; square++) {
            steps += STEPS[tile(low, square) * SQUARES + square];
        }
        return steps;
    }

    @Override
    public boolean isGoal(long high, long low) {
        return low == GOAL.low();
    }

    @Override
    public void moves(long high, long low, Moves moves) {
        if (charges) {
            Compute.operations(KIND, 1);
        }
        int before = estimate(high, low);
        int empty = emptySquare(low);
        for (int square : BESIDE[empty]) {
            int tile = tile(low, square);
            long moved = low ^ (long) tile << BITS * square ^ (long) tile << BITS * empty;
            int after = before + STEPS[tile * SQUARES + empty] - STEPS[tile * SQUARES + square];
            moves.add(0, moved, after);
        }
    }

    private static int emptySquare(long board) {
        int square = 0;
        while (tile(board, square) != 0) {
            square++;
        }
        return square;
    }

    /** True if a position's goal can be reached: half of all permutations can (Johnson and Story 1879). */
    static boolean isSolvable(long board) {
        int inversions = 0;
        for (int first = 0; first < SQUARES; first++) {
            for (int second = first + 1; second < SQUARES; second++) {
                if (tile(board, second) != 0 && tile(board, first) > tile(board, second)) {
                    inversions++;
                }
            }
        }
        return (inversions + emptySquare(board) / SIDE) % 2 == 0;
    }
}
