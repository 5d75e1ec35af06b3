package org.bipj.reproduce.bip;

import java.util.List;
import org.bipj.reproduce.lab.Curve;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Figure 4: how the size of the packets that a long message is cut into shapes its time. */
public final class PacketSizes implements Experiment {
    private static final String PACKET = "bip.packet";
    private static final int SMALL = 256;
    private static final int LARGE = 4096;
    private static final int REPETITIONS = 3;
    private static final int[] FIGURE = Curve.steps(320, 20_736, 64);

    /** The range of sizes in which the stairs of small packets are searched. */
    private static final int[] FINE = Curve.steps(512, 4096, 16);

    /** The range for large packets: beyond the first two, during which the pipeline fills. */
    private static final int[] COARSE = Curve.steps(8448, 33_024, 64);

    public PacketSizes() {}

    @Override
    public Head head() {
        return new Head(
                "bip-packets",
                "BIP: packet sizes, fixed and adaptive",
                "BIP, sections 4.3 and 5.2, figure 4",
                List.of(Lab.BIP),
                """
                Median of half the round trip of 3 messages per size (virtual time has no noise). Sizes are 64 bytes \
                apart, or 16 for the stairs of 256. The width of a stair is the smallest distance after which the \
                curve repeats itself, only higher.""");
    }

    @Override
    public Results run(Lab lab) {
        Curve small = BipPingPong.measure(lab.bip().with(PACKET, String.valueOf(SMALL)), REPETITIONS, FIGURE);
        Curve large = BipPingPong.measure(lab.bip().with(PACKET, String.valueOf(LARGE)), REPETITIONS, FIGURE);
        Curve adaptive = BipPingPong.measure(lab.bip().with(PACKET, "adaptive"), REPETITIONS, FIGURE);
        Curve smallStairs = BipPingPong.measure(lab.bip().with(PACKET, String.valueOf(SMALL)), REPETITIONS, FINE);
        Curve largeStairs = BipPingPong.measure(lab.bip().with(PACKET, String.valueOf(LARGE)), REPETITIONS, COARSE);
        Curve adaptiveStairs = BipPingPong.measure(lab.bip().with(PACKET, "adaptive"), REPETITIONS, FINE);
        return new Results()
                .value("fixed 4096 at 4096 B", large.rate(indexOf(large, LARGE)))
                .value("stair width of fixed 256", smallStairs.stairWidth())
                .value("stair width of fixed 4096", largeStairs.stairWidth())
                .value("adaptive beyond the better fixed size", worst(adaptive, small, large))
                .figure(new Figure(
                        "time",
                        "Transmission time by packet size (figure 4)",
                        "message size, bytes",
                        "one-way time, us",
                        false,
                        List.of(
                                adaptive.times("adaptive"),
                                small.times("packets of 256 B"),
                                large.times("packets of 4096 B"))))
                .figure(new Figure(
                        "stairs",
                        "The stairs of figure 4 from near",
                        "message size, bytes",
                        "one-way time, us",
                        false,
                        List.of(adaptiveStairs.times("adaptive"), smallStairs.times("packets of 256 B"))));
    }

    private static int indexOf(Curve curve, int bytes) {
        return java.util.Arrays.binarySearch(curve.bytes(), bytes);
    }

    /**
     * By how many percent the adaptive size is slower than the better fixed one, at worst; negative if it always wins.
     */
    private static double worst(Curve adaptive, Curve small, Curve large) {
        double worst = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < adaptive.bytes().length; i++) {
            double best = Math.min(small.micros()[i], large.micros()[i]);
            worst = Math.max(worst, 100 * (adaptive.micros()[i] / best - 1));
        }
        return worst;
    }
}
