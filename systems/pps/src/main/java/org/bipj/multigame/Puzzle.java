package org.bipj.multigame;

/**
 * The rules of a game for one player, who looks for the shortest line of moves to a goal. A position is 128 bits, in two
 * longs, however the game packs it.
 *
 * <p>Each rank has an object of its own, which one thread calls. The rules have no memory: the same position always gives the
 * same results, on every rank.
 */
public interface Puzzle {
    /**
     * A lower bound of the number of moves from a position to a goal, at least 0. The better the bound, the smaller the search;
     * a bound that is ever too high may miss the shortest line.
     */
    int estimate(long high, long low);

    /** True if a position is a goal: its {@link #estimate} is 0, unless this is overridden. */
    default boolean isGoal(long high, long low) {
        return estimate(high, low) == 0;
    }

    /**
     * Calls {@link Moves#add} for each position that one move leads to, always in the same order. Moves back to where the
     * position came from may be among them.
     */
    void moves(long high, long low, Moves moves);

    /**
     * A hash of a position, whose bits decide on its owner and its place there. The default mixes all bits; a game overrides it
     * where it has a cheaper one.
     */
    default long hash(long high, long low) {
        long mixed = (high ^ Long.rotateLeft(low, 32)) * 0x9E3779B97F4A7C15L + low;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        return mixed ^ mixed >>> 32;
    }
}
