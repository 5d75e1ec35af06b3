package org.bipj.samples.nas.cfd;

import org.bipj.samples.nas.Vectors;

/** The arithmetic of R, a row of points at a time. Rows are written in whole vectors, a few values too many. */
interface RowArithmetic {
    /** Returns the fastest that this JVM can run. */
    static RowArithmetic fastest() {
        return Vectors.AVAILABLE ? new VectorRows() : new PlainRows();
    }

    /** Derives 1/density, velocities and energies from U, at all points. */
    void derive(Flow flow);

    /**
     * Diffusion and dissipation of one component: the weighted sum of a point and the two before and behind it along
     * each direction.
     *
     * @param at the row's first point in u
     * @param out set from its beginning
     */
    void spread(double[] u, int at, int count, Weights weights, double[] out);

    /**
     * Adds convection and viscosity along one direction: {@code -t2 D0 F + K t1 D2 V}.
     *
     * @param at the row's first point in the flow's arrays
     * @param t1 the factor of viscosity, K t1
     * @param out one row for each component, added to from its beginning
     */
    void convect(Flow flow, int axis, int at, int count, double t1, double t2, double[][] out);

    /**
     * Adds a row and multiplies: {@code out = factor * (out + forcing)}.
     *
     * @param at the row's first point in forcing
     */
    void addAndScale(double[] forcing, int at, int count, double factor, double[] out);
}
