package org.bipj.bench;

import org.bipj.core.job.Compute;

/**
 * The parameters of the LogP model, measured as its authors do: m requests back to back with a computation D between
 * them. The send overhead is the time of a request while there are credits. The receive overhead is what a large D does
 * not hide: a request, D and a poll that finds the answer, less the two. The gap is the time of a request in a long run
 * without D. All in seconds.
 *
 * <p>Over shared memory the receiver's reads are the network, and behind a computation they meet a cold cache. Part of the
 * latency is then in the receive overhead, and what is left of it may be negative.
 *
 * @param roundTrip of one request and its answer
 */
record LogP(double sendOverhead, double receiveOverhead, double gap, double roundTrip) {
    private static final int RUN = 2000;
    private static final int TRIPS = 101;
    /** D, in round trips: an answer has come by then. */
    private static final double LARGE = 5;
    /** Measurements in real time, of which the medians count. The first ones meet code that is not compiled. */
    private static final int ROUNDS = 60;

    private static final int WARM_UPS = 30;
    /** Sends of few requests are short: more of them make a round. */
    private static final int SENDS = 50;

    /** Half the round trip, less both overheads. */
    double latency() {
        return roundTrip / 2 - sendOverhead - receiveOverhead;
    }

    /** Measures the parameters of a layer, on rank 0. */
    static LogP of(LogpLayer layer) {
        boolean virtual = Compute.isVirtual();
        int rounds = virtual ? 1 : ROUNDS;
        double[][] results = new double[4][rounds];
        for (int round = virtual ? 0 : -WARM_UPS; round < rounds; round++) {
            double send = sendOverhead(layer, virtual ? 1 : SENDS);
            double trip = roundTrip(layer);
            double receive = receiveOverhead(layer, LARGE * trip, send);
            double gap = gap(layer);
            if (round >= 0) {
                results[0][round] = send;
                results[1][round] = receive;
                results[2][round] = gap;
                results[3][round] = trip;
            }
        }
        return new LogP(Median.of(results[0]), Median.of(results[1]), Median.of(results[2]), Median.of(results[3]));
    }

    private static double sendOverhead(LogpLayer layer, int times) {
        double seconds = 0;
        for (int i = 0; i < times; i++) {
            double start = layer.time();
            for (int request = 0; request < layer.window(); request++) {
                layer.request();
            }
            seconds += layer.time() - start;
            layer.finish();
        }
        return seconds / times / layer.window();
    }

    private static double receiveOverhead(LogpLayer layer, double large, double sendOverhead) {
        double start = layer.time();
        for (int i = 0; i < TRIPS; i++) {
            layer.request();
            compute(layer, large);
            layer.poll();
        }
        double each = (layer.time() - start) / TRIPS;
        layer.finish();
        return each - large - sendOverhead;
    }

    private static void compute(LogpLayer layer, double seconds) {
        if (Compute.isVirtual()) {
            Compute.charge(1e9 * seconds);
            return;
        }
        double end = layer.time() + seconds;
        while (layer.time() < end) {
            Thread.onSpinWait();
        }
    }

    private static double gap(LogpLayer layer) {
        double start = layer.time();
        for (int i = 0; i < RUN; i++) {
            layer.request();
        }
        double each = (layer.time() - start) / RUN;
        layer.finish();
        return each;
    }

    private static double roundTrip(LogpLayer layer) {
        double[] times = new double[TRIPS];
        for (int i = 0; i < TRIPS; i++) {
            double start = layer.time();
            layer.request();
            layer.finish();
            times[i] = layer.time() - start;
        }
        return Median.of(times);
    }
}
