package org.bipj.splitc;

/**
 * A spread array: block i is at rank i % size, where blocks lie one behind the other. So the rank varies fastest, then the
 * blocks of a rank, then the elements of a block (Split-C: {@code T name[count]::[block]}).
 */
public abstract sealed class Spread permits SpreadBytes, SpreadInts, SpreadDoubles {
    final SplitC splitC;
    private final int ranks;
    private final long count;
    private final int block;
    private final int elementBytes;
    private final long blockBytes;
    private final long first;

    Spread(SplitC splitC, long count, int block, int elementBytes) {
        this.splitC = splitC;
        this.count = count;
        this.block = block;
        this.elementBytes = elementBytes;
        ranks = splitC.size();
        if (count < 1 || block < 1) {
            throw new SplitCException("rank " + splitC.rank() + ": a spread array of " + count + " blocks of " + block
                    + " elements; expected 1 or more of each");
        }
        blockBytes = (long) block * elementBytes;
        first = splitC.allSpread(Math.multiplyExact((count + ranks - 1) / ranks, blockBytes));
    }

    /** How many blocks the array has, over all ranks. */
    public final long count() {
        return count;
    }

    /** How many elements a block has. */
    public final int block() {
        return block;
    }

    /** How many bytes a block has. */
    public final long blockBytes() {
        return blockBytes;
    }

    /** Number of blocks at this rank: blocks {@code rank}, {@code rank + size} and so on, which lie one behind the other. */
    public final long ownCount() {
        return (count - splitC.rank() + ranks - 1) / ranks;
    }

    /** True if a block is at this rank. */
    public final boolean isLocal(long index) {
        return index % ranks == splitC.rank();
    }

    /** The global pointer to the first element of a block. */
    public final long pointer(long index) {
        if (index < 0 || index >= count) {
            throw new SplitCException(
                    "rank " + splitC.rank() + ": block " + index + " of a spread array; expected 0 to " + (count - 1));
        }
        return index % ranks << GlobalPointer.OFFSET_BITS | first + index / ranks * blockBytes;
    }

    /** The pointer to an element of a block. */
    public final long pointer(long index, int element) {
        if (element < 0 || element >= block) {
            throw new SplitCException("rank " + splitC.rank() + ": element " + element
                    + " of a block of a spread array; expected 0 to " + (block - 1));
        }
        return pointer(index) + (long) element * elementBytes;
    }

    /** The block that a pointer of {@link #pointer(long)} leads to: {@code pointer(index(p) + n)} is n blocks further on. */
    public final long index(long pointer) {
        return (GlobalPointer.offset(pointer) - first) / blockBytes * ranks + GlobalPointer.rank(pointer);
    }
}
