package org.bipj.samples.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;

/** Compares what vectors compute with what plain loops compute: the same but for rounding. */
public final class Agreement {
    private static final double TOLERANCE = 1e-12;

    private Agreement() {}

    /** Returns random numbers between two bounds. */
    public static double[] random(long seed, int count, double low, double high) {
        return new Random(seed).doubles(count, low, high).toArray();
    }

    /** Asserts that parts of two arrays agree. */
    public static void assertAgree(String what, double[] expected, double[] actual, int from, int to) {
        for (int i = from; i < to; i++) {
            double scale = Math.max(1, Math.abs(expected[i]));
            assertEquals(expected[i], actual[i], TOLERANCE * scale, what + " at " + i);
        }
    }
}
