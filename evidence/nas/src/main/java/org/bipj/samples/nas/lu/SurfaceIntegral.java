package org.bipj.samples.nas.lu;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.nas.cfd.Box;
import org.bipj.samples.nas.cfd.Flow;
import org.bipj.samples.nas.cfd.Gas;
import org.bipj.samples.nas.cfd.Grid;

/**
 * The integral of the pressure over the surface of a box inside the cube, by the trapezoidal rule (RNR-94-007, section
 * 3).
 */
final class SurfaceIntegral {
    private final Flow flow;
    private final int[] low;
    private final int[] high;

    private SurfaceIntegral(Flow flow, int side) {
        this.flow = flow;
        low = new int[] {1, 1, 2};
        high = new int[] {side - 2, side - 3, side - 2};
    }

    /** Returns the integral; called by every rank, each with its part of the flow. */
    static double of(Intracomm comm, Grid grid, Flow flow) {
        SurfaceIntegral surface = new SurfaceIntegral(flow, grid.side());
        double[] sum = new double[1];
        for (int axis = 0; axis < Grid.AXES; axis++) {
            sum[0] += surface.face(axis, surface.low[axis]) + surface.face(axis, surface.high[axis]);
        }
        comm.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
        return 0.25 * grid.spacing() * grid.spacing() * sum[0];
    }

    /**
     * Returns the rank's part of a sum over the squares of a face, across an axis, of the pressure at their four
     * corners.
     */
    private double face(int axis, int place) {
        Box box = flow.box;
        int[] from = new int[Grid.AXES];
        int[] to = new int[Grid.AXES];
        for (int other = 0; other < Grid.AXES; other++) {
            int first = box.global(other, 0);
            from[other] = Math.max(0, (other == axis ? place : low[other]) - first);
            to[other] = Math.min(box.size(other), (other == axis ? place : high[other]) - first + 1);
        }
        double sum = 0;
        for (int k = from[2]; k < to[2]; k++) {
            for (int j = from[1]; j < to[1]; j++) {
                for (int i = from[0]; i < to[0]; i++) {
                    int squares = weight(axis, 0, i) * weight(axis, 1, j) * weight(axis, 2, k);
                    sum += squares * pressure(box.index(i, j, k));
                }
            }
        }
        return sum;
    }

    /** Returns how many squares next to each other along an axis have this corner. */
    private int weight(int across, int axis, int local) {
        int place = flow.box.global(axis, local);
        return axis == across || place == low[axis] || place == high[axis] ? 1 : 2;
    }

    private double pressure(int p) {
        double x = flow.u[1][p];
        double y = flow.u[2][p];
        double z = flow.u[3][p];
        return Gas.C2 * (flow.u[4][p] - 0.5 * (x * x + y * y + z * z) / flow.u[0][p]);
    }
}
