package org.bipj.samples.nas.cfd;

import java.util.Arrays;

/** The difference operator R of a box: convection, viscosity and dissipation along all three directions. */
public final class RightHandSide {
    /**
     * What a tile may take of a core's own cache. Measured where that has 1 MiB: 600 KiB and 1200 KiB differ by 5 %.
     */
    private static final int CACHE_BYTES = 600 << 10;

    /** For each row of a tile: five planes of the components, three of what is derived from them. */
    private static final int ROWS_IN_REACH = 5 * Grid.COMPONENTS + 3 * 6;

    private final Grid grid;
    private final Box box;
    private final Weights weights;
    private final RowArithmetic arithmetic = RowArithmetic.fastest();
    private final double[][] row;

    /**
     * The number of rows of a tile, which is computed through all planes before the next one: so many that the planes
     * that a row reaches stay in the cache.
     */
    private final int tileRows;

    /** The operator for a box of a grid. */
    public RightHandSide(Grid grid, Box box) {
        this.grid = grid;
        this.box = box;
        weights = new Weights(grid, box);
        row = new double[Grid.COMPONENTS][box.rowLength()];
        int rowBytes = box.rowLength() * Double.BYTES;
        tileRows = Math.max(Box.GHOSTS, CACHE_BYTES / (ROWS_IN_REACH * rowBytes) - 2 * Box.GHOSTS);
    }

    /**
     * Sets {@code result = factor * (R(U) + forcing)} at the interior points; derives from U what R needs, which then
     * holds for the matrices of the same U too.
     *
     * @param flow whose frame holds the neighbours' points, two layers at each face
     * @param forcing may be the result's arrays
     */
    public void compute(Flow flow, double[][] forcing, double factor, double[][] result) {
        arithmetic.derive(flow);
        int end = box.interiorEnd(1);
        for (int tile = box.interiorStart(1); tile < end; tile += tileRows) {
            for (int k = box.interiorStart(2); k < box.interiorEnd(2); k++) {
                for (int j = tile; j < Math.min(end, tile + tileRows); j++) {
                    computeRow(flow, forcing, factor, result, j, k);
                }
            }
        }
    }

    private void computeRow(Flow flow, double[][] forcing, double factor, double[][] result, int j, int k) {
        int start = box.interiorStart(0);
        int count = box.interiorEnd(0) - start;
        int at = box.index(start, j, k);
        weights.select(j, k);
        sumRow(flow, at, count);
        for (int m = 0; m < Grid.COMPONENTS; m++) {
            arithmetic.addAndScale(forcing[m], at, count, factor, row[m]);
            System.arraycopy(row[m], 0, result[m], at, count);
        }
    }

    private void sumRow(Flow flow, int at, int count) {
        for (int m = 0; m < Grid.COMPONENTS; m++) {
            arithmetic.spread(flow.u[m], at, count, weights, row[m]);
        }
        for (int axis = 0; axis < Grid.AXES; axis++) {
            arithmetic.convect(flow, axis, at, count, Gas.VISCOSITY * grid.t1(), grid.t2(), row);
        }
    }

    /** Returns the forcing terms: what balances R at the exact solution. U is the exact solution afterwards. */
    public double[][] forcing(Flow flow) {
        flow.fill(grid, ExactSolution::at, ExactSolution::at);
        double[][] forcing = new double[Grid.COMPONENTS][box.length()];
        compute(flow, forcing, -1, forcing);
        for (double[] component : flow.u) {
            Arrays.fill(component, 0);
        }
        return forcing;
    }
}
