package org.bipj.reproduce.ip;

import java.util.stream.LongStream;
import org.bipj.bip.Bip;
import org.bipj.reproduce.lab.Cluster;

/** Messages of BIP, one after the other, until the first bit error ends the job. */
final class UntilDamage {
    private static final int WORDS = 1 << 14;
    private static final int BYTES = 4 * WORDS;
    private static final int TAG = 1;
    private static final int READY = 2;
    private static final double MEGABYTE = 1e6;
    private static final String REASON = "CRC does not match";

    private UntilDamage() {}

    /** Megabytes that BIP has received before the job ends: mean of so many seeds. */
    static double bip(Cluster cluster, String rate, int seeds) {
        Cluster faulty = cluster.withFaults("flip:rate=" + rate);
        return LongStream.rangeClosed(1, seeds)
                .mapToDouble(seed -> received(faulty.withSeed(seed)))
                .average()
                .orElseThrow();
    }

    private static double received(Cluster cluster) {
        long[] messages = new long[1];
        try {
            cluster.run(2, rank -> send(rank.number(), messages));
        } catch (RuntimeException e) {
            if (!String.valueOf(e.getMessage()).contains(REASON)) {
                throw e;
            }
            return messages[0] * BYTES / MEGABYTE;
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
