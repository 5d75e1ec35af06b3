package org.bipj.reproduce.am;

import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;

/**
 * The parameters of the LogP model, measured as its authors do: m requests back to back with a computation D between
 * them. The send overhead is the time of a request while there are credits and nothing is polled. The receive overhead
 * is what a large D does not hide: a request, D and a poll that finds the reply, less the two. The gap is the time of a
 * request in a long run without D. All times in microseconds.
 *
 * @param roundTrip of one request and its reply
 */
record LogP(double sendOverhead, double receiveOverhead, double gap, double roundTrip) {
    /** Requests outstanding in the published measurements: K_user. */
    static final int WINDOW = 4;

    private static final int RUN = 2000;
    private static final int ROUND_TRIPS = 101;
    private static final double LARGE_US = 200;

    /** Half the round trip less both overheads. */
    double latency() {
        return roundTrip / 2 - sendOverhead - receiveOverhead;
    }

    static LogP of(Cluster cluster) {
        return of(cluster, WINDOW);
    }

    /** With a number of credits. */
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
        for (int i = 0; i < ROUND_TRIPS; i++) {
            self.request(server, 0);
            self.compute(LARGE_US);
            self.poll();
        }
        result[1] = (self.now() - start) / ROUND_TRIPS - LARGE_US - result[0];
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

    private static double sendOverhead(AmRank self, long server, int window) {
        double start = self.now();
        for (int i = 0; i < window; i++) {
            self.request(server, 0);
        }
        double each = (self.now() - start) / window;
        self.finish();
        return each;
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
