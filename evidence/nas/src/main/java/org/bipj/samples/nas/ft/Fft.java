package org.bipj.samples.nas.ft;

import java.util.ArrayList;
import java.util.List;

/**
 * Fourier transforms of several lines at once, in a buffer of its own. A point's values lie together: the real parts of
 * all lines, then the imaginary parts.
 */
final class Fft {
    private final int length;
    private final int width;
    private final Butterflies butterflies;

    /** The roots of unity of each pass by four. */
    private final List<double[]> roots = new ArrayList<>();

    private final double[] buffer;
    private final double[] other;

    /**
     * Transforms of lines.
     *
     * @param length the number of points of each, a power of two
     * @param width the number of lines
     */
    Fft(int length, int width) {
        this.length = length;
        this.width = width;
        butterflies = Butterflies.fastest(width);
        buffer = new double[2 * length * width];
        other = new double[buffer.length];
        for (int rest = length; rest >= 4; rest /= 4) {
            roots.add(roots(rest));
        }
    }

    private static double[] roots(int length) {
        double[] roots = new double[6 * (length / 4)];
        for (int p = 0; p < length / 4; p++) {
            for (int power = 1; power <= 3; power++) {
                double angle = -2 * Math.PI * power * p / length;
                roots[6 * p + 2 * power - 2] = Math.cos(angle);
                roots[6 * p + 2 * power - 1] = Math.sin(angle);
            }
        }
        return roots;
    }

    /** Returns the number of lines. */
    int width() {
        return width;
    }

    /** Returns the buffer that takes the lines to transform. */
    double[] buffer() {
        return buffer;
    }

    /** Transforms the lines, without a factor; returns the buffer that holds the result. */
    double[] transform(boolean inverse) {
        double[] from = buffer;
        double[] to = other;
        int s = 1;
        for (double[] ofPass : roots) {
            int m = length / s / 4;
            butterflies.quadruples(from, to, width, inverse ? width : 0, m, s, ofPass);
            double[] swap = from;
            from = to;
            to = swap;
            s *= 4;
        }
        if (s < length) {
            butterflies.pairs(from, to, width, s);
            from = to;
        }
        return from;
    }
}
