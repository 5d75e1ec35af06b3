package org.bipj.reproduce.bip;

import java.util.List;
import org.bipj.reproduce.lab.Curve;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Figure 2: latency of short messages by size. */
public final class Latency implements Experiment {
    private static final String SHORT_WORDS = "bip.short";
    private static final int WORD = 4;

    public Latency() {}

    @Override
    public Head head() {
        return new Head(
                "bip-latency", "BIP: latency of short messages", "BIP, section 5.1, figure 2", List.of(Lab.BIP), """
                Median of half the round trip: 1000 round trips for the empty message, as in the paper, and 100 for \
                the other sizes, because virtual time has no noise.""");
    }

    @Override
    public Results run(Lab lab) {
        double empty = BipPingPong.time(lab.bip(), BipPingPong.LATENCY, 0);
        int largest = WORD * (int) lab.bip().constant(SHORT_WORDS);
        Curve curve = BipPingPong.measure(lab.bip(), BipPingPong.THROUGHPUT, Curve.steps(0, largest, 2 * WORD));
        return new Results()
                .value("latency of an empty message", empty)
                .value("latency of 64 B", time(lab, 64))
                .value("latency of 200 B", time(lab, 200))
                .figure(new Figure(
                        "size",
                        "Latency of short BIP messages (figure 2)",
                        "message size, bytes",
                        "one-way time, us",
                        false,
                        List.of(curve.times("simulated"))));
    }

    private static double time(Lab lab, int bytes) {
        return BipPingPong.time(lab.bip(), BipPingPong.THROUGHPUT, bytes);
    }
}
