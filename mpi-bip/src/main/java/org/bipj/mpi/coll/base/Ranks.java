package org.bipj.mpi.coll.base;

/** Calculates ranks in rings and binomial trees. */
public final class Ranks {
    private Ranks() {}

    /** A rank's number where the root is number 0. */
    public static int relative(int rank, int root, int size) {
        int relative = rank - root;
        return relative < 0 ? relative + size : relative;
    }

    /** The rank with a number relative to the root. */
    public static int absolute(int relative, int root, int size) {
        int rank = relative + root;
        return rank >= size ? rank - size : rank;
    }

    /**
     * Places in the subtree of a node of the binomial tree over {@code size} ranks, were it complete: the lowest bit that
     * is set in its number, and for number 0 the power of two that holds all. Its parent is that much before it, its
     * children all smaller powers of two behind it.
     */
    public static int subtree(int relative, int size) {
        return relative == 0 ? powerAtLeast(size) : Integer.lowestOneBit(relative);
    }

    /** Ranks in that subtree: the last ones may be missing. */
    public static int subtreeRanks(int relative, int size) {
        return Math.min(subtree(relative, size), size - relative);
    }

    /** Smallest power of two that is not below {@code n}. */
    public static int powerAtLeast(int n) {
        return n <= 1 ? 1 : Integer.highestOneBit(n - 1) << 1;
    }

    /** Largest power of two that is not above {@code n}. */
    public static int powerAtMost(int n) {
        return Integer.highestOneBit(n);
    }
}
