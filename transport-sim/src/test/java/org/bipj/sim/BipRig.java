package org.bipj.sim;

import java.util.Arrays;
import org.bipj.bip.Bip;

/** Runs programs of the BIP interface on a simulated cluster and times them in virtual time. */
final class BipRig {
    private static final int ROUNDS = 9;

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

    /** Half a round trip, in microseconds: the median of some. */
    static double pingPong(int bytes, String... changes) {
        return pingPong("bip-ppro200", bytes, changes);
    }

    /**
     * Half a round trip on a platform. Each node posts the receive of the next message while its own is on its way: the other
     * cannot send before it has that.
     */
    static double pingPong(String platform, int bytes, String... changes) {
        double[] us = new double[ROUNDS];
        run(2, (bip, clock) -> (bip.myNode() == 0 ? PING : PONG).run(bip, clock, bytes / 4, us), platform, changes);
        Arrays.sort(us);
        return us[ROUNDS / 2];
    }

    private interface Side {
        void run(Bip bip, Clock clock, int words, double[] us);
    }

    private static final Side PING = (bip, clock, words, us) -> {
        int[] buffer = new int[words];
        bip.trecv(2, buffer, 0);
        for (int round = 0; round < ROUNDS; round++) {
            double start = clock.us();
            int send = bip.tisend(1, 1, buffer, words);
            bip.tirecv(1, buffer, words);
            bip.rwait(1);
            us[round] = (clock.us() - start) / 2;
            bip.swait(send);
        }
    };

    private static final Side PONG = (bip, clock, words, us) -> {
        int[] buffer = new int[words];
        bip.tirecv(1, buffer, words);
        bip.tsend(0, 2, buffer, 0);
        for (int round = 0; round < ROUNDS; round++) {
            bip.rwait(1);
            int send = bip.tisend(0, 1, buffer, words);
            if (round < ROUNDS - 1) {
                bip.tirecv(1, buffer, words);
            }
            bip.swait(send);
        }
    };

    static double rate(int bytes, String... changes) {
        return bytes / pingPong(bytes, changes);
    }
}
