package org.bipj.samples.nas.ft;

/** The passes in plain loops, one line after the other. */
final class PlainButterflies implements Butterflies {
    @Override
    public void pairs(double[] from, double[] to, int width, int s) {
        int half = 2 * s * width;
        for (int i = 0; i < half; i++) {
            double a = from[i];
            double b = from[i + half];
            to[i] = a + b;
            to[i + half] = a - b;
        }
    }

    @Override
    public void quadruples(double[] from, double[] to, int width, int real, int m, int s, double[] roots) {
        int quarter = 2 * m * s * width;
        int next = 2 * s * width;
        int imaginary = width - 2 * real;
        for (int p = 0; p < m; p++) {
            for (int i = 0; i < s * width; i++) {
                int a = 2 * (p * s + i / width) * width + i % width + real;
                int b = a + quarter;
                int c = b + quarter;
                int d = c + quarter;
                int y = a + 3 * p * next;
                double sumR = from[a] + from[c];
                double sumI = from[a + imaginary] + from[c + imaginary];
                double differenceR = from[a] - from[c];
                double differenceI = from[a + imaginary] - from[c + imaginary];
                double otherR = from[b] + from[d];
                double otherI = from[b + imaginary] + from[d + imaginary];
                double turnedR = from[b + imaginary] - from[d + imaginary];
                double turnedI = from[d] - from[b];
                to[y] = sumR + otherR;
                to[y + imaginary] = sumI + otherI;
                multiply(differenceR + turnedR, differenceI + turnedI, roots, 6 * p, to, y + next, imaginary);
                multiply(sumR - otherR, sumI - otherI, roots, 6 * p + 2, to, y + 2 * next, imaginary);
                multiply(differenceR - turnedR, differenceI - turnedI, roots, 6 * p + 4, to, y + 3 * next, imaginary);
            }
        }
    }

    private static void multiply(
            double real, double imaginary, double[] roots, int root, double[] to, int at, int distance) {
        to[at] = real * roots[root] - imaginary * roots[root + 1];
        to[at + distance] = real * roots[root + 1] + imaginary * roots[root];
    }

    @Override
    public void scale(
            double[] from, int at, double factor, double[] factors, int first, double[] to, int atTo, int count) {
        for (int i = 0; i < count; i++) {
            to[atTo + i] = factor * factors[first + i] * from[at + i];
        }
    }
}
