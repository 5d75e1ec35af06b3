package org.bipj.multigame;

import java.util.Arrays;

/**
 * A rank's part of the distributed table: the positions that it owns, each with the job that searched it with the most moves
 * left. A bucket has room for a few positions. Where it is full, a position makes room that this search has not come to yet,
 * since the search will do it again anyway; else the one with the fewest moves left, which costs least to search again.
 */
final class JobTable {
    private static final int BUCKET = 8;
    private static final int BUCKET_WORDS = BUCKET * Job.WORDS;

    private final long[] words;
    private final long mask;
    private long replaced;

    /**
     * An empty table.
     *
     * @param positions number of positions that it has room for, rounded up to a power of two
     */
    JobTable(int positions) {
        int buckets = Integer.highestOneBit(2 * ((positions + BUCKET - 1) / BUCKET) - 1);
        words = new long[Math.multiplyExact(buckets, BUCKET_WORDS)];
        mask = buckets - 1L;
    }

    /** Number of positions that made room for others although their search was under way. */
    long replaced() {
        return replaced;
    }

    private int bucket(long hash) {
        return (int) (hash & mask) * BUCKET_WORDS;
    }

    /**
     * Stores a job unless its position has been searched with as many moves left. If it has been with exactly as many, the
     * parent with the smaller hash stays, so that the order of jobs does not matter.
     *
     * @return true if the job is to be done
     */
    boolean store(long hash, long high, long low, long parent, long state) {
        int bucket = bucket(hash);
        int room = bucket;
        int least = Integer.MAX_VALUE;
        for (int at = bucket; at < bucket + BUCKET_WORDS; at += Job.WORDS) {
            long other = words[at + Job.STATE];
            if (words[at + Job.LOW] == low && words[at + Job.HIGH] == high && Job.epoch(other) == Job.epoch(state)) {
                if (Job.remaining(other) >= Job.remaining(state)) {
                    keepSmallerParent(at, parent, state);
                    return false;
                }
                put(at, high, low, parent, state);
                return true;
            }
            int left = Job.isOfSameSearch(other, state) ? Job.remaining(other) : -1;
            if (left < least) {
                least = left;
                room = at;
            }
        }
        if (least >= 0) {
            replaced++;
        }
        put(room, high, low, parent, state);
        return true;
    }

    private void keepSmallerParent(int at, long parent, long state) {
        if (words[at + Job.STATE] == state && Long.compareUnsigned(parent, words[at + Job.PARENT]) < 0) {
            words[at + Job.PARENT] = parent;
        }
    }

    private void put(int at, long high, long low, long parent, long state) {
        words[at + Job.HIGH] = high;
        words[at + Job.LOW] = low;
        words[at + Job.PARENT] = parent;
        words[at + Job.STATE] = state;
    }

    /** True if a later job of the same position has more moves left than a stored one: that need not be done any more. */
    boolean isOutdated(long hash, long high, long low, long state) {
        int bucket = bucket(hash);
        for (int at = bucket; at < bucket + BUCKET_WORDS; at += Job.WORDS) {
            if (words[at + Job.LOW] == low && words[at + Job.HIGH] == high) {
                long other = words[at + Job.STATE];
                return Job.epoch(other) == Job.epoch(state) && Job.remaining(other) > Job.remaining(state);
            }
        }
        return false;
    }

    /**
     * Finds a position by its hash.
     *
     * @param state its job's state
     * @return its place, or -1
     */
    int find(long hash, long state, Puzzle puzzle) {
        int bucket = bucket(hash);
        for (int at = bucket; at < bucket + BUCKET_WORDS; at += Job.WORDS) {
            if (words[at + Job.STATE] == state && puzzle.hash(words[at + Job.HIGH], words[at + Job.LOW]) == hash) {
                return at;
            }
        }
        return -1;
    }

    /** A word of the job at a place. */
    long word(int at, int which) {
        return words[at + which];
    }

    /** Forgets everything: epochs are counted from 1 again. */
    void clear() {
        Arrays.fill(words, 0);
    }
}
