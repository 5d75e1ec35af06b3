package org.bipj.samples.nas.lu;

import java.util.Arrays;
import org.bipj.core.job.Compute;
import org.bipj.samples.nas.cfd.Box;
import org.bipj.samples.nas.cfd.Flow;
import org.bipj.samples.nas.cfd.Grid;

/**
 * The two triangular sweeps of a step: plane after plane, row after row, point after point, each of which needs v of
 * the three neighbours that come before it.
 */
final class Sweeps {
    private final Flow flow;
    private final Box box;
    private final Edges edges;
    private final double dt;
    private final SweepFactors factors;
    private final SweepArithmetic arithmetic;

    /** A row of what the neighbours contribute, and the reciprocals of D's diagonal. */
    private final double[][] row;

    private final double[] ofMomentum;
    private final double[] ofEnergy;

    private final double[] point = new double[Grid.COMPONENTS];

    /** What a plane of a sweep charges in virtual time. */
    private final long planeOperations;

    Sweeps(Grid grid, Flow flow, Edges edges) {
        this.flow = flow;
        box = flow.box;
        this.edges = edges;
        dt = grid.dt();
        factors = new SweepFactors(grid);
        arithmetic = SweepArithmetic.fastest(factors);
        row = new double[Grid.COMPONENTS][box.rowLength()];
        ofMomentum = new double[box.rowLength()];
        ofEnergy = new double[box.rowLength()];
        int planes = box.interiorEnd(2) - box.interiorStart(2);
        planeOperations = (long) LowerUpper.SWEEP_OPERATIONS * box.interiorPoints() / planes;
    }

    /** The lower-triangular system, in order of rising k, j, i: v holds the residual before, not yet times dt. */
    void lower(double[][] v) {
        for (int k = box.interiorStart(2); k < box.interiorEnd(2); k++) {
            edges.receive(v, k, 1);
            for (int j = box.interiorStart(1); j < box.interiorEnd(1); j++) {
                lowerRow(v, j, k);
            }
            Compute.operations(LowerUpper.OPERATION, planeOperations);
            edges.send(v, k, 1);
        }
    }

    private void lowerRow(double[][] v, int j, int k) {
        int start = box.interiorStart(0);
        int count = box.interiorEnd(0) - start;
        int at = box.index(start, j, k);
        arithmetic.begin(v, at, count, dt, row);
        arithmetic.addNeighbours(flow, v, 2, at - box.stride(2), count, factors.convection, row);
        arithmetic.addNeighbours(flow, v, 1, at - box.stride(1), count, factors.convection, row);
        arithmetic.diagonal(flow, at, count, ofMomentum, ofEnergy);
        for (int i = 0; i < count; i++) {
            PlainSweep.neighbour(factors, flow, v, 0, at + i - 1, factors.convection, point);
            solve(i, at + i);
            for (int m = 0; m < Grid.COMPONENTS; m++) {
                v[m][at + i] = point[m];
            }
        }
    }

    /** The upper-triangular system, in order of falling k, j, i. */
    void upper(double[][] v) {
        for (int k = box.interiorEnd(2) - 1; k >= box.interiorStart(2); k--) {
            edges.receive(v, k, -1);
            for (int j = box.interiorEnd(1) - 1; j >= box.interiorStart(1); j--) {
                upperRow(v, j, k);
            }
            Compute.operations(LowerUpper.OPERATION, planeOperations);
            edges.send(v, k, -1);
        }
    }

    private void upperRow(double[][] v, int j, int k) {
        int start = box.interiorStart(0);
        int count = box.interiorEnd(0) - start;
        int at = box.index(start, j, k);
        for (double[] component : row) {
            Arrays.fill(component, 0);
        }
        arithmetic.addNeighbours(flow, v, 2, at + box.stride(2), count, -factors.convection, row);
        arithmetic.addNeighbours(flow, v, 1, at + box.stride(1), count, -factors.convection, row);
        arithmetic.diagonal(flow, at, count, ofMomentum, ofEnergy);
        for (int i = count - 1; i >= 0; i--) {
            PlainSweep.neighbour(factors, flow, v, 0, at + i + 1, -factors.convection, point);
            solve(i, at + i);
            for (int m = 0; m < Grid.COMPONENTS; m++) {
                v[m][at + i] += point[m];
            }
        }
    }

    /**
     * Solves {@code D x = sum}, where D is lower triangular; the sum is what the neighbours contribute along x and in
     * the row.
     */
    private void solve(int i, int p) {
        double inverse = flow.inverse[p];
        double density = (row[0][i] + point[0]) / factors.diagonal;
        double moved = 0;
        for (int s = 0; s < Grid.AXES; s++) {
            double velocity = flow.velocity[s][p];
            double carried = velocity * density;
            double momentum =
                    (row[1 + s][i] + point[1 + s] + factors.diagonalViscosity * inverse * carried) * ofMomentum[i];
            moved += velocity * (momentum - carried);
            point[1 + s] = momentum;
        }
        double heat = (factors.diagonalViscosity - factors.diagonalHeat) * moved
                - factors.diagonalHeat * flow.energy[p] * density;
        point[0] = density;
        point[4] = (row[4][i] + point[4] - inverse * heat) * ofEnergy[i];
    }
}
