package org.bipj.samples.awari;

/**
 * Boards of awari, seen by the player who moves: pits 0 to 5 are his, 6 to 11 the opponent's, 5 bits each of a long. Boards of
 * the same number of stones have numbers without gaps.
 *
 * <p>A move takes all stones of an own pit and sows them one by one into the next pits, the emptied one left out. If the last
 * one makes two or three stones in a pit of the opponent, these are captured, and so are those of the pits before it as long as
 * they are the opponent's and have two or three. A move that leaves the opponent without stones is not allowed if there is
 * another one. A player without stones cannot move: the game ends, and the opponent gets all stones. (Rules of Romein and Bal,
 * IEEE Computer 36(10), 2003.)
 */
final class Boards {
    static final int PITS = 12;
    static final int OWN_PITS = 6;

    /** Most stones of a board: a pit has 5 bits, and numbers of boards are ints. */
    static final int MOST_STONES = 20;

    private static final int BITS = 5;
    private static final int PIT = (1 << BITS) - 1;
    private static final long OWN = (1L << OWN_PITS * BITS) - 1;

    /** Binomial coefficients: {@code CHOOSE[k][n]} is n over k. */
    private static final int[][] CHOOSE = choose();

    private Boards() {}

    private static int[][] choose() {
        int[][] choose = new int[PITS][MOST_STONES + PITS];
        for (int n = 0; n < MOST_STONES + PITS; n++) {
            choose[0][n] = 1;
            for (int k = 1; k < PITS && n > 0; k++) {
                choose[k][n] = choose[k - 1][n - 1] + choose[k][n - 1];
            }
        }
        return choose;
    }

    /** Number of boards with so many stones. */
    static int count(int stones) {
        return CHOOSE[PITS - 1][stones + PITS - 1];
    }

    /** Stones in a pit. */
    static int pit(long board, int pit) {
        return (int) (board >>> pit * BITS) & PIT;
    }

    /** A board with these stones in its pits. */
    static long of(int... pits) {
        long board = 0;
        for (int i = 0; i < PITS; i++) {
            board |= (long) pits[i] << i * BITS;
        }
        return board;
    }

    /** The number of a board among those of as many stones: one for each choice of where pits begin. */
    static int number(long board) {
        int number = 0;
        int before = 0;
        for (int i = 0; i < PITS - 1; i++) {
            before += pit(board, i);
            number += CHOOSE[i + 1][before + i];
        }
        return number;
    }

    /** The board of a number. */
    static long board(int number, int stones) {
        long board = 0;
        int left = number;
        int after = stones;
        for (int i = PITS - 2; i >= 0; i--) {
            int before = after;
            while (CHOOSE[i + 1][before + i] > left) {
                before--;
            }
            left -= CHOOSE[i + 1][before + i];
            board |= (long) (after - before) << (i + 1) * BITS;
            after = before;
        }
        return board | after;
    }

    private static long turn(long board) {
        return board >>> OWN_PITS * BITS | (board & OWN) << OWN_PITS * BITS;
    }

    /** True if the player who moves has a stone. */
    static boolean canMove(long board) {
        return (board & OWN) != 0;
    }

    /** Stones on a board. */
    static int stones(long board) {
        int stones = 0;
        for (long left = board; left != 0; left >>>= BITS) {
            stones += (int) left & PIT;
        }
        return stones;
    }

    /**
     * The boards after the moves that are allowed, seen by the opponent, who moves next.
     *
     * @param into gets them; has room for {@link #OWN_PITS}
     * @return their number
     */
    static int moves(long board, long[] into) {
        int moves = 0;
        boolean leaving = false;
        for (int pit = 0; pit < OWN_PITS; pit++) {
            if (pit(board, pit) > 0) {
                long next = turn(sow(board, pit));
                boolean leaves = canMove(next);
                if (leaves && !leaving) {
                    // Those before that leave the opponent nothing are not allowed.
                    moves = 0;
                    leaving = true;
                }
                if (leaves || !leaving) {
                    into[moves++] = next;
                }
            }
        }
        return moves;
    }

    /** Sows from a pit, and captures. */
    private static long sow(long board, int from) {
        int stones = pit(board, from);
        long after = board & ~((long) PIT << from * BITS);
        int pit = from;
        for (int i = 0; i < stones; i++) {
            pit = next(pit, from);
            after += 1L << pit * BITS;
        }
        while (captures(after, pit)) {
            after &= ~((long) PIT << pit * BITS);
            pit--;
        }
        return after;
    }

    /** The pit that gets the next stone. */
    private static int next(int pit, int from) {
        int next = pit == PITS - 1 ? 0 : pit + 1;
        return next == from ? next(next, -1) : next;
    }

    /**
     * The unmoves of a board: the boards that become it by a move without a capture.
     *
     * @param into gets them; has room for {@code OWN_PITS * stones} of them
     * @return their number
     */
    static int unmoves(long board, long[] into) {
        int unmoves = 0;
        long after = turn(board);
        boolean canMove = canMove(board);
        for (int from = 0; from < OWN_PITS; from++) {
            if (pit(after, from) > 0) {
                continue;
            }
            long before = after;
            int pit = next(from, from);
            for (int stones = 1; pit(before, pit) > 0; stones++) {
                before -= 1L << pit * BITS;
                long candidate = before | (long) stones << from * BITS;
                if (!captures(after, pit) && (canMove || mayStarve(candidate))) {
                    into[unmoves++] = candidate;
                }
                pit = next(pit, from);
            }
        }
        return unmoves;
    }

    /** True if a last stone in a pit captures. */
    private static boolean captures(long after, int pit) {
        int in = pit(after, pit);
        return pit >= OWN_PITS && (in == 2 || in == 3);
    }

    /** True if no move of a board leaves the opponent a stone. */
    private static boolean mayStarve(long board) {
        for (int pit = 0; pit < OWN_PITS; pit++) {
            if (pit(board, pit) > 0 && canMove(turn(sow(board, pit)))) {
                return false;
            }
        }
        return true;
    }
}
