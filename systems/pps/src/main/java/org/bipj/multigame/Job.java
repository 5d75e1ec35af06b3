package org.bipj.multigame;

/**
 * A job: a position that is to be searched, as 32 bytes, which travel to the position's owner (LCI paper, section 5.4).
 *
 * <pre>
 *  word 0, 1   the position
 *  word 2      hash of the position before the last move
 *  word 3      |63    48|47    32|31    16|15     0|
 *              | search | epoch  | limit  | depth  |
 * </pre>
 *
 * <p>The search is an iteration, the epoch what several iterations have in common: the positions that a table has are valid in
 * one epoch only. Limit and depth are moves from the epoch's start: the deepest line that the search looks at, and the moves
 * so far.
 */
final class Job {
    /** How many longs a job takes in a message. */
    static final int WORDS = 4;

    /** How many bytes a job takes in a message. */
    static final int BYTES = WORDS * Long.BYTES;

    static final int HIGH = 0;
    static final int LOW = 1;
    static final int PARENT = 2;
    static final int STATE = 3;

    /** Largest limit, and number of searches and epochs before they are counted from 1 again. */
    static final int MOST = 0xFFFF;

    private Job() {}

    static long state(int search, int epoch, int limit, int depth) {
        return (long) search << 48 | (long) epoch << 32 | (long) limit << 16 | depth;
    }

    static int search(long state) {
        return (int) (state >>> 48);
    }

    static int epoch(long state) {
        return (int) (state >>> 32) & MOST;
    }

    static int limit(long state) {
        return (int) (state >>> 16) & MOST;
    }

    static int depth(long state) {
        return (int) state & MOST;
    }

    /** True if two jobs are of the same search of the same epoch. */
    static boolean isOfSameSearch(long state, long other) {
        return (state ^ other) >>> 32 == 0;
    }

    /** Moves that the search may still make from the job's position. */
    static int remaining(long state) {
        return limit(state) - depth(state);
    }

    /** The state of a job that is one move deeper. */
    static long deeper(long state) {
        return state + 1;
    }
}
