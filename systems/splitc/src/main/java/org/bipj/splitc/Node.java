package org.bipj.splitc;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What handlers change at a rank: its memory, the count of bytes stored into it, the signals of barriers. */
final class Node {
    private static final int ALIGNMENT = 64;

    final int rank;
    final int size;
    final MemorySegment memory;
    final Signals signals;

    /**
     * By parity of the epoch the bytes that were stored and not waited for. A rank that has left an allStoreSync may store
     * before this one has left it, and no rank is two ahead.
     */
    private final long[] stored = new long[2];
    /** How many calls of allStoreSync have ended on this rank. */
    private int epoch;

    Node(int rank, int size, long bytes) {
        this.rank = rank;
        this.size = size;
        memory = Arena.ofAuto().allocate(bytes, ALIGNMENT);
        signals = new Signals(rank, size);
    }

    int parity() {
        return epoch & 1;
    }

    void stored(int parity, long bytes) {
        stored[parity] += bytes;
    }

    /** Bytes stored in this epoch that were not waited for. */
    long stored() {
        return stored[parity()];
    }

    void took(long bytes) {
        stored[parity()] -= bytes;
    }

    /** All stores of the epoch have been waited for. */
    void nextEpoch() {
        stored[parity()] = 0;
        epoch++;
    }
}
