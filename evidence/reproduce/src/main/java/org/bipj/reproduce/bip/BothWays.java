package org.bipj.reproduce.bip;

import org.bipj.bip.Bip;
import org.bipj.reproduce.lab.Cluster;

/** Two nodes send each other a message at the same time. */
final class BothWays implements Cluster.Program {
    private static final int TAG = 1;
    private static final int READY = 2;
    private static final int WORD = 4;

    /** Two rounds, because the first one also pins the pages. */
    private static final int ROUNDS = 2;

    private final int words;
    private final double[] micros = new double[2];

    private BothWays(int words) {
        this.words = words;
    }

    /** Throughput of each way, the slower one, in MB/s. */
    static double rate(Cluster cluster, int bytes) {
        BothWays program = new BothWays(bytes / WORD);
        cluster.run(2, program);
        return bytes / Math.max(program.micros[0], program.micros[1]);
    }

    @Override
    public void run(Cluster.Rank rank) {
        int self = rank.number();
        int other = 1 - self;
        int[] out = new int[words];
        int[] in = new int[words];
        try (Bip bip = Bip.init()) {
            for (int round = 0; round < ROUNDS; round++) {
                int receive = bip.tirecv(TAG, in, words);
                bip.tsend(other, READY, new int[1], 1);
                bip.trecv(READY, new int[1], 1);
                double start = rank.now();
                int send = bip.tisend(other, TAG, out, words);
                bip.rwait(receive);
                micros[self] = rank.now() - start;
                bip.swait(send);
            }
        }
    }
}
