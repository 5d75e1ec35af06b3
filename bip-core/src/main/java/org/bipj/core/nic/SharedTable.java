package org.bipj.core.nic;

import org.bipj.core.payload.Payload;

/**
 * The facet of ports whose ranks share a table, on which each rank of the job has a place that all can read: what it
 * does for a few bytes, messages do for more.
 */
public interface SharedTable {
    /** Most bytes that a rank can lay. */
    int bytes();

    /**
     * Lays bytes on this rank's place and begins the next turn of the table. Every rank lays as often as every other,
     * and not before its {@link #isLaid} was true for the turn before.
     */
    void lay(Payload data);

    /** True once every rank has laid in this rank's turn. A rank that sleeps meanwhile in {@link NicPort#idle} is woken. */
    boolean isLaid();

    /**
     * Copies what all ranks have laid in this turn, in the order of ranks; between {@link #isLaid} and the next turn.
     *
     * @param bytes how much of each rank's
     */
    void pick(Payload into, long bytes);
}
