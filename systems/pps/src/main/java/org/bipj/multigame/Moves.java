package org.bipj.multigame;

/** Takes the positions that the moves of a game lead to. */
public interface Moves {
    /**
     * A move leads to a position.
     *
     * @param estimate the position's {@link Puzzle#estimate}, which a game often knows from that of the position before the
     *     move
     */
    void add(long high, long low, int estimate);
}
