package org.bipj.reproduce.bip;

import java.util.List;
import org.bipj.reproduce.Cluster;
import org.bipj.reproduce.Curve;
import org.bipj.reproduce.Experiment;
import org.bipj.reproduce.Figure;
import org.bipj.reproduce.Lab;
import org.bipj.reproduce.Results;

/** Figure 3: throughput by size. */
public final class Throughput implements Experiment {
    static final int LARGEST = 1 << 20;
    private static final int LAST_SHORT = 256;
    private static final int WORD = 4;
    private static final int SMALLEST = 16;
    private static final int BETWEEN = 3;

    /** A rise so many times the usual one is a jump. */
    private static final double FAR = 5;

    /** Round trips of the sizes near the step: virtual time has no noise. */
    private static final int FEW = 5;

    /** The experiment. */
    public Throughput() {}

    @Override
    public String name() {
        return "bip-throughput";
    }

    @Override
    public String title() {
        return "BIP: throughput by message size";
    }

    @Override
    public String section() {
        return "BIP, section 5.2, figure 3";
    }

    @Override
    public String method() {
        return "Median of half the round trip of 100 messages as in the paper, up to 4 MB; 5 for each of the sizes, 64 bytes apart, among which"
                + " N1/2 is looked for. N1/2 is the size from which on all have at least half the peak. Each node posts its next receive before it sends;"
                + " the paper does not say when its benchmark does, so N1/2 stands here for receives behind the sends, too.";
    }

    @Override
    public Results run(Lab lab) {
        Cluster cluster = lab.bip();
        Curve curve = PingPong.measure(cluster, PingPong.THROUGHPUT, Curve.powers(SMALLEST, 4 * LARGEST, BETWEEN));
        Curve step = PingPong.measure(cluster, FEW, Curve.steps(LAST_SHORT - 64, LAST_SHORT + 64, WORD));
        int jump = firstJump(step);
        return new Results()
                .value("peak", curve.peak())
                .value("N1/2", Bandwidth.half(cluster, curve.peak()))
                .value("N1/2 with receives behind the sends", Bandwidth.halfPostingLate(cluster, curve.peak()))
                .value("throughput of 4096 B", 4096 / PingPong.time(cluster, PingPong.THROUGHPUT, 4096))
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

    /** The first size behind which the time rises far more than it usually does. */
    private static int firstJump(Curve curve) {
        double[] rises = new double[curve.micros().length - 1];
        for (int i = 0; i < rises.length; i++) {
            rises[i] = curve.micros()[i + 1] - curve.micros()[i];
        }
        double usual = Curve.median(rises);
        int at = 0;
        while (at < rises.length - 1 && rises[at] < FAR * usual) {
            at++;
        }
        return at;
    }
}
