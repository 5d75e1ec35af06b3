package org.bipj.reproduce.lci;

import org.bipj.reproduce.lab.Cluster;

/** Broadcasts of rank 0 to all others. */
final class Broadcast {
    private static final int LEAST_PACKETS = 400;

    private Broadcast() {}

    /**
     * Time from the call until each rank has the message.
     *
     * @param busy a rank that computes meanwhile; 0: none
     * @param busyUs for so long
     * @param interrupts the boards may interrupt their hosts
     */
    static double[] arrivals(Cluster cluster, int ranks, int bytes, int busy, double busyUs, boolean interrupts) {
        double[] at = new double[ranks];
        cluster.run(ranks, rank -> {
            try (LciRank self = new LciRank(rank)) {
                if (interrupts) {
                    self.interrupts(true);
                }
                if (rank.number() == 0) {
                    at[0] = self.now();
                    self.broadcast(bytes);
                } else {
                    if (rank.number() == busy) {
                        self.compute(busyUs);
                    }
                    self.receive(LciRank.packets(bytes, self.payload()));
                    at[rank.number()] = self.now();
                }
            }
        });
        double start = at[0];
        for (int i = 0; i < ranks; i++) {
            at[i] -= start;
        }
        return at;
    }

    /** Time until the last receiver has the message, in microseconds. */
    static double latency(Cluster cluster, int ranks, int bytes) {
        return latest(arrivals(cluster, ranks, bytes, 0, 0, false));
    }

    /** Number of edges of rank 0's tree that share a direction of a cable between switches, where that is most. */
    static long edgesOnACable(Cluster cluster, int ranks) {
        return cluster.mostWormsOfACable(ranks, rank -> {
            try (LciRank self = new LciRank(rank)) {
                if (rank.number() == 0) {
                    self.broadcast(0);
                } else {
                    self.receive(1);
                }
            }
        });
    }

    static double latest(double[] times) {
        double last = 0;
        for (double time : times) {
            last = Math.max(last, time);
        }
        return last;
    }

    /** Throughput of messages one after the other, in MB/s of 10^6 bytes, until the last receiver has copied them. */
    static double rate(Cluster cluster, int ranks, int bytes) {
        double[] at = new double[ranks];
        int[] messages = new int[1];
        cluster.run(ranks, rank -> {
            try (LciRank self = new LciRank(rank)) {
                int packets = LciRank.packets(bytes, self.payload());
                int times = Math.max(2, LEAST_PACKETS / packets);
                if (rank.number() == 0) {
                    messages[0] = times;
                    for (int i = 0; i < times; i++) {
                        self.broadcast(bytes);
                    }
                    self.compute(1);
                } else {
                    self.onPacket((source, client, length) -> self.copy(length, bytes));
                    self.receive(packets);
                    at[rank.number()] = -self.now();
                    self.receive((long) packets * times);
                    at[rank.number()] += self.now();
                }
            }
        });
        return (double) bytes * (messages[0] - 1) / latest(at);
    }
}
