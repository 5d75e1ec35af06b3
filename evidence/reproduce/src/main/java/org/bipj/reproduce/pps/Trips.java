package org.bipj.reproduce.pps;

import org.bipj.core.job.Compute;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;

/** How the measurements of table 5 time what they repeat. */
public final class Trips {
    /** How often a latency is measured; the median counts. */
    public static final int TIMES = 25;

    private static final double PAUSE_NS = 500_000;

    private Trips() {}

    /** What is timed once. */
    public interface Trip {
        /** Makes one trip. */
        void run(int number);
    }

    /** Lets all ranks leave a barrier, and wait. */
    public static void pause() {
        Compute.charge(PAUSE_NS);
    }

    /** Median time of a trip, in microseconds. */
    public static double median(Cluster.Rank rank, Trip trip) {
        double[] times = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            double start = rank.now();
            trip.run(i);
            times[i] = rank.now() - start;
        }
        return Curve.median(times);
    }
}
