package org.bipj.mpi.call;

import org.bipj.core.payload.TypeLayout;
import org.jspecify.annotations.Nullable;

/** Blocks whose counts or displacements are no ints. Made for each call: those of ints need none. */
public final class LargeBlocks extends Blocks {
    private final long[] counts;
    private final long[] offsets;

    private LargeBlocks(long[] counts, long[] offsets) {
        this.counts = counts;
        this.offsets = offsets;
    }

    /**
     * Blocks of one datatype.
     *
     * @param offsets where each block begins, in bytes from the buffer's beginning
     */
    public static LargeBlocks vector(@Nullable Object buffer, long[] counts, long[] offsets, TypeLayout type) {
        LargeBlocks blocks = new LargeBlocks(counts, offsets);
        blocks.vector(buffer, 0, new int[counts.length], new int[counts.length], type);
        return blocks;
    }

    /** The same with a datatype for each block. */
    public static LargeBlocks typed(@Nullable Object buffer, long[] counts, long[] offsets, TypeLayout[] types) {
        LargeBlocks blocks = new LargeBlocks(counts, offsets);
        blocks.typed(buffer, 0, new int[counts.length], new int[counts.length], types);
        return blocks;
    }

    @Override
    public long offset(int block) {
        return counts[block] == 0 ? 0 : offsets[block];
    }

    @Override
    public long count(int block) {
        return counts[block];
    }
}
