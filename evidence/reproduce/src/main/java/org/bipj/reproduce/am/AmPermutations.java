package org.bipj.reproduce.am;

import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Table 1: permutations of 92 hosts of the NOW. */
public final class AmPermutations implements Experiment {
    private static final int HOSTS = 92;
    private static final int SEEDS = 20;
    private static final int BYTES = 4096;
    private static final double MB = 1 << 20;
    /** The paper's GB are 1000 of its MB. */
    private static final double GB = 1000;
    /** All hosts have started after so long, at seeded offsets. */
    private static final double OFFSET_US = 2000;
    /** A host's computation is faster or slower by up to this part: clocks of quartz. */
    private static final double SKEW = 100e-6;
    /** Computation of a host between two requests, in which its skew shows. */
    private static final double STEP_US = 1;

    private static final double WARM_US = 5_000;
    private static final double RUN_US = 15_000;
    private static final String CABLES = "topology.top-cables";

    public AmPermutations() {}

    @Override
    public Head head() {
        return new Head(
                "am-permutations",
                "Active Messages II: permutations of 92 hosts",
                "AM-II, section 5.2, table 1",
                List.of(Lab.NOW),
                """
                Each of 92 hosts sends requests to one other and answers those of one: cshift to the right \
                neighbour, neighbour to the other of a pair, bisection to the host 46 further on. Medium messages of \
                4 KB, four outstanding, for the bandwidth; four words, one outstanding, for the round trip. Hosts \
                start up to 2 ms apart, and compute 1 us between requests on clocks that differ by up to 100 parts \
                in a million, both by a seed; medians over 20 seeds. Then bisection with other numbers of cables \
                between the subclusters.""");
    }

    /** True: the experiment takes minutes. */
    @Override
    public boolean isByName() {
        return true;
    }

    @Override
    public Results run(Lab lab) {
        Cluster now = AmLogP.am(lab);
        Results results = new Results();
        add(results, now, lab.seed(), "cshift", rank -> (rank + 1) % HOSTS);
        add(results, now, lab.seed(), "neighbour", rank -> rank ^ 1);
        add(results, now, lab.seed(), "bisection", AmPermutations::across);
        for (int cables : new int[] {6, 8, 16}) {
            results.value(
                    "bisection with " + cables + " cables: bandwidth of a host",
                    bandwidth(now.with(CABLES, "" + cables), lab.seed(), AmPermutations::across));
        }
        return results;
    }

    private static int across(int rank) {
        return (rank + HOSTS / 2) % HOSTS;
    }

    private static void add(Results results, Cluster cluster, long seed, String name, IntUnaryOperator to) {
        double each = bandwidth(cluster, seed, to);
        results.value(name + ": bandwidth of a host", each)
                .value(name + ": bandwidth of all", HOSTS * each / GB)
                .value(name + ": round trip", median(draw -> new Run(draw, to).roundTrip(cluster), seed));
    }

    /** Megabytes of 2 to the 20 that a host sends in a second. */
    private static double bandwidth(Cluster cluster, long seed, IntUnaryOperator to) {
        return median(draw -> new Run(draw, to).bandwidth(cluster), seed);
    }

    private static double median(ToDoubleFunction<Random> run, long seed) {
        return Curve.median(IntStream.range(0, SEEDS)
                .mapToDouble(i -> run.applyAsDouble(new Random(31 * seed + i)))
                .toArray());
    }

    /** One run of all hosts, with their offsets and clocks. */
    private static final class Run {
        private final IntUnaryOperator to;
        private final double[] offsets;
        private final double[] steps;
        /** By host: replies in the measured time, and that time. */
        private final double[] answered = new double[HOSTS];

        private final double[] measuredUs = new double[HOSTS];

        Run(Random draw, IntUnaryOperator to) {
            this.to = to;
            offsets = draw.doubles(HOSTS, 0, OFFSET_US).toArray();
            steps = draw.doubles(HOSTS, 1 - SKEW, 1 + SKEW)
                    .map(part -> part * STEP_US)
                    .toArray();
        }

        double bandwidth(Cluster cluster) {
            cluster.run(HOSTS, rank -> send(rank, LogP.WINDOW, BYTES));
            return BYTES / MB * 1e6 * mean(host -> answered[host] / measuredUs[host]);
        }

        double roundTrip(Cluster cluster) {
            cluster.run(HOSTS, rank -> send(rank, 1, 0));
            return mean(host -> measuredUs[host] / answered[host]) - STEP_US;
        }

        private static double mean(IntToDoubleFunction value) {
            return IntStream.range(0, HOSTS).mapToDouble(value).average().orElseThrow();
        }

        private void send(Cluster.Rank rank, int window, int bytes) {
            int self = rank.number();
            try (AmRank am = new AmRank(rank, 1, window)) {
                am.compute(offsets[self]);
                long other = AmRank.name(to.applyAsInt(self), 0);
                send(am, self, other, bytes, WARM_US);
                double start = am.now();
                long before = am.replies();
                send(am, self, other, bytes, WARM_US + RUN_US);
                measuredUs[self] = am.now() - start;
                answered[self] = am.replies() - before;
                // Others measure on while this host sends.
                send(am, self, other, bytes, WARM_US + RUN_US + OFFSET_US);
                am.leave(other);
                am.serve(1);
            }
        }

        private void send(AmRank am, int self, long other, int bytes, double until) {
            while (am.now() < until) {
                am.request(other, bytes);
                if (bytes == 0) {
                    am.finish();
                }
                am.compute(steps[self]);
            }
        }
    }
}
