package org.bipj.reproduce.bip;

import java.util.Arrays;
import org.bipj.bip.Bip;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;

/**
 * The paper's measurement (section 5): a message goes and comes back some number of times, and the result is the median
 * of half the round trips. Buffers are plain arrays, the same two on a node for all sizes, or a new pair for each. As
 * BIP wants it, each receive is posted before the message for it is sent.
 */
final class BipPingPong implements Cluster.Program {
    /** Repetitions of the paper, for latency and for throughput. */
    static final int LATENCY = 1000;

    static final int THROUGHPUT = 100;

    private static final int TAG = 1;
    private static final int READY = 2;
    private static final int WORD = 4;

    private final int[] bytes;
    private final int repetitions;
    private final boolean newBuffers;
    private final boolean postsLate;
    private final double[] micros;

    private BipPingPong(int[] bytes, int repetitions, boolean newBuffers, boolean postsLate) {
        this.bytes = bytes;
        this.repetitions = repetitions;
        this.newBuffers = newBuffers;
        this.postsLate = postsLate;
        micros = new double[bytes.length];
    }

    /**
     * One-way times between ranks 0 and 1.
     *
     * @param bytes lengths of messages, multiples of 4
     */
    static Curve measure(Cluster cluster, int repetitions, int... bytes) {
        return run(cluster, new BipPingPong(bytes, repetitions, false, false));
    }

    /** The same with a new pair of buffers for each length, each pair at another offset in its pages. */
    static Curve inNewBuffers(Cluster cluster, int repetitions, int... bytes) {
        return run(cluster, new BipPingPong(bytes, repetitions, true, false));
    }

    /** The same, but each node starts its send before it posts the receive. */
    static Curve postingLate(Cluster cluster, int repetitions, int... bytes) {
        return run(cluster, new BipPingPong(bytes, repetitions, false, true));
    }

    private static Curve run(Cluster cluster, BipPingPong program) {
        cluster.run(2, program);
        return Curve.of(program.bytes, program.micros);
    }

    /** One-way time of a message, in microseconds. */
    static double time(Cluster cluster, int repetitions, int bytes) {
        return measure(cluster, repetitions, bytes).micros()[0];
    }

    @Override
    public void run(Cluster.Rank rank) {
        int largest = Arrays.stream(bytes).max().orElseThrow() / WORD;
        int[] out = new int[largest];
        int[] in = new int[largest];
        try (Bip bip = Bip.init()) {
            for (int i = 0; i < bytes.length; i++) {
                int words = bytes[i] / WORD;
                if (newBuffers) {
                    out = new int[largest + i * BipMeasurements.SHIFT / WORD];
                    in = new int[largest + i * BipMeasurements.SHIFT / WORD];
                }
                if (rank.number() == 0) {
                    micros[i] = ping(bip, rank, out, in, words);
                } else {
                    pong(bip, out, in, words);
                }
            }
        }
    }

    private double ping(Bip bip, Cluster.Rank rank, int[] out, int[] in, int words) {
        double[] halves = new double[repetitions];
        bip.trecv(READY, new int[1], 1);
        for (int k = 0; k < repetitions; k++) {
            double start = rank.now();
            int receive = postAndSend(bip, 1, out, in, words);
            bip.rwait(receive);
            halves[k] = (rank.now() - start) / 2;
        }
        return Curve.median(halves);
    }

    private void pong(Bip bip, int[] out, int[] in, int words) {
        int receive = bip.tirecv(TAG, in, words);
        bip.tsend(0, READY, new int[1], 1);
        for (int k = 1; k < repetitions; k++) {
            bip.rwait(receive);
            receive = postAndSend(bip, 0, out, in, words);
        }
        bip.rwait(receive);
        bip.tsend(0, TAG, out, words);
    }

    /** Sends a message, and posts the receive of the next one before or after that. */
    private int postAndSend(Bip bip, int other, int[] out, int[] in, int words) {
        if (!postsLate) {
            int receive = bip.tirecv(TAG, in, words);
            bip.tsend(other, TAG, out, words);
            return receive;
        }
        int send = bip.tisend(other, TAG, out, words);
        int receive = bip.tirecv(TAG, in, words);
        bip.swait(send);
        return receive;
    }
}
