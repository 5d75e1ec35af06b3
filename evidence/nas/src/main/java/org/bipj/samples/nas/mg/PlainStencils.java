package org.bipj.samples.nas.mg;

/** The sums in plain loops, one point after the other. Sums across the row are made once and used three times. */
final class PlainStencils implements Stencils {
    /** For each point of a row, with the ghost points at its ends, the sum of the four next to it across the row. */
    private final double[] beside;

    /** The sum of the four diagonal ones. */
    private final double[] diagonal;

    PlainStencils(int longest) {
        beside = new double[longest];
        diagonal = new double[longest];
    }

    /** Sums across a row from a place on. */
    private void sumAcross(double[] from, int start, int count, int row, int plane) {
        for (int i = 0; i < count; i++) {
            int p = start + i;
            beside[i] = from[p - row] + from[p + row] + from[p - plane] + from[p + plane];
            diagonal[i] = from[p - plane - row] + from[p - plane + row] + from[p + plane - row] + from[p + plane + row];
        }
    }

    @Override
    public void apply(double[] w, double[] from, double[] base, double[] to, int at, int count, int row, int plane) {
        sumAcross(from, at - 1, count + 2, row, plane);
        for (int i = 0; i < count; i++) {
            int p = at + i;
            to[p] = base[p]
                    + w[0] * from[p]
                    + w[1] * (from[p - 1] + from[p + 1] + beside[i + 1])
                    + w[2] * (beside[i] + beside[i + 2] + diagonal[i + 1])
                    + w[3] * (diagonal[i] + diagonal[i + 2]);
        }
    }

    @Override
    public void restrict(double[] from, int at, int row, int plane, double[] to, int coarse, int count) {
        sumAcross(from, at - 1, 2 * count + 1, row, plane);
        for (int j = 0; j < count; j++) {
            int i = 2 * j + 1;
            int p = at - 1 + i;
            to[coarse + j] = 0.5 * from[p]
                    + 0.25 * (from[p - 1] + from[p + 1] + beside[i])
                    + 0.125 * (beside[i - 1] + beside[i + 1] + diagonal[i])
                    + 0.0625 * (diagonal[i - 1] + diagonal[i + 1]);
        }
    }

    @Override
    public void interpolate(double[] from, int[] rows, int first, double[] to, int at, boolean odd, int count) {
        int shift = odd ? 1 : 0;
        for (int i = 0; i < count; i++) {
            int j = first + (i + shift) / 2;
            boolean onCoarsePoint = (i + shift) % 2 == 1;
            double here = mean(from, rows, j);
            to[at + i] += onCoarsePoint ? here : 0.5 * (here + mean(from, rows, j - 1));
        }
    }

    private static double mean(double[] from, int[] rows, int j) {
        return 0.25 * (from[rows[0] + j] + from[rows[1] + j] + from[rows[2] + j] + from[rows[3] + j]);
    }

    @Override
    public double square(double[] from, int at, int count) {
        double sum = 0;
        for (int p = at; p < at + count; p++) {
            sum += from[p] * from[p];
        }
        return sum;
    }
}
