package org.bipj.samples;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Sorts random keys by regular sampling (Shi and Schaeffer 1992): afterwards rank 0 holds the smallest keys, in order,
 * and the last rank the largest; shows allGather, allToAll, allToAllv, exScan and allReduce.
 *
 * <pre>{@code ./bipj sample samplesort -n 4 [KEYS]}</pre>
 *
 * <p>Each rank sorts its keys and shows all ranks a few of them, from which every rank computes the same splitters. They
 * cut the keys of each rank into one piece per rank. allToAll exchanges the lengths of the pieces, allToAllv the pieces:
 * the usual pair of calls where only the sender knows how much it has for each receiver.
 */
public final class SampleSort {
    private static final String USAGE = "samplesort -n RANKS [KEYS]     keys of all ranks together, 1000000 by default";
    private static final int KEYS = 1_000_000;
    private static final int MAX_KEYS = 100_000_000;

    private SampleSort() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        Verdict.print(USAGE, SampleSort::run, rest);
        MPI.Finalize();
    }

    static Verdict run(Intracomm comm, String[] args) {
        int rank = comm.getRank();
        int ranks = comm.getSize();
        Usage.atMost(args, 1);
        int count = Usage.positive(args, 0, "KEYS", KEYS, MAX_KEYS);
        Usage.atLeastRanks("KEYS", count, ranks);
        int mine = (int) ((long) count * (rank + 1) / ranks - (long) count * rank / ranks);
        int[] keys = new SplittableRandom(rank).ints(mine).toArray();
        int[] sorted = sort(comm, keys.clone());
        int[] largest = {sorted.length};
        comm.allReduce(largest, 1, MPI.INT, MPI.MAX);
        double excess = (double) largest[0] * ranks / count;
        return new Verdict(
                isSorted(comm, keys, sorted),
                String.format("%d keys, the most on one rank %.2f times the mean", count, excess));
    }

    /**
     * Sorts the keys of all ranks; called by every rank.
     *
     * @param keys this rank's keys, at least one; sorted afterwards
     * @return this rank's part of the result: no key is smaller than one of a lower rank
     */
    static int[] sort(Intracomm comm, int[] keys) {
        int ranks = comm.getSize();
        Arrays.sort(keys);
        int[] sendCounts = lengths(keys, splitters(comm, keys));
        int[] receiveCounts = new int[ranks];
        comm.allToAll(sendCounts, 1, MPI.INT, receiveCounts, 1, MPI.INT);

        int[] sorted = new int[IntStream.of(receiveCounts).sum()];
        comm.allToAllv(
                keys, sendCounts, starts(sendCounts), MPI.INT, sorted, receiveCounts, starts(receiveCounts), MPI.INT);
        Arrays.sort(sorted);
        return sorted;
    }

    /**
     * Returns the keys that separate the ranks' parts of the result, one less than there are ranks. Each rank shows as
     * many of its keys as there are ranks, at equal distances: then no part is longer than twice the mean, equal keys
     * apart.
     */
    private static int[] splitters(Intracomm comm, int[] sortedKeys) {
        int ranks = comm.getSize();
        int[] samples = new int[ranks];
        for (int i = 0; i < ranks; i++) {
            samples[i] = sortedKeys[(int) ((long) i * sortedKeys.length / ranks)];
        }
        int[] all = new int[ranks * ranks];
        comm.allGather(samples, ranks, MPI.INT, all, ranks, MPI.INT);
        Arrays.sort(all);
        int[] splitters = new int[ranks - 1];
        for (int i = 0; i < splitters.length; i++) {
            splitters[i] = all[(i + 1) * ranks + ranks / 2 - 1];
        }
        return splitters;
    }

    /** Returns how many keys each rank gets: rank r those up to splitter r, the last rank the rest. */
    private static int[] lengths(int[] sortedKeys, int[] splitters) {
        int[] lengths = new int[splitters.length + 1];
        int rank = 0;
        for (int key : sortedKeys) {
            while (rank < splitters.length && key > splitters[rank]) {
                rank++;
            }
            lengths[rank]++;
        }
        return lengths;
    }

    /** Returns where each piece begins if the pieces lie one after another. */
    private static int[] starts(int[] lengths) {
        int[] starts = new int[lengths.length];
        for (int i = 1; i < starts.length; i++) {
            starts[i] = starts[i - 1] + lengths[i - 1];
        }
        return starts;
    }

    /** Whether the ranks hold the keys that they began with, in order; called by every rank, and the same on all. */
    static boolean isSorted(Intracomm comm, int[] keys, int[] sorted) {
        // The largest key of all ranks below: rank 0 has none below it, and exScan leaves its value as it is.
        int[] last = {sorted.length == 0 ? Integer.MIN_VALUE : sorted[sorted.length - 1]};
        int[] below = {Integer.MIN_VALUE};
        comm.exScan(last, below, 1, MPI.INT, MPI.MAX);

        long descents = 0;
        int previous = below[0];
        for (int key : sorted) {
            descents += key < previous ? 1 : 0;
            previous = key;
        }
        long[] faults = {descents, keys.length - sorted.length, fingerprint(keys) - fingerprint(sorted)};
        comm.allReduce(faults, faults.length, MPI.LONG, MPI.SUM);
        return Arrays.equals(faults, new long[faults.length]);
    }

    /** Adds up, modulo 2^64, a hash of each key: the order does not matter. */
    private static long fingerprint(int[] keys) {
        return IntStream.of(keys)
                .mapToLong(key -> new SplittableRandom(key).nextLong())
                .sum();
    }
}
