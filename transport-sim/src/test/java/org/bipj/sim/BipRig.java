package org.bipj.sim;

import java.util.Arrays;
import org.bipj.bip.Bip;

/** Runs programs of the BIP interface on a simulated cluster and times them in virtual time. */
final class BipRig {
    static final double PS_PER_US = 1e6;

    private BipRig() {}

    /** One node's program. */
    interface Program {
        void run(Bip bip, Clock clock);
    }

    /** The rank's virtual time. */
    interface Clock {
        double us();
    }

    /** Runs a program on each of the ranks of a platform with some constants changed. */
    static void run(int ranks, Program program, String platform, String... changes) {
        SimOptions options = SimOptions.of(platform).with(changes);
        Cluster cluster = new Cluster(ranks, options);
        try (SimSession session = new SimSession(cluster, ranks, SimSession.Listener.NONE)) {
            session.run(rank -> {
                try (Bip bip = Bip.init()) {
                    program.run(bip, () -> cluster.port(rank).now() / 1e3);
                }
            });
        }
    }

    /** Half a round trip, in microseconds: the median of some, with both receives posted beforehand. */
    static double pingPong(int bytes, String... changes) {
        return pingPong("bip-ppro200", bytes, changes);
    }

    static double pingPong(String platform, int bytes, String... changes) {
        int words = bytes / 4;
        int rounds = 9;
        double[] us = new double[rounds];
        run(
                2,
                (bip, clock) -> {
                    int[] out = new int[Math.max(words, 1)];
                    int[] in = new int[Math.max(words, 1)];
                    int me = bip.myNode();
                    bip.tirecv(1, in, words);
                    bip.tsend(1 - me, 2, out, 0);
                    bip.trecv(2, out, 0);
                    for (int round = 0; round < rounds; round++) {
                        double start = clock.us();
                        if (me == 0) {
                            bip.tsend(1, 1, out, words);
                            bip.rwait(1);
                            bip.tirecv(1, in, words);
                            us[round] = (clock.us() - start) / 2;
                        } else {
                            bip.rwait(1);
                            bip.tirecv(1, in, words);
                            bip.tsend(0, 1, out, words);
                        }
                    }
                    if (me == 1) {
                        bip.tsend(0, 1, out, words);
                    } else {
                        bip.rwait(1);
                        bip.tirecv(1, in, words);
                        bip.tsend(1, 1, out, words);
                    }
                },
                platform,
                changes);
        Arrays.sort(us);
        return us[rounds / 2];
    }

    static double rate(int bytes, String... changes) {
        return bytes / pingPong(bytes, changes);
    }
}
