package org.bipj.shm.board;

import org.bipj.shm.memory.Store;

/**
 * Shared memory that is left free for rings. A rank makes a ring when it first sends to another one, and cannot do without it. All memory
 * that something else can replace is made only where enough is left for the rings that are missing: registered memory, memory of groups,
 * long rings.
 *
 * @param ringBytes of a ring
 */
public record RingReserve(Store store, Board board, long ringBytes) {
    /** In a large job most pairs of ranks never send to each other: at most this part of the memory is left to rings. */
    private static final int SHARE = 4;

    private static final long PAGE = 4096;

    /** How many bytes must stay free. */
    public long bytes() {
        long ranks = board.ranks();
        long missing = Math.max(0, ranks * (ranks - 1) - board.rings());
        long each = (ringBytes + PAGE - 1) / PAGE * PAGE;
        return Math.min(missing * each, store.capacity() / SHARE);
    }

    /** True if there are so many bytes besides. */
    public boolean leaves(long bytes) {
        return bytes <= store.free() - bytes();
    }
}
