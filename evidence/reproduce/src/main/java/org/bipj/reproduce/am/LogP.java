package org.bipj.reproduce.am;

import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;
import org.bipj.reproduce.lab.Results;

/**
 * The parameters of the LogP model, measured as its authors do: m requests back to back with a computation D between
 * them. The send overhead is the time of a request while there are credits and nothing is polled. The receive overhead
 * is what a large D does not hide: a request, D and a poll that finds the reply, less the two. The gap is the time of a
 * request in a long run without D. All times in microseconds.
 *
 * @param receiveOverhead NaN if that computation does not hide a round trip
 * @param roundTrip of one request and its reply
 */
record LogP(double sendOverhead, double receiveOverhead, double gap, double roundTrip) {
    /** Requests outstanding in the published measurements: K_user. */
    static final int WINDOW = 4;

    private static final int RUN = 2000;
    private static final int ROUND_TRIPS = 101;
    private static final double LARGE_US = 200;

    /** Half the round trip, less both overheads. */
    double latency() {
        return roundTrip / 2 - sendOverhead - receiveOverhead;
    }

    static LogP of(Cluster cluster) {
        return of(cluster, WINDOW);
    }

    /** Measures with that number of credits. */
    static LogP of(Cluster cluster, int window) {
        double[] result = new double[4];
        cluster.run(2, rank -> {
            try (AmRank self = new AmRank(rank, 1, window)) {
                if (rank.number() == 0) {
                    measure(self, window, result);
                } else {
                    self.serve(1);
                }
            }
        });
        return new LogP(result[0], result[1], result[2], result[3]);
    }

    private static void measure(AmRank self, int window, double[] result) {
        long server = AmRank.name(1, 0);
        result[0] = sendOverhead(self, server, window);
        double start = self.now();
        boolean isHidden = true;
        for (int i = 0; i < ROUND_TRIPS; i++) {
            self.request(server, 0);
            self.compute(LARGE_US);
            isHidden &= self.poll();
        }
        result[1] = isHidden ? (self.now() - start) / ROUND_TRIPS - LARGE_US - result[0] : Double.NaN;
        self.finish();
        start = self.now();
        for (int i = 0; i < RUN; i++) {
            self.request(server, 0);
        }
        result[2] = (self.now() - start) / RUN;
        self.finish();
        result[3] = roundTrip(self, server, 0);
        self.leave(server);
    }

    /** The mean of the requests that need not wait: fewer than the window where the board has less room. */
    private static double sendOverhead(AmRank self, long server, int window) {
        double start = self.now();
        double end = start;
        int sent = 0;
        while (sent < window && self.tryRequest(server)) {
            sent++;
            end = self.now();
        }
        self.finish();
        return (end - start) / sent;
    }

    /** Adds the latency, if it is one. */
    void addLatency(Results results, String quantity) {
        results.valueIf(
                latency() >= 0,
                quantity,
                latency(),
                Double.isNaN(receiveOverhead)
                        ? "there is no receive overhead to take off"
                        : "the overheads are longer than half a round trip: they overlap with the way of the message");
    }

    /** Adds the receive overhead, if it could be measured. */
    void addReceiveOverhead(Results results, String quantity) {
        results.valueIf(
                !Double.isNaN(receiveOverhead),
                quantity,
                receiveOverhead,
                "a round trip takes longer than the " + (int) LARGE_US + " us of computation that are to hide it");
    }

    private static double roundTrip(AmRank self, long server, int bytes) {
        double[] times = new double[ROUND_TRIPS];
        for (int i = 0; i < ROUND_TRIPS; i++) {
            double start = self.now();
            self.request(server, bytes);
            self.finish();
            times[i] = self.now() - start;
        }
        return Curve.median(times);
    }

    /** The time of a request with data and its reply of four words. */
    static double roundTrip(Cluster cluster, int bytes) {
        double[] result = new double[1];
        cluster.run(2, rank -> {
            try (AmRank self = new AmRank(rank, 1, 1)) {
                if (rank.number() == 0) {
                    result[0] = roundTrip(self, AmRank.name(1, 0), bytes);
                    self.leave(AmRank.name(1, 0));
                } else {
                    self.serve(1);
                }
            }
        });
        return result[0];
    }
}
