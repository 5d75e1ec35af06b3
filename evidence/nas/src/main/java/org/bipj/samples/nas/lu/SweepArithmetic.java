package org.bipj.samples.nas.lu;

import org.bipj.samples.nas.Vectors;
import org.bipj.samples.nas.cfd.Flow;

/**
 * The arithmetic of a sweep that does not wait for the neighbour along x, a row of points at a time. Rows are written
 * in whole vectors, a few values too many.
 */
interface SweepArithmetic {
    /** Returns the fastest that this JVM can run. */
    static SweepArithmetic fastest(SweepFactors factors) {
        return Vectors.AVAILABLE ? new VectorSweep(factors) : new PlainSweep(factors);
    }

    /** Sets {@code sum = factor * v} for a row of all components that begins at a place of v. */
    void begin(double[][] v, int at, int count, double factor, double[][] sum);

    /**
     * Adds what the neighbours along an axis contribute: the neighbour's matrix L or G times its v, times -omega.
     *
     * @param at the place of the first neighbour
     * @param convection the factor of F': positive for L, negative for G
     */
    void addNeighbours(Flow flow, double[][] v, int axis, int at, int count, double convection, double[][] sum);

    /**
     * Sets the reciprocals of the matrix D's diagonal, which it divides by in rows 2 to 4 and in row 5.
     *
     * @param at the place of the first point
     */
    void diagonal(Flow flow, int at, int count, double[] ofMomentum, double[] ofEnergy);
}
