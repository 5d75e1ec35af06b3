package org.bipj.mpi.coll.base;

/**
 * Makes any number of ranks a power of two: with {@code rest} ranks too many, among the first {@code 2 * rest} ranks each
 * odd one absorbs the even one before it. The remaining ranks are renumbered in the same order.
 */
public final class Fold {
    private Fold() {}

    private static int rest(int size) {
        return size - Ranks.powerAtMost(size);
    }

    /** New number of a rank, or -1 for a rank that its successor absorbs. */
    public static int virtual(int rank, int size) {
        int rest = rest(size);
        if (rank >= 2 * rest) {
            return rank - rest;
        }
        return (rank & 1) == 0 ? -1 : rank >> 1;
    }

    /** True for a rank that absorbs the one before it. */
    public static boolean absorbs(int rank, int size) {
        return rank < 2 * rest(size) && (rank & 1) != 0;
    }

    /** The rank that has that number among those that go on. */
    public static int rank(int virtual, int size) {
        int rest = rest(size);
        return virtual < rest ? 2 * virtual + 1 : virtual + rest;
    }
}
