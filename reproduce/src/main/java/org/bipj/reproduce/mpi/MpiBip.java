package org.bipj.reproduce.mpi;

import java.util.List;
import org.bipj.reproduce.Cluster;
import org.bipj.reproduce.Curve;
import org.bipj.reproduce.Experiment;
import org.bipj.reproduce.Figure;
import org.bipj.reproduce.Lab;
import org.bipj.reproduce.Results;
import org.bipj.reproduce.bip.Bandwidth;

/** Section 5.3: what MPI leaves of BIP's speed. */
public final class MpiBip implements Experiment {
    private static final int FEW = 5;
    private static final int LARGEST = 1 << 22;
    private static final int HALF_FROM = 2048;
    private static final int HALF_TO = 24_576;

    /** The experiment. */
    public MpiBip() {}

    @Override
    public String name() {
        return "mpi-bip";
    }

    @Override
    public String title() {
        return "MPI over BIP: latency and throughput";
    }

    @Override
    public String section() {
        return "BIP, section 5.3, table 1";
    }

    @Override
    public String method() {
        return "Blocking send and receive of byte arrays, median of half the round trip; 100 round trips for the empty message, 20 for the"
                + " curve, 5 where N1/2 is looked for: virtual time has no noise. The two peaks are compared at 4 MB, each over the"
                + " mean time of 16 places of the buffers in their pages.";
    }

    @Override
    public Results run(Lab lab) {
        Cluster cluster = lab.bip();
        Curve curve = MpiPingPong.measure(cluster, 20, Curve.powers(16, LARGEST, 2));
        Curve bip = Bandwidth.curve(cluster);
        double overPlaces = Bandwidth.overPlaces(LARGEST, again -> MpiPingPong.inNewBuffers(cluster, FEW, again));
        return new Results()
                .value("latency", latency(cluster))
                .value("peak", curve.peak())
                .value("peak below BIP's", 100 * (1 - overPlaces / Bandwidth.overPlaces(cluster, LARGEST)))
                .value("N1/2", half(cluster, curve.peak()))
                .figure(new Figure(
                        "size",
                        "Throughput of MPI over BIP",
                        "message size, bytes",
                        "throughput, MB/s",
                        true,
                        List.of(curve.rates("MPI-BIP"), bip.rates("BIP"))));
    }

    static double latency(Cluster cluster) {
        return MpiPingPong.measure(cluster, 100, 0).micros()[0];
    }

    static double peak(Cluster cluster) {
        return MpiPingPong.measure(cluster, FEW, Curve.powers(1 << 16, LARGEST, 0))
                .peak();
    }

    static double half(Cluster cluster, double peak) {
        return Curve.firstWith(peak / 2, HALF_FROM, HALF_TO, bytes -> MpiPingPong.measure(cluster, FEW, bytes));
    }
}
