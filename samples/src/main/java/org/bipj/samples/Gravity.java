package org.bipj.samples;

import java.util.SplittableRandom;

/** Bodies and their attraction, without messages. The mass of all together is 1, and so is the constant of gravity. */
final class Gravity {
    /** Numbers of a body in an array: its place and its mass. */
    static final int BODY = 4;

    /** Added to each distance squared, so that bodies that come close to each other do not need shorter steps. */
    private static final double SOFTENING = 0.01;

    private Gravity() {}

    /** Returns some bodies out of {@code total}, at random places that depend on their numbers only. */
    static double[] bodies(int first, int count, int total) {
        double[] bodies = new double[BODY * count];
        for (int i = 0; i < count; i++) {
            SplittableRandom random = new SplittableRandom(first + i);
            for (int axis = 0; axis < 3; axis++) {
                bodies[BODY * i + axis] = random.nextDouble(-1, 1);
            }
            bodies[BODY * i + 3] = 1.0 / total;
        }
        return bodies;
    }

    /**
     * Adds the pull of some bodies on others to the accelerations of those.
     *
     * @param accelerations three numbers for each body of {@code pulled}
     * @param count how many bodies of {@code pulling} count
     * @return half the potential energy of all pairs; the caller counts each pair from both sides
     */
    static double attract(double[] pulled, double[] accelerations, double[] pulling, int count) {
        double potential = 0;
        for (int i = 0; i < pulled.length / BODY; i++) {
            for (int j = 0; j < count; j++) {
                double x = pulling[BODY * j] - pulled[BODY * i];
                double y = pulling[BODY * j + 1] - pulled[BODY * i + 1];
                double z = pulling[BODY * j + 2] - pulled[BODY * i + 2];
                double inverse = 1 / Math.sqrt(x * x + y * y + z * z + SOFTENING);
                double pull = pulling[BODY * j + 3] * inverse * inverse * inverse;
                accelerations[3 * i] += pull * x;
                accelerations[3 * i + 1] += pull * y;
                accelerations[3 * i + 2] += pull * z;
                potential -= 0.5 * pulled[BODY * i + 3] * pulling[BODY * j + 3] * inverse;
            }
        }
        return potential;
    }

    /** Adds the way that bodies go in some time to their places. */
    static void move(double[] bodies, double[] velocities, double time) {
        for (int i = 0; i < velocities.length; i++) {
            bodies[BODY * (i / 3) + i % 3] += time * velocities[i];
        }
    }

    /** Adds what bodies gain in some time to their velocities. */
    static void accelerate(double[] velocities, double[] accelerations, double time) {
        for (int i = 0; i < velocities.length; i++) {
            velocities[i] += time * accelerations[i];
        }
    }

    /** Returns the energy of bodies' movement. */
    static double kinetic(double[] bodies, double[] velocities) {
        double energy = 0;
        for (int i = 0; i < velocities.length; i++) {
            energy += 0.5 * bodies[BODY * (i / 3) + 3] * velocities[i] * velocities[i];
        }
        return energy;
    }
}
