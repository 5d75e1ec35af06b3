package org.bipj.samples.nas.cfd;

import java.util.Arrays;

/** The difference operator R of a box: convection, viscosity and dissipation along all three directions. */
public final class RightHandSide {
    private final Grid grid;
    private final Box box;
    private final Weights weights;
    private final RowArithmetic arithmetic = RowArithmetic.fastest();
    private final double[][] row;

    /** The operator for a box of a grid. */
    public RightHandSide(Grid grid, Box box) {
        this.grid = grid;
        this.box = box;
        weights = new Weights(grid, box);
        row = new double[Grid.COMPONENTS][box.rowLength()];
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
        int start = box.interiorStart(0);
        int count = box.interiorEnd(0) - start;
        for (int k = box.interiorStart(2); k < box.interiorEnd(2); k++) {
            for (int j = box.interiorStart(1); j < box.interiorEnd(1); j++) {
                int at = box.index(start, j, k);
                weights.select(j, k);
                computeRow(flow, at, count);
                for (int m = 0; m < Grid.COMPONENTS; m++) {
                    arithmetic.addAndScale(forcing[m], at, count, factor, row[m]);
                    System.arraycopy(row[m], 0, result[m], at, count);
                }
            }
        }
    }

    private void computeRow(Flow flow, int at, int count) {
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
