package org.bipj.samples.nas.is;

import java.util.Arrays;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.core.job.Compute;
import org.bipj.samples.Usage;
import org.bipj.samples.nas.Blocks;
import org.bipj.samples.nas.NasProgram;
import org.bipj.samples.nas.NasRandom;
import org.bipj.samples.nas.NasReport;

/**
 * NAS IS: ranks integer keys by a bucketed counting sort; shows allReduce, allToAll and allToAllv with large
 * messages.
 *
 * <pre>{@code ./bipj sample is -n 4 A}</pre>
 *
 * <p>Each of ten iterations changes two keys and ranks all keys again. A rank sorts its keys into buckets by their
 * high bits; the ranks add up the sizes of the buckets, give each rank a contiguous range of buckets of about equal
 * weight, and exchange the keys; each then counts its keys. NPB wants a power of two of ranks; here any number
 * works, the blocks of the key sequence being as even as they can be.
 *
 * <p>Memory on a rank: three arrays of its share of the keys and the counts; with one rank two arrays, because no key
 * has to move.
 */
public final class IntegerSort {
    private static final int ITERATIONS = 10;

    /** Steps of class S until all is compiled: an iteration calls most methods only once. */
    private static final int REHEARSALS = 1000;

    private static final int WARM_UP = 40;

    private final Intracomm comm;
    private final int rank;
    private final int ranks;
    private final IsProblem problem;
    private final Blocks blocks;
    private final int shift;
    private final int buckets;

    private int[] keys;
    private int[] bucketed;
    private int[] received;
    private int[] counts = {};
    private final int[] bucketEnds;

    /** Keys in each bucket here and in all, then the test keys: one reduction carries both. */
    private final int[] bucketSizes;

    private final int[] bucketTotals;

    /** The first bucket of each rank, and the number of buckets. */
    private final int[] firstBuckets;

    private final int[] sendCounts;
    private final int[] sendOffsets;
    private final int[] receiveCounts;
    private final int[] receiveOffsets;

    private int keysHere;
    private long keysBelow;
    private int testsPassed;

    private IntegerSort(Intracomm comm, IsProblem problem) {
        this.comm = comm;
        this.problem = problem;
        rank = comm.getRank();
        ranks = comm.getSize();
        blocks = new Blocks(1L << problem.logKeys, ranks);
        shift = problem.logMaxKey - problem.logBuckets;
        buckets = 1 << problem.logBuckets;
        if (blocks.size(0) <= 2 * ITERATIONS) {
            throw new Usage.WrongUsage("class " + problem + " has too few keys for " + ranks + " ranks");
        }
        keys = createKeys(blocks.first(rank), blocks.size(rank), problem.logMaxKey);
        bucketed = new int[keys.length];
        received = ranks == 1 ? bucketed : new int[0];
        bucketEnds = new int[buckets];
        bucketSizes = new int[buckets + IsProblem.TESTS];
        bucketTotals = new int[buckets + IsProblem.TESTS];
        firstBuckets = new int[ranks + 1];
        sendCounts = new int[ranks];
        sendOffsets = new int[ranks];
        receiveCounts = new int[ranks];
        receiveOffsets = new int[ranks];
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        NasProgram.main("is", args, IntegerSort::run);
    }

    /**
     * Runs the kernel; called by every rank of the communicator.
     *
     * @param problemClass S, W, A, B or C
     */
    public static NasReport run(Intracomm comm, char problemClass) {
        IntegerSort kernel = new IntegerSort(comm, IsProblem.valueOf(String.valueOf(problemClass)));
        if (NasProgram.rehearses(comm, problemClass)) {
            IntegerSort small = new IntegerSort(comm, IsProblem.S);
            NasProgram.rehearse(comm, REHEARSALS, () -> small.rankKeys(1));
        }
        return kernel.run();
    }

    private NasReport run() {
        NasProgram.warmUp(comm, WARM_UP, () -> rankKeys(1));
        testsPassed = 0;
        comm.barrier();
        double start = MPI.wtime();
        for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
            rankKeys(iteration);
        }
        double[] seconds = {MPI.wtime() - start};
        comm.allReduce(seconds, 1, MPI.DOUBLE, MPI.MAX);

