package org.bipj.samples.nas.cfd;

/**
 * The weights of {@code d t1 D2 - eps D4} for the points of a row: of a point and the two before and behind it along
 * each direction. The fourth difference leaves out what falls on the boundary or beyond, and its diagonal is 5 next to
 * the boundary.
 */
final class Weights {
    private static final int REACH = Box.GHOSTS;

    /** Along x: weights of points that are far from the boundary. What differs next to it is left to {@link #mend}. */
    final double[] x = new double[2 * REACH + 1];

    /** Along y and z, for the whole row. */
    final double[] y = new double[2 * REACH + 1];

    final double[] z = new double[2 * REACH + 1];

    /** Distances in the array between points along y and z. */
    final int strideY;

    final int strideZ;

    private final Grid grid;
    private final Box box;

    /** The weights of rows of a box. */
    Weights(Grid grid, Box box) {
        this.grid = grid;
        this.box = box;
        strideY = box.stride(1);
        strideZ = box.stride(2);
        setInterior(x, 0);
    }

    /** Sets the weights along y and z for a row of the box. */
    void select(int j, int k) {
        set(y, 1, box.global(1, j));
        set(z, 2, box.global(2, k));
    }

    private void setInterior(double[] weights, int axis) {
        double diffusion = Gas.diffusion(axis) * grid.t1();
        weights[REACH - 2] = -Gas.DISSIPATION;
        weights[REACH - 1] = diffusion + 4 * Gas.DISSIPATION;
        weights[REACH] = -2 * diffusion - 6 * Gas.DISSIPATION;
        weights[REACH + 1] = weights[REACH - 1];
        weights[REACH + 2] = weights[REACH - 2];
    }

    private void set(double[] weights, int axis, int place) {
        setInterior(weights, axis);
        int last = grid.side() - 1;
        for (int boundary = 0; boundary <= last; boundary += last) {
            int toBoundary = Integer.signum(boundary - place);
            int distance = Math.abs(boundary - place);
            if (distance == 1) {
                weights[REACH] += Gas.DISSIPATION;
                weights[REACH + toBoundary] -= 4 * Gas.DISSIPATION;
                weights[REACH + 2 * toBoundary] = 0;
            } else if (distance == 2) {
                weights[REACH + 2 * toBoundary] = 0;
            }
        }
    }

    /**
     * Corrects the ends of a row that was computed with the weights x: next to the boundary at points 1 and n - 2, and
     * beside them. Points beyond the boundary are 0.
     *
     * @param at the row's first point in u
     * @param out the row
     */
    void mend(double[] u, int at, int count, double[] out) {
        if (!box.inGrid(0, -1)) {
            out[0] += Gas.DISSIPATION * (u[at] - 4 * u[at - 1]);
            out[1] += Gas.DISSIPATION * u[at - 1];
        }
        if (!box.inGrid(0, box.size(0))) {
            int last = count - 1;
            out[last] += Gas.DISSIPATION * (u[at + last] - 4 * u[at + count]);
            out[last - 1] += Gas.DISSIPATION * u[at + count];
        }
    }
}
