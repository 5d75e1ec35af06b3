package org.bipj.core.nic;

import org.bipj.core.payload.Payload;

/**
 * The facet of ports whose ranks share a table, on which each rank of the job has a place that all can read. It serves
 * collective operations on a few bytes; messages serve longer ones.
 */
public interface SharedTable {
    /** Most bytes that a rank can publish. */
    int bytes();

    /**
     * Publishes bytes on this rank's place and begins the next turn of the table. All ranks publish equally often, and a
     * rank publishes again only after {@link #isComplete} was true for its turn before.
     */
    void publish(Payload data);

    /** True once every rank has published in this rank's turn; the port wakes a rank that sleeps meanwhile in {@link NicPort#idle}. */
    boolean isComplete();

    /**
     * Copies what all ranks have published in this turn, in the order of ranks; between {@link #isComplete} and the next turn.
     *
     * @param bytes number of bytes of each rank
     */
    void gather(Payload into, long bytes);
}
