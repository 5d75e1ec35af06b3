package org.bipj.samples.nas.cfd;

/**
 * The weights of {@code d t1 D2 - eps D4} for the points of a row: of a point and the two before and behind it along
 * each direction. The fourth difference leaves out what falls on the boundary or beyond; the diagonal is then 5 next to
 * the boundary.
 */
final class Weights {
    private static final int REACH = Box.GHOSTS;

    /** Along x for each point of the row, the five weights one after the other: x[2 + distance][point]. */
    final double[][] x;

    /** Along y, for the whole row: y[2 + distance]. */
    final double[] y = new double[2 * REACH + 1];

    /** Along z, for the whole row. */
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
        x = new double[2 * REACH + 1][box.rowLength()];
        double[] point = new double[2 * REACH + 1];
        int start = box.interiorStart(0);
        for (int i = start; i < box.interiorEnd(0); i++) {
            set(point, 0, box.global(0, i));
            for (int distance = -REACH; distance <= REACH; distance++) {
                x[REACH + distance][i - start] = point[REACH + distance];
            }
        }
    }

    /** Sets the weights along y and z for a row of the box. */
    void select(int j, int k) {
        set(y, 1, box.global(1, j));
        set(z, 2, box.global(2, k));
    }

    private void set(double[] weights, int axis, int place) {
        double diffusion = Gas.diffusion(axis) * grid.t1();
        int last = grid.side() - 1;
        double center = place == 1 || place == last - 1 ? 5 : 6;
        weights[REACH - 2] = place - 2 > 0 ? -Gas.DISSIPATION : 0;
        weights[REACH - 1] = diffusion + (place - 1 > 0 ? 4 * Gas.DISSIPATION : 0);
        weights[REACH] = -2 * diffusion - center * Gas.DISSIPATION;
        weights[REACH + 1] = diffusion + (place + 1 < last ? 4 * Gas.DISSIPATION : 0);
        weights[REACH + 2] = place + 2 < last ? -Gas.DISSIPATION : 0;
    }
}
