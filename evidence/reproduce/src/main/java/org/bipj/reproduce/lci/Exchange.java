package org.bipj.reproduce.lci;

import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;

/**
 * Communication patterns of the parallel-programming systems, as LCI alone carries them: messages of the same lengths, and no
 * more (LCI paper, table 5).
 */
public final class Exchange {
    private static final int TIMES = 25;
    private static final double PAUSE_US = 200;
    /** The client's word: the packet is the last of a request. */
    private static final int LAST = 1;

    private Exchange() {}

    /** Time of a one-way message of no bytes between neighbours: half of a round trip. */
    public static double message(Cluster cluster) {
        return roundTrip(cluster, 0, 0) / 2;
    }

    /**
     * Time of a request and its reply, both copied by their receivers, in microseconds.
     *
     * @param request its bytes
     * @param reply its bytes
     */
    public static double roundTrip(Cluster cluster, int request, int reply) {
        double[] trips = new double[TIMES];
        cluster.run(2, rank -> {
            try (LciRank self = new LciRank(rank)) {
                boolean asks = rank.number() == 0;
                self.onPacket((source, client, length) -> {
                    self.copy(length, asks ? reply : request);
                    if (client == LAST) {
                        send(self, source, reply, 0);
                    }
                });
                int answers = LciRank.packets(reply, self.payload());
                for (int i = 0; i < TIMES && asks; i++) {
                    self.compute(PAUSE_US);
                    double start = self.now();
                    send(self, 1, request, LAST);
                    self.receive((long) (i + 1) * answers);
                    trips[i] = self.now() - start;
                }
                if (!asks) {
                    self.receive((long) TIMES * LciRank.packets(request, self.payload()));
                }
            }
        });
        return Curve.median(trips);
    }

    private static void send(LciRank self, int to, int bytes, int lastsWord) {
        int left = bytes;
        do {
            int length = Math.min(left, self.payload());
            left -= length;
            self.unicast(to, left == 0 ? lastsWord : 0, length);
        } while (left > 0);
    }

    /** Throughput of messages one way, in MB/s of 10^6 bytes, with copies by the receiver. */
    public static double rate(Cluster cluster, int bytes) {
        return Stream.rate(cluster, bytes, true);
    }

    /** Time of an empty broadcast of rank 0 until the last receiver has it, in microseconds. */
    public static double broadcast(Cluster cluster, int ranks) {
        return Broadcast.latency(cluster, ranks, 0);
    }

    /** Throughput of broadcasts of rank 0 one after the other, in MB/s, until the last receiver has copied them. */
    public static double broadcastRate(Cluster cluster, int ranks, int bytes) {
        return Broadcast.rate(cluster, ranks, bytes);
    }
}
