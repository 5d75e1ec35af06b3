package org.bipj.samples.crl;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;

/**
 * A galaxy after Plummer's model, in the usual units (Aarseth, Henon, Wielen 1974): mass 1, constant of gravity 1, energy -1/4.
 * The bodies are in the order of a space-filling curve, so that a block of them is close together.
 */
final class Plummer {
    /** Numbers of a body: place and velocity. */
    static final int NUMBERS = 6;

    private static final long SEED = 1235;
    /** Length and speed of the model in these units. */
    private static final double LENGTH = 3 * Math.PI / 16;

    private static final double SPEED = 1 / Math.sqrt(LENGTH);
    /** Bodies further out are drawn again. */
    private static final double FARTHEST = 9;
    /** Bits of an axis on the curve. */
    private static final int CURVE_BITS = 20;

    private Plummer() {}

    /** All bodies, of equal mass; at rest in the centre together. */
    static double[][] bodies(int count) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[][] bodies = new double[count][];
        for (int i = 0; i < count; i++) {
            bodies[i] = draw(random);
        }
        centre(bodies);
        long[] keys = new long[count];
        Integer[] order = new Integer[count];
        for (int i = 0; i < count; i++) {
            keys[i] = key(bodies[i]);
            order[i] = i;
        }
        Arrays.sort(order, Comparator.<Integer>comparingLong(i -> keys[i]).thenComparing(i -> i));
        double[][] sorted = new double[count][];
        Arrays.setAll(sorted, i -> bodies[order[i]]);
        return sorted;
    }

    private static double[] draw(SplittableRandom random) {
        double radius = Double.MAX_VALUE;
        while (radius > FARTHEST) {
            radius = 1 / Math.sqrt(Math.pow(random.nextDouble(0, 0.999), -2.0 / 3) - 1);
        }
        double[] body = new double[NUMBERS];
        onSphere(random, body, 0, radius * LENGTH);
        double share;
        double bound;
        do {
            share = random.nextDouble();
            bound = random.nextDouble(0, 0.1);
        } while (bound > share * share * Math.pow(1 - share * share, 3.5));
        double speed = Math.sqrt(2) * share / Math.pow(1 + radius * radius, 0.25);
        onSphere(random, body, 3, speed * SPEED);
        return body;
    }

    private static void onSphere(SplittableRandom random, double[] into, int at, double radius) {
        double x;
        double y;
        double z;
        double square;
        do {
            x = random.nextDouble(-1, 1);
            y = random.nextDouble(-1, 1);
            z = random.nextDouble(-1, 1);
            square = x * x + y * y + z * z;
        } while (square > 1 || square == 0);
        double scale = radius / Math.sqrt(square);
        into[at] = x * scale;
        into[at + 1] = y * scale;
        into[at + 2] = z * scale;
    }

    private static void centre(double[][] bodies) {
        for (int i = 0; i < NUMBERS; i++) {
            double sum = 0;
            for (double[] body : bodies) {
                sum += body[i];
            }
            for (double[] body : bodies) {
                body[i] -= sum / bodies.length;
            }
        }
    }

    /** Position on a curve through space: the bits of the three axes in turn. */
    private static long key(double[] body) {
        double edge = 2 * FARTHEST * LENGTH;
        long key = 0;
        for (int axis = 0; axis < 3; axis++) {
            double share = Math.clamp((body[axis] + edge) / (2 * edge), 0, 1);
            long cell = (long) (share * ((1 << CURVE_BITS) - 1));
            for (int bit = 0; bit < CURVE_BITS; bit++) {
                key |= (cell >>> bit & 1) << 3 * bit + axis;
            }
        }
        return key;
    }
}
