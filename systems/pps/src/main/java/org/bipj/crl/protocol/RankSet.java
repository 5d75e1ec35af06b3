package org.bipj.crl.protocol;

/** A set of ranks, a bit for each. */
final class RankSet {
    private final long[] words;
    private int size;

    RankSet(int ranks) {
        words = new long[(ranks + Long.SIZE - 1) / Long.SIZE];
    }

    boolean contains(int rank) {
        return (words[rank >>> 6] & 1L << rank) != 0;
    }

    void add(int rank) {
        size += contains(rank) ? 0 : 1;
        words[rank >>> 6] |= 1L << rank;
    }

    /** Returns false if it is not contained. */
    boolean remove(int rank) {
        if (!contains(rank)) {
            return false;
        }
        size--;
        words[rank >>> 6] &= ~(1L << rank);
        return true;
    }

    int size() {
        return size;
    }

    /** The smallest rank that is not less than {@code from}; negative if there is none. */
    int next(int from) {
        for (int word = from >>> 6; word < words.length; word++) {
            long left = word == from >>> 6 ? words[word] & -1L << from : words[word];
            if (left != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(left);
            }
        }
        return Copy.NONE;
    }
}
