package org.bipj.samples.nas.cfd;

import mpi.Intracomm;
import mpi.MPI;

/** The root mean squares, over all ranks, by which a flow is verified. */
public final class Norms {
    private final Grid grid;
    private final double[] sums = new double[Grid.COMPONENTS];

    /** Creates norms of no points. */
    public Norms(Grid grid) {
        this.grid = grid;
    }

    /** Adds the squares of the residual R + H at a box's interior points. */
    public void addResidual(Box box, double[][] residual) {
        for (int m = 0; m < Grid.COMPONENTS; m++) {
            double[] values = residual[m];
            double sum = 0;
            for (int k = box.interiorStart(2); k < box.interiorEnd(2); k++) {
                for (int j = box.interiorStart(1); j < box.interiorEnd(1); j++) {
                    int start = box.index(box.interiorStart(0), j, k);
                    int end = box.index(box.interiorEnd(0), j, k);
                    for (int p = start; p < end; p++) {
                        sum += values[p] * values[p];
                    }
                }
            }
            sums[m] += sum;
        }
    }

    /** Adds the squares of the difference between a flow and the exact solution, at all points of the flow's box. */
    public void addError(Flow flow) {
        Box box = flow.box;
        double h = grid.spacing();
        for (int k = 0; k < box.size(2); k++) {
            for (int j = 0; j < box.size(1); j++) {
                for (int i = 0; i < box.size(0); i++) {
                    for (int m = 0; m < Grid.COMPONENTS; m++) {
                        double exact =
                                ExactSolution.at(m, box.global(0, i) * h, box.global(1, j) * h, box.global(2, k) * h);
                        double error = flow.u[m][box.index(i, j, k)] - exact;
                        sums[m] += error * error;
                    }
                }
            }
        }
    }

    /** Adds up what all ranks have added; returns the norms of the five components. Called by every rank. */
    public double[] overAll(Intracomm comm) {
        comm.allReduce(sums, sums.length, MPI.DOUBLE, MPI.SUM);
        double[] norms = new double[sums.length];
        for (int m = 0; m < norms.length; m++) {
            norms[m] = Math.sqrt(sums[m] / grid.interiorPoints());
        }
        return norms;
    }
}
