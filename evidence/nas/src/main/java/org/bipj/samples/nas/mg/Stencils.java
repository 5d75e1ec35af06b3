package org.bipj.samples.nas.mg;

import org.bipj.samples.nas.Vectors;

/**
 * The sums over neighbours that MG consists of, a row of points at a time. A coefficient belongs to all neighbours that
 * differ in as many of the three indices: {@code w[0]} to the point itself, {@code w[1]} to 6, {@code w[2]} to 12,
 * {@code w[3]} to 8.
 */
interface Stencils {
    /**
     * Returns the fastest that this JVM can run.
     *
     * @param longest the number of points of the longest row, ghost points among them
     */
    static Stencils fastest(int longest) {
        return Vectors.AVAILABLE ? new VectorStencils(longest) : new PlainStencils(longest);
    }

    /**
     * Applies an operator: {@code to = base + W from}.
     *
     * @param at the place of the row's first point in all three arrays
     * @param row the distance between points along y
     * @param plane the distance between points along z
     * @param base may be {@code to}
     */
    void apply(double[] w, double[] from, double[] base, double[] to, int at, int count, int row, int plane);

    /**
     * Restricts: {@code to[j] = P from} around the fine point 2j + 1.
     *
     * @param at the place of the fine point of the first coarse point
     * @param row the distance between fine points along y
     * @param plane the distance between fine points along z
     * @param coarse the place of the first coarse point
     * @param count the number of coarse points
     */
    void restrict(double[] from, int at, int row, int plane, double[] to, int coarse, int count);

    /**
     * Interpolates: {@code to += Q from}. The fine point 2j + 1 gets coarse point j, the fine point 2j the mean of j -
     * 1 and j.
     *
     * @param rows where four coarse rows begin, of which the mean is taken: equal ones for a fine row that lies on a
     * coarse
     *     one
     * @param first the coarse point j of the first fine point, counted from there
     * @param at the place of the first fine point
     * @param odd whether that is the point 2j + 1; else it is the point 2j
     * @param count the number of fine points
     */
    void interpolate(double[] from, int[] rows, int first, double[] to, int at, boolean odd, int count);

    /** Returns the sum of the squares of a row's points. */
    double square(double[] from, int at, int count);
}
