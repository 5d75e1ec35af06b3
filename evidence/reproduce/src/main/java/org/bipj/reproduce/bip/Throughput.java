package org.bipj.reproduce.bip;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Figure 3 of the BIP paper: throughput by message size. */
public final class Throughput implements Experiment {
    static final int LARGEST = 1 << 20;
    private static final String SHORT_WORDS = "bip.short";
    private static final String TRANSLATE = "host.bip.translate";
    private static final int WORD = 4;
    private static final int SMALLEST = 16;
    private static final int BETWEEN = 3;

    /** Number of sizes on each side of the longest short message among which the step is searched, in words. */
    private static final int NEAR = 16;

    /** Round trips of the sizes near the step: virtual time has no noise. */
    private static final int FEW = 5;

    public Throughput() {}

    @Override
    public Head head() {
        return new Head(
                "bip-throughput",
                "BIP: throughput by message size",
                "BIP, section 5.2, figure 3",
                List.of(Lab.BIP),
                """
                Median of half the round trip of 100 messages as in the paper, up to 4 MB, for the figure. The peak \
                is the best of 64 KB to 4 MB, each size by its mean time over 16 offsets of the buffers in their \
                pages, as for MPI. N1/2 is the size from which on all reach half the peak; it is searched to the \
                word, with 5 round trips per size. Each node posts its next receive before it sends. The paper does \
                not say when its benchmark posts, so N1/2 is also measured with receives that are posted after the \
                sends. The step is the largest deviation from the usual rise, within 64 B of the platform's longest \
                short message.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster cluster = lab.bip();
        Curve curve =
                BipPingPong.measure(cluster, BipPingPong.THROUGHPUT, Curve.powers(SMALLEST, 4 * LARGEST, BETWEEN));
        int words = (int) cluster.constant(SHORT_WORDS);
        Curve step = BipPingPong.measure(
                cluster, FEW, Curve.steps(WORD * Math.max(0, words - NEAR), WORD * (words + NEAR), WORD));
        int jump = jump(step);
        double peak = BipMeasurements.peak(cluster);
        return new Results()
                .value("peak", peak)
                .value("N1/2", BipMeasurements.half(cluster, peak))
                .value("N1/2 with half of " + TRANSLATE, halfTranslating(cluster, 0.5))
                .value("N1/2 with twice " + TRANSLATE, halfTranslating(cluster, 2))
                .value("N1/2 with receives behind the sends", BipMeasurements.halfPostingLate(cluster, peak))
                .value("throughput of 4096 B", 4096 / BipPingPong.time(cluster, BipPingPong.THROUGHPUT, 4096))
                .value("last short message", step.bytes()[jump])
                .value("step in time behind it", step.micros()[jump + 1] - step.micros()[jump])
                .figure(new Figure(
                        "size",
                        "Throughput of BIP messages (figure 3)",
                        "message size, bytes",
                        "throughput, MB/s",
                        true,
                        List.of(curve.rates("simulated"))));
    }

    private static double halfTranslating(Cluster cluster, double factor) {
        Cluster other = cluster.with(TRANSLATE, String.valueOf(factor * cluster.constant(TRANSLATE)));
        return BipMeasurements.half(other, BipMeasurements.peak(other));
    }

    /** The index after which the time changes most, compared with its usual rise. */
    private static int jump(Curve curve) {
        double[] rises = new double[curve.micros().length - 1];
        for (int i = 0; i < rises.length; i++) {
            rises[i] = curve.micros()[i + 1] - curve.micros()[i];
        }
        double usual = Curve.median(rises);
        int at = 0;
        for (int i = 1; i < rises.length; i++) {
            at = Math.abs(rises[i] - usual) > Math.abs(rises[at] - usual) ? i : at;
        }
        return at;
    }
}
