package org.bipj.sim;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
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
        SimCluster cluster = new SimCluster(ranks, options);
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
     * Half a round trip on a platform. Each node posts the receive of the next message while its own is on its way: the
     * other cannot send before it has that.
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

    /**
     * Half a round trip where each node posts, and so pays for its list of pages, before it sends, from buffers of its
     * own for what comes and what goes: as the experiment of throughput has it.
     */
    static double postingFirst(int bytes, String... changes) {
        double[] us = new double[ROUNDS];
        int words = bytes / 4;
        run(
                2,
                (bip, clock) -> {
                    int[] out = new int[words];
                    int[] in = new int[words];
                    int other = 1 - bip.myNode();
                    if (other == 1) {
                        bip.trecv(2, out, 0);
                    } else {
                        bip.tirecv(1, in, words);
                        bip.tsend(0, 2, out, 0);
                    }
                    for (int round = 0; round < ROUNDS; round++) {
                        if (other == 0) {
                            bip.rwait(1);
                        }
                        double start = clock.us();
                        if (other == 1 || round < ROUNDS - 1) {
                            bip.tirecv(1, in, words);
                        }
                        bip.tsend(other, 1, out, words);
                        if (other == 1) {
                            bip.rwait(1);
                            us[round] = (clock.us() - start) / 2;
                        }
                    }
                },
                "bip-ppro200",
                changes);
        Arrays.sort(us);
        return us[ROUNDS / 2];
    }

    static double rate(int bytes, String... changes) {
        return bytes / pingPong(bytes, changes);
    }

    /**
     * Half a round trip of a message whose buffers have been preceded by so many bytes of other memory, in
     * microseconds.
     */
    static double pingPongFrom(int before, int bytes, String... changes) {
        double[] us = new double[ROUNDS];
        run(
                2,
                (bip, clock) -> {
                    int[] other = new int[before / 4 + bip.myNode() * 40];
                    if (bip.myNode() == 0) {
                        bip.trecv(3, other, other.length);
                        PING.run(bip, clock, bytes / 4, us);
                    } else {
                        bip.tirecv(3, other, other.length);
                        bip.tsend(0, 3, other, 0);
                        PONG.run(bip, clock, bytes / 4, us);
                    }
                },
                "bip-ppro200",
                changes);
        Arrays.sort(us);
        return us[ROUNDS / 2];
    }

    /** Smallest message, in bytes, that moves at half the rate of 4 MiB. */
    static int halfOfPeak(String... changes) {
        return halfOfPeak(bytes -> pingPong(bytes, changes));
    }

    /** The same of any measurement of half a round trip. */
    static int halfOfPeak(IntToDoubleFunction time) {
        double half = (4 << 20) / time.applyAsDouble(4 << 20) / 2;
        int below = 256;
        int above = 32_768;
        while (above - below > 16) {
            int middle = (below + above) / 8 * 4;
            if (middle / time.applyAsDouble(middle) < half) {
                below = middle;
            } else {
                above = middle;
            }
        }
        return above;
    }

    /** Both nodes send at once: MB/s each way, with pages pinned beforehand. */
    static double exchange(int bytes, String... changes) {
        int words = bytes / 4;
        double[] us = new double[2];
        run(
                2,
                (bip, clock) -> {
                    int me = bip.myNode();
                    int[] in = new int[words];
                    int[] out = new int[words];
                    for (int round = 0; round < 2; round++) {
                        bip.tirecv(1, in, words);
                        bip.tsend(1 - me, 2, out, 0);
                        bip.trecv(2, new int[0], 0);
                        double start = clock.us();
                        int send = bip.tisend(1 - me, 1, out, words);
                        bip.rwait(1);
                        bip.swait(send);
                        us[me] = clock.us() - start;
                    }
                },
                "bip-ppro200",
                changes);
        return bytes / Math.max(us[0], us[1]);
    }

    /** MB/s of one message whose pages are new to both nodes; the receiver has pinned its own before. */
    static double rateUnpinned(int bytes, String... changes) {
        int words = bytes / 4;
        double[] us = new double[1];
        run(
                2,
                (bip, clock) -> {
                    int[] buffer = new int[words];
                    if (bip.myNode() == 1) {
                        bip.tirecv(1, buffer, words);
                        bip.tsend(0, 2, buffer, 0);
                        bip.rwait(1);
                    } else {
                        bip.trecv(2, new int[0], 0);
                        double start = clock.us();
                        bip.tsend(1, 1, buffer, words);
                        us[0] = clock.us() - start;
                    }
                },
                "bip-ppro200",
                changes);
        return bytes / us[0];
    }

    /** Times at which the messages of so many senders, all begun at once, are with node 0, in microseconds. */
    static double[] gather(int senders, int bytes) {
        int words = bytes / 4;
        double[] ends = new double[senders];
        run(
                senders + 1,
                (bip, clock) -> {
                    int me = bip.myNode();
                    int[] empty = new int[0];
                    int[][] buffers = new int[senders + 1][words];
                    for (int round = 0; round < 2; round++) {
                        for (int i = 1; i <= senders && me == 0; i++) {
                            bip.tirecv(i, buffers[i], words);
                        }
                        for (int i = 1; i <= senders && me == 0; i++) {
                            bip.tsend(i, 900, empty, 0);
                        }
                        double start = clock.us();
                        for (int i = 1; i <= senders && me == 0; i++) {
                            bip.rwait(i);
                            ends[i - 1] = clock.us() - start;
                        }
                        if (me > 0) {
                            bip.trecv(900, empty, 0);
                            bip.tsend(0, me, buffers[me], words);
                        }
                    }
                },
                "bip-ppro200");
        Arrays.sort(ends);
        return ends;
    }
}
