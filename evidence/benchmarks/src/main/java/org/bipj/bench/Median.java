package org.bipj.bench;

import java.util.Arrays;

/** The middle one of repeated measurements, which the benchmarks report. */
final class Median {
    private Median() {}

    /** The middle one of the values; of an even number the upper one of the two. Sorts the array. */
    static double of(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
