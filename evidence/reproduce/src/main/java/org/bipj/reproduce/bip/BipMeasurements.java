package org.bipj.reproduce.bip;

import java.util.Arrays;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;

/** The numbers of table 1 for BIP on some cluster. */
public final class BipMeasurements {
    private static final int LARGEST = 1 << 22;

    /** Round trips for each size; virtual time has no noise. */
    private static final int FEW = 5;

    /** Round trips in new buffers: the first pins their pages, and the median is one of the others. */
    public static final int STEADY = 3;

    /** Sizes among which the peak is searched. */
    private static final int[] LONG = Curve.powers(1 << 16, LARGEST, 0);

    // The range of lengths in which the one with half the peak is searched.
    private static final int HALF_FROM = 1024;
    private static final int HALF_TO = 12_288;

    /** Pairs of buffers over which a mean is taken. */
    private static final int PLACES = 16;

    /** Bytes by which each buffer is longer than the one before, so that offsets in pages differ. */
    public static final int SHIFT = 264;

    private BipMeasurements() {}

    /** Times by size, each the mean over different offsets of the buffers in their pages. */
    public static Curve overPlaces(Cluster cluster, int... sizes) {
        return overPlaces(bytes -> BipPingPong.inNewBuffers(cluster, STEADY, bytes), sizes);
    }

    /** As above, of any program, measured in new buffers for each length. */
    public static Curve overPlaces(Curve.Measurement inNewBuffers, int... sizes) {
        return Curve.of(
                sizes,
                Arrays.stream(sizes)
                        .mapToDouble(bytes -> meanOverPlaces(inNewBuffers, bytes))
                        .toArray());
    }

    private static double meanOverPlaces(Curve.Measurement inNewBuffers, int bytes) {
        int[] again = new int[PLACES];
        Arrays.fill(again, bytes);
        return Arrays.stream(inNewBuffers.at(again).micros()).average().orElseThrow();
    }

    /**
     * The largest throughput, in MB/s, among the long sizes; {@link #overPlaces}, because it depends on the offsets.
     */
    public static double peak(Cluster cluster) {
        return overPlaces(cluster, LONG).peak();
    }

    /** As above, of any program, measured in new buffers for each length. */
    public static double peak(Curve.Measurement inNewBuffers) {
        return overPlaces(inNewBuffers, LONG).peak();
    }

    /** One-way time of an empty message, in microseconds. */
    public static double latency(Cluster cluster) {
        return BipPingPong.time(cluster, FEW, 0);
    }

    /** The size, in bytes, from which on all reach half of a peak. */
    public static double half(Cluster cluster, double peak) {
        return Curve.firstWith(peak / 2, HALF_FROM, HALF_TO, bytes -> BipPingPong.measure(cluster, FEW, bytes));
    }

    /** As {@link #half}, if receives are posted after the sends. */
    public static double halfPostingLate(Cluster cluster, double peak) {
        return Curve.firstWith(peak / 2, HALF_FROM, HALF_TO, bytes -> BipPingPong.postingLate(cluster, FEW, bytes));
    }

    /** The times of messages of all sizes. */
    public static Curve curve(Cluster cluster) {
        return BipPingPong.measure(cluster, FEW, Curve.powers(16, LARGEST, 2));
    }
}
