package org.bipj.reproduce.pps;

import java.util.Arrays;
import java.util.List;

/**
 * A run of an application.
 *
 * @param ranks number of ranks
 * @param seconds from the first rank's beginning to the last one's end
 * @param computing share of this time in which a rank computes, mean over the ranks
 * @param packets that all boards received, by kind; a multicast counts at each receiver
 * @param bytes of their clients in them
 */
record AppRun(int ranks, double seconds, double computing, double[] packets, double[] bytes) {
    private static final String ACKNOWLEDGEMENT = "acknowledgement";
    private static final double US = 1e-6;
    private static final double MB = 1e6;

    /** Kinds of packets, as LCI's boards call them. */
    static final List<String> KINDS =
            List.of("unicast", "multicast", "fetch-and-add", "answer to fetch-and-add", "message", ACKNOWLEDGEMENT);

    /** The kinds of packets that figure 6 distinguishes. */
    static final List<String> PARTS = List.of("unicast", "multicast", "fetch-and-add", ACKNOWLEDGEMENT);

    /** By kind: its part. MPI's messages are unicast. */
    private static final int[] PART = {0, 1, 2, 2, 0, 3};

    /** The run whose sections the ranks have timed. */
    static AppRun of(double[][] sections) {
        double begin = Arrays.stream(sections)
                .mapToDouble(one -> one[Section.BEGIN])
                .min()
                .orElseThrow();
        double end = Arrays.stream(sections)
                .mapToDouble(one -> one[Section.END])
                .max()
                .orElseThrow();
        double computed = Arrays.stream(sections)
                .mapToDouble(one -> one[Section.COMPUTED])
                .sum();
        double[] packets = new double[KINDS.size()];
        double[] bytes = new double[KINDS.size()];
        for (double[] one : sections) {
            for (int kind = 0; kind < KINDS.size(); kind++) {
                packets[kind] += one[Section.PACKETS + kind];
                bytes[kind] += one[Section.PACKETS + KINDS.size() + kind];
            }
        }
        double micros = end - begin;
        return new AppRun(sections.length, micros * US, computed / sections.length / micros, packets, bytes);
    }

    /** A run of which this one is a part. */
    AppRun times(double factor) {
        return new AppRun(ranks, factor * seconds, computing, times(packets, factor), times(bytes, factor));
    }

    /** A run that begins with this one and goes on with another. */
    AppRun plus(AppRun next) {
        double sum = seconds + next.seconds;
        double share = (seconds * computing + next.seconds * next.computing) / sum;
        return new AppRun(ranks, sum, share, plus(packets, next.packets), plus(bytes, next.bytes));
    }

    private static double[] plus(double[] counts, double[] next) {
        double[] sums = counts.clone();
        Arrays.setAll(sums, i -> counts[i] + next[i]);
        return sums;
    }

    private static double[] times(double[] counts, double factor) {
        return Arrays.stream(counts).map(count -> factor * count).toArray();
    }

    /** Packets that a board received in a second, by part. */
    double[] rates() {
        return perSecond(packets, 1);
    }

    /** Bytes that a board received in a second, by part, in MB of 10^6 bytes. */
    double[] dataRates() {
        return perSecond(bytes, MB);
    }

    private double[] perSecond(double[] counts, double unit) {
        double[] parts = new double[PARTS.size()];
        for (int kind = 0; kind < counts.length; kind++) {
            parts[PART[kind]] += counts[kind] / ranks / seconds / unit;
        }
        return parts;
    }

    /** How many packets a board received per second. */
    double packetRate() {
        return Arrays.stream(packets).sum() / ranks / seconds;
    }

    /** Bytes that a board received in a second, in MB of 10^6 bytes. */
    double dataRate() {
        return Arrays.stream(bytes).sum() / ranks / seconds / MB;
    }

    /** How many packets are no acknowledgements. */
    double dataPackets() {
        return Arrays.stream(packets).sum() - packets[KINDS.indexOf(ACKNOWLEDGEMENT)];
    }
}
