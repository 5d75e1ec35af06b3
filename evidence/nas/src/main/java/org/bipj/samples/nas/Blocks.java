package org.bipj.samples.nas;

/**
 * A range of items cut into contiguous blocks, as even as possible: the first {@code items % blocks} blocks hold one
 * item more.
 */
public record Blocks(long items, int blocks) {

    /** Returns the first item of a block; {@code first(blocks)} is the number of items. */
    public long first(int block) {
        return items / blocks * block + Math.min(block, items % blocks);
    }

    /** Returns the number of items in a block. */
    public int size(int block) {
        return Math.toIntExact(first(block + 1) - first(block));
    }

    /** Returns the block that holds an item. */
    public int owner(long item) {
        long small = items / blocks;
        long inLarge = items % blocks * (small + 1);
        return (int) (item < inLarge ? item / (small + 1) : items % blocks + (item - inLarge) / small);
    }
}
