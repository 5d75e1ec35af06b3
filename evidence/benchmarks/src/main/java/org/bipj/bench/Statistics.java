package org.bipj.bench;

import java.util.Arrays;

/** Computes what the benchmarks report of repeated measurements. */
final class Statistics {
    private Statistics() {}

    /** The middle one of the values; of an even number the upper one of the two. Sorts the array. */
    static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
