package org.bipj.reproduce.mpi;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bipj.reproduce.bip.BipMeasurements;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Section 5.3: the cost of MPI on top of BIP. */
public final class MpiBip implements Experiment {
    private static final int FEW = 5;

    /** Sizes over which the mean loss is taken. */
    private static final int[] MEAN = Curve.powers(1 << 10, 1 << 22, 0);

    private static final int LARGEST = 1 << 22;
    private static final int HALF_FROM = 2048;
    private static final int HALF_TO = 24_576;

    public MpiBip() {}

    @Override
    public Head head() {
        return new Head(
                "mpi-bip", "MPI over BIP: latency and throughput", "BIP, section 5.3, table 1", List.of(Lab.BIP), """
                Blocking send and receive of byte arrays, median of half the round trip: 100 round trips for the \
                empty message, 20 for the curve, 5 for the search of N1/2, because virtual time has no noise. The \
                peaks of MPI and BIP are the best of 64 KB to 4 MB, each size by its mean time over 16 offsets of \
                the buffers in their pages. Losses are computed from the same means.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster cluster = lab.bip();
        Curve curve = MpiPingPong.measure(cluster, 20, Curve.powers(16, LARGEST, 2));
        Curve bip = BipMeasurements.curve(cluster);
        double peak = peak(cluster);
        double[] losses = losses(cluster);
        return new Results()
                .value("latency", latency(cluster))
                .value("peak", peak)
                .value("peak below BIP's", 100 * (1 - peak / BipMeasurements.peak(cluster)))
                .value(
                        "loss of throughput, mean of 1 KB to 4 MB",
                        Arrays.stream(losses).average().orElseThrow())
                .value("N1/2", half(cluster, peak))
                .figure(new Figure(
                        "size",
                        "Throughput of MPI over BIP",
                        "message size, bytes",
                        "throughput, MB/s",
                        true,
                        List.of(curve.rates("MPI-BIP"), bip.rates("BIP"))))
                .figure(new Figure(
                        "loss",
                        "Throughput that MPI over BIP loses of BIP's",
                        "message size, bytes",
                        "loss, %",
                        true,
                        List.of(new Figure.Line(
                                "simulated",
                                Arrays.stream(MEAN).asDoubleStream().toArray(),
                                losses))));
    }

    /** How much less MPI's throughput is than BIP's, by size, in percent. */
    private static double[] losses(Cluster cluster) {
        Curve mpi = BipMeasurements.overPlaces(inNewBuffers(cluster), MEAN);
        Curve bip = BipMeasurements.overPlaces(cluster, MEAN);
        return IntStream.range(0, MEAN.length)
                .mapToDouble(i -> 100 * (1 - mpi.rate(i) / bip.rate(i)))
                .toArray();
    }

    private static Curve.Measurement inNewBuffers(Cluster cluster) {
        return bytes -> MpiPingPong.inNewBuffers(cluster, BipMeasurements.STEADY, bytes);
    }

    static double latency(Cluster cluster) {
        return MpiPingPong.measure(cluster, 100, 0).micros()[0];
    }

    static double peak(Cluster cluster) {
        return BipMeasurements.peak(inNewBuffers(cluster));
    }

    static double half(Cluster cluster, double peak) {
        return Curve.firstWith(peak / 2, HALF_FROM, HALF_TO, bytes -> MpiPingPong.measure(cluster, FEW, bytes));
    }
}
