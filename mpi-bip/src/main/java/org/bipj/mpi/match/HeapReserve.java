package org.bipj.mpi.match;

import org.jspecify.annotations.Nullable;

/**
 * Memory that a rank with many operations or many unexpected messages keeps, so that the report of a full heap has room. A rank
 * with few of them pays nothing: most likely they do not fill its heap.
 */
public final class HeapReserve {
    /** Number of objects from which on memory is reserved. */
    private static final int MANY = 1 << 15;

    private static final int BYTES = 512 << 10;

    private int made;
    private byte @Nullable [] reserve;

    /** Creates a reserve that has no memory yet. */
    public HeapReserve() {}

    /** Called when an operation or the entry of an unexpected message is made, not when one is used again. */
    public void made() {
        if (++made == MANY) {
            reserve = new byte[BYTES];
        }
    }

    /** True while it has memory; for tests. */
    boolean isFilled() {
        return reserve != null;
    }

    /** Releases the memory, when the heap is full. */
    public void release() {
        reserve = null;
    }
}
