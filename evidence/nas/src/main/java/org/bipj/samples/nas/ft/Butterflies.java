package org.bipj.samples.nas.ft;

import org.bipj.samples.nas.Vectors;

/**
 * The passes of Stockham's Fourier transform, for several lines at once: what belongs to a point lies together, the
 * real parts of all lines and then their imaginary parts. A pass combines points that are {@code m s} apart, {@code s}
 * of them with the same roots of unity, and leaves the results {@code s} apart.
 */
interface Butterflies {
    /**
     * Returns the fastest that this JVM can run.
     *
     * @param width the number of lines
     */
    static Butterflies fastest(int width) {
        return Vectors.AVAILABLE && width % Vectors.LANES == 0 ? new VectorButterflies() : new PlainButterflies();
    }

    /** Combines pairs of points; the last pass of lengths that are no power of four. */
    void pairs(double[] from, double[] to, int width, int s);

    /**
     * Combines points by four.
     *
     * @param real where the real parts of a point begin, 0 or {@code width}: the inverse transform swaps the parts
     * @param roots for each of the m roots its real and imaginary part, those of its square and of its cube
     */
    void quadruples(double[] from, double[] to, int width, int real, int m, int s, double[] roots);

    /** Multiplies values by a common factor and one each: {@code to = factor * factors * from}. */
    void scale(double[] from, int at, double factor, double[] factors, int first, double[] to, int atTo, int count);
}
