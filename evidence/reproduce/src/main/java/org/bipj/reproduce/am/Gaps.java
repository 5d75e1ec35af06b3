package org.bipj.reproduce.am;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.bipj.reproduce.lab.Cluster;

/**
 * The gap of the LogP model from several states of the pipeline. Host, boards and links of a long run fall into a pattern that
 * repeats, and into which one depends on how the run began: one run is one sample. Each of these begins with requests that a
 * random computation keeps apart.
 *
 * @param mean over the seeds, in microseconds
 * @param spread largest less smallest, in percent of the mean
 */
record Gaps(double mean, double spread) {
    private static final int SEEDS = 10;
    private static final int UNEVEN = 64;
    private static final int RUN = 1000;
    /** Longest computation between two of the first requests: two gaps and a half. */
    private static final double APART_US = 40;

    /** Measures them, for seeds from this one on. */
    static Gaps of(Cluster cluster, long seed) {
        double[] all = LongStream.range(seed, seed + SEEDS)
                .mapToDouble(each -> one(cluster, new SplittableRandom(each)))
                .toArray();
        double mean = DoubleStream.of(all).average().orElseThrow();
        double least = DoubleStream.of(all).min().orElseThrow();
        double largest = DoubleStream.of(all).max().orElseThrow();
        return new Gaps(mean, 100 * (largest - least) / mean);
    }

    private static double one(Cluster cluster, SplittableRandom random) {
        double[] gap = new double[1];
        cluster.run(2, rank -> {
            try (AmRank self = new AmRank(rank, 1, LogP.WINDOW)) {
                if (rank.number() == 0) {
                    gap[0] = measure(self, AmRank.name(1, 0), random);
                } else {
                    self.serve(1);
                }
            }
        });
        return gap[0];
    }

    private static double measure(AmRank self, long server, SplittableRandom random) {
        for (int i = 0; i < UNEVEN; i++) {
            self.compute(random.nextDouble(APART_US));
            self.request(server, 0);
        }
        double start = self.now();
        for (int i = 0; i < RUN; i++) {
            self.request(server, 0);
        }
        double gap = (self.now() - start) / RUN;
        self.leave(server);
        return gap;
    }
}
