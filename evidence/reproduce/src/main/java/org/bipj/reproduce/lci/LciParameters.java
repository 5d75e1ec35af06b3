package org.bipj.reproduce.lci;

import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;

/**
 * The parameters of the LogP model with empty packets between two neighbours, and the time of an addition to a counter, in
 * microseconds.
 *
 * @param sendOverhead time of a call that sends a packet
 * @param receiveOverhead what a computation between a packet and its answer does not hide, less the send overhead; NaN if it does
 *     not hide a round trip
 * @param gap time of a packet in a long run one way
 * @param answeredGap time of a packet and its answer in a long run
 * @param endToEnd half of a packet and its answer
 * @param add from the call until the answer has been polled
 */
record LciParameters(
        double sendOverhead, double receiveOverhead, double gap, double answeredGap, double endToEnd, double add) {
    private static final int TIMES = 25;
    private static final int WARM_UP = 500;
    private static final int RUN = 1500;
    private static final double LARGE_US = 200;
    /** The client's word: the packet is to be answered. */
    private static final int ANSWER = 1;

    /** The part of the end-to-end time that is neither overhead. */
    double latency() {
        return endToEnd - sendOverhead - receiveOverhead;
    }

    static LciParameters of(Cluster cluster) {
        double[] result = new double[6];
        cluster.run(2, rank -> {
            try (LciRank self = new LciRank(rank)) {
                if (rank.number() == 0) {
                    measure(self, result);
                } else {
                    answer(self);
                }
            }
        });
        return new LciParameters(result[0], result[1], result[2], result[3], result[4], result[5]);
    }

    private static void answer(LciRank self) {
        self.onPacket((source, client, length) -> {
            if (client == ANSWER) {
                self.unicast(source, 0, 0);
            }
        });
        self.receive(3 * TIMES + 2 * (WARM_UP + RUN));
    }

    private static void measure(LciRank self, double[] result) {
        double[] calls = new double[TIMES];
        double[] receives = new double[TIMES];
        double[] trips = new double[TIMES];
        double[] adds = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            double start = self.now();
            self.unicast(1, ANSWER, 0);
            calls[i] = self.now() - start;
            self.compute(LARGE_US);
            receives[i] = self.poll() ? self.now() - start - LARGE_US - calls[i] : Double.NaN;
            self.compute(LARGE_US);
            start = self.now();
            self.unicast(1, ANSWER, 0);
            self.receive(2 * i + 2);
            trips[i] = (self.now() - start) / 2;
            self.compute(LARGE_US);
            start = self.now();
            self.add(1);
            adds[i] = self.now() - start;
            self.unicast(1, 0, 0);
            self.compute(LARGE_US);
        }
        result[0] = Curve.median(calls);
        result[1] = Curve.median(receives);
        result[2] = gap(self, 0);
        self.compute(LARGE_US * WARM_UP);
        result[3] = gap(self, ANSWER);
        result[4] = Curve.median(trips);
        result[5] = Curve.median(adds);
        self.receive(2 * TIMES + WARM_UP + RUN);
    }

    private static double gap(LciRank self, int client) {
        double start = 0;
        for (int i = 0; i < WARM_UP + RUN; i++) {
            start = i == WARM_UP ? self.now() : start;
            self.unicast(1, client, 0);
            if (client == ANSWER) {
                self.poll();
            }
        }
        return (self.now() - start) / RUN;
    }
}
