package org.bipj.reproduce.ip;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.bipj.bip.Bip;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankClasses;

/** Messages of BIP or MPI, one after the other, until the first bit error ends the job. Public because a program that each rank loads calls it. */
public final class UntilDamage {
    private static final int WORDS = 1 << 14;
    private static final int BYTES = 4 * WORDS;
    private static final int TAG = 1;
    private static final int READY = 2;
    private static final double MEGABYTE = 1e6;
    /** By run of MPI how many messages it has received. */
    private static final Map<Integer, AtomicLong> OF_MPI = new ConcurrentHashMap<>();

    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final String REASON = "CRC does not match";

    private UntilDamage() {}

    /** Megabytes that BIP has received before the job ends: mean of so many seeds. */
    static double bip(Cluster cluster, String rate, int seeds) {
        return mean(cluster, rate, seeds, UntilDamage::ofBip);
    }

    /** The same of MPI. */
    static double mpi(Cluster cluster, String rate, int seeds) {
        return mean(cluster, rate, seeds, UntilDamage::ofMpi);
    }

    private static double mean(Cluster cluster, String rate, int seeds, ToDoubleFunction<Cluster> received) {
        Cluster faulty = cluster.withFaults("flip:rate=" + rate);
        return LongStream.rangeClosed(1, seeds)
                .mapToDouble(seed -> received.applyAsDouble(faulty.withSeed(seed)))
                .average()
                .orElseThrow();
    }

    private static double ofMpi(Cluster cluster) {
        int run = RUNS.incrementAndGet();
        AtomicLong messages = new AtomicLong();
        OF_MPI.put(run, messages);
        return untilDamage(
                () -> RankClasses.run(cluster, 2, MpiUntilDamage.class, new int[] {WORDS, run}), messages::get);
    }

    /** A rank of a run of MPI, whose classes are its own, has received a message. */
    public static void received(int run) {
        OF_MPI.get(run).incrementAndGet();
    }

    private static double ofBip(Cluster cluster) {
        long[] messages = new long[1];
        return untilDamage(() -> cluster.run(2, rank -> send(rank.number(), messages)), () -> messages[0]);
    }

    private static double untilDamage(Runnable run, LongSupplier messages) {
        try {
            run.run();
        } catch (RuntimeException e) {
            if (!String.valueOf(e.getMessage()).contains(REASON)) {
                throw e;
            }
            return messages.getAsLong() * BYTES / MEGABYTE;
        }
        throw new IllegalStateException("a run without an end has ended");
    }

    private static void send(int rank, long[] received) {
        try (Bip bip = Bip.init()) {
            int[] buffer = new int[WORDS];
            while (true) {
                if (rank == 0) {
                    bip.trecv(READY, new int[1], 1);
                    bip.tsend(1, TAG, buffer, WORDS);
                } else {
                    int receive = bip.tirecv(TAG, buffer, WORDS);
                    bip.tsend(0, READY, new int[1], 1);
                    bip.rwait(receive);
                    received[0]++;
                }
            }
        }
    }
}