        long[] tally = {testsPassed, keysOutOfOrder(), keysHere};
        comm.allReduce(tally, tally.length, MPI.LONG, MPI.SUM);
        long size = blocks.items();
        boolean verified = tally[0] == ITERATIONS * IsProblem.TESTS && tally[1] == 0 && tally[2] == size;
        String detail = String.format(
                Locale.ROOT,
                " Test keys with the right rank: %d of %d; keys out of order: %d; keys: %d of %d",
                tally[0],
                ITERATIONS * IsProblem.TESTS,
                tally[1],
                tally[2],
                size);
        double mops = ITERATIONS * size / seconds[0] * 1e-6;
        return new NasReport(
                "IS",
                problem.name().charAt(0),
                size,
                ITERATIONS,
                ranks,
                seconds[0],
                mops,
                "keys ranked",
                verified,
                detail);
    }

    /** One iteration: ranks all keys and checks the test keys. */
    private void rankKeys(int iteration) {
        if (rank == 0) {
            keys[iteration] = iteration;
            keys[iteration + ITERATIONS] = (1 << problem.logMaxKey) - iteration;
        }
        sortIntoBuckets();
        Compute.operations(keys.length);
        comm.allReduce(bucketSizes, bucketTotals, bucketSizes.length, MPI.INT, MPI.SUM);
        shareBuckets();
        exchangeKeys();
        countHere();
        checkTestKeys(iteration);
    }

    private void sortIntoBuckets() {
        Arrays.fill(bucketSizes, 0);
        for (int test = 0; test < IsProblem.TESTS; test++) {
            int index = problem.testIndex(test);
            if (blocks.owner(index) == rank) {
                bucketSizes[buckets + test] = keys[(int) (index - blocks.first(rank))];
            }
        }
        countBuckets(keys, shift, bucketSizes);
        int start = 0;
        for (int bucket = 0; bucket < buckets; bucket++) {
            bucketEnds[bucket] = start;
            start += bucketSizes[bucket];
        }
        scatter(keys, shift, bucketEnds, bucketed);
    }

    /** Gives rank r the buckets in which the keys numbered r N / ranks to (r + 1) N / ranks begin. */
    private void shareBuckets() {
        int owner = 0;
        long sum = 0;
        int here = 0;
        for (int bucket = 0; bucket < buckets; bucket++) {
            sum += bucketTotals[bucket];
            here += bucketSizes[bucket];
            if (owner < ranks && sum >= blocks.first(owner + 1)) {
                sendCounts[owner] = here;
                here = 0;
                owner++;
                firstBuckets[owner] = bucket + 1;
            }
        }
        // more ranks than buckets: the last ones stay empty
        for (; owner < ranks; owner++) {
            sendCounts[owner] = 0;
            firstBuckets[owner + 1] = firstBuckets[owner];
        }
        keysBelow = keysInBuckets(0, firstBuckets[rank]);
        keysHere = Math.toIntExact(keysInBuckets(firstBuckets[rank], firstBuckets[rank + 1]));
    }

    private long keysInBuckets(int from, int to) {
        long sum = 0;
        for (int bucket = from; bucket < to; bucket++) {
            sum += bucketTotals[bucket];
        }
        return sum;
    }

    private void exchangeKeys() {
        comm.allToAll(sendCounts, 1, MPI.INT, receiveCounts, 1, MPI.INT);
        if (ranks == 1) {
            return; // received is bucketed
        }
        int receiving = 0;
        int sending = 0;
        for (int peer = 0; peer < ranks; peer++) {
            sendOffsets[peer] = sending;
            receiveOffsets[peer] = receiving;
            sending += sendCounts[peer];
            receiving += receiveCounts[peer];
        }
        if (received.length < receiving) {
            received = null; // both would not fit where memory is scarce
            received = new int[receiving + receiving / 32];
        }
        comm.allToAllv(bucketed, sendCounts, sendOffsets, MPI.INT, received, receiveCounts, receiveOffsets, MPI.INT);
    }

    private int minKey() {
        return firstBuckets[rank] << shift;
    }

    /** Makes counts[key - minKey] the number of keys here that are not larger than the key. */
    private void countHere() {
        int range = (firstBuckets[rank + 1] << shift) - minKey();
        if (counts.length < range) {
            counts = new int[range];
        } else {
            Arrays.fill(counts, 0, range, 0);
        }
        countKeys(received, keysHere, minKey(), counts);
        accumulate(counts, range);
    }

    private void checkTestKeys(int iteration) {
        for (int test = 0; test < IsProblem.TESTS; test++) {
            int key = bucketTotals[buckets + test];
            int bucket = key >> shift;
            if (bucket >= firstBuckets[rank] && bucket < firstBuckets[rank + 1]) {
                int smaller = key == minKey() ? 0 : counts[key - minKey() - 1];
                if (keysBelow + smaller == problem.testRank(test, iteration)) {
                    testsPassed++;
                }
            }
        }
    }

    /** Full verification: puts the keys into their places and counts those below their predecessor. */
    private long keysOutOfOrder() {
        int[] sorted = keysHere <= keys.length ? keys : new int[keysHere];
        int min = minKey();
        for (int i = 0; i < keysHere; i++) {
            int key = received[i];
            sorted[--counts[key - min]] = key;
        }
        int[] largest = {keysHere == 0 ? -1 : sorted[keysHere - 1]};
        int[] largestOfAll = new int[ranks];
        comm.allGather(largest, 1, MPI.INT, largestOfAll, 1, MPI.INT);
        int previous = -1;
        for (int lower = 0; lower < rank; lower++) {
            previous = Math.max(previous, largestOfAll[lower]);
        }
        long wrong = 0;
        for (int i = 0; i < keysHere; i++) {
            if (sorted[i] < previous) {
                wrong++;
            }
            previous = sorted[i];
        }
        return wrong;
    }

    /** Returns keys of the common sequence: K/4 times the sum of four random numbers each, K being 2^logMaxKey. */
    static int[] createKeys(long first, int count, int logMaxKey) {
        int[] keys = new int[count];
        long state = NasRandom.jump(NasRandom.SEED, 4 * first);
        int bits = 48 - logMaxKey; // the sum has 48 bits, of which the key is the upper ones
        for (int i = 0; i < count; i++) {
            long sum = 0;
            for (int k = 0; k < 4; k++) {
                state = NasRandom.next(state);
                sum += state;
            }
            keys[i] = (int) (sum >>> bits);
        }
        return keys;
    }

    private static void countBuckets(int[] keys, int shift, int[] sizes) {
        for (int key : keys) {
            sizes[key >> shift]++;
        }
    }

    private static void scatter(int[] keys, int shift, int[] next, int[] bucketed) {
        for (int key : keys) {
            bucketed[next[key >> shift]++] = key;
        }
    }

    private static void countKeys(int[] keys, int count, int min, int[] counts) {
        for (int i = 0; i < count; i++) {
            counts[keys[i] - min]++;
        }
    }

    private static void accumulate(int[] counts, int range) {
        int sum = 0;
        for (int i = 0; i < range; i++) {
            sum += counts[i];
            counts[i] = sum;
        }
    }
}
