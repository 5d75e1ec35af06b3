package org.bipj.samples.nas.ft;

/**
 * How the spectrum evolves: after t steps each point has the factor {@code exp(-4 pi^2 alpha (I^2 + J^2 + K^2) t)},
 * where I, J and K are the wave numbers along x, y and z. It is the product of three factors, kept in a table each.
 */
final class Evolution {
    private static final double ALPHA = 1e-6;

    private final Pencils pencils;
    private final Butterflies arithmetic;

    /** The factors of the rank's part along x and along y, and of all points along z. */
    private final double[] alongX;

    private final double[] alongY;
    private final double[] alongZ;

    Evolution(Pencils pencils) {
        this.pencils = pencils;
        arithmetic = Butterflies.fastest(pencils.partX);
        alongX = new double[pencils.partX];
        alongY = new double[pencils.thinY];
        alongZ = new double[pencils.problem.nz];
    }

    /** Sets the factors of a step, which counts from 1. */
    void select(int step) {
        set(alongX, pencils.problem.nx, pencils.column * pencils.partX, step);
        set(alongY, pencils.problem.ny, pencils.row * pencils.thinY, step);
        set(alongZ, pencils.problem.nz, 0, step);
    }

    private static void set(double[] factors, int side, int first, int step) {
        for (int i = 0; i < factors.length; i++) {
            double wave = first + i < side / 2 ? first + i : first + i - side;
            factors[i] = Math.exp(-4 * Math.PI * Math.PI * ALPHA * wave * wave * step);
        }
    }

    /** Multiplies neighbours along x by their factors; x, y and z are indices of the rank's part. */
    void scale(int x, int y, int z, int count, double[] from, int at, double[] to, int atTo) {
        arithmetic.scale(from, at, alongY[y] * alongZ[z], alongX, x, to, atTo, count);
    }
}
