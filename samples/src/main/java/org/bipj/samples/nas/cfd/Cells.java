package org.bipj.samples.nas.cfd;

import mpi.Intracomm;

/** What SP and BT have in common: a rank's cells with their flow, forcing terms and right-hand sides. */
public final class Cells {
    private final Intracomm comm;
    private final Grid grid;
    private final FaceExchange faces;
    private final RightHandSide[] operators;

    /** The flow of each cell, and its components. */
    public final Flow[] flows;

    private final double[][][] u;
    private final double[][][] forcing;

    /** The right-hand sides r of each cell, five components. */
    public final double[][][] right;

    /** The cells of a partition, with the forcing terms. */
    public Cells(Intracomm comm, Grid grid, Multipartition partition) {
        this.comm = comm;
        this.grid = grid;
        faces = new FaceExchange(comm, partition);
        int count = partition.cells();
        flows = new Flow[count];
        operators = new RightHandSide[count];
        u = new double[count][][];
        forcing = new double[count][][];
        right = new double[count][][];
        for (int cell = 0; cell < count; cell++) {
            Box box = partition.box(cell);
            flows[cell] = new Flow(box);
            operators[cell] = new RightHandSide(grid, box);
            u[cell] = flows[cell].u;
            forcing[cell] = operators[cell].forcing(flows[cell]);
            right[cell] = new double[Grid.COMPONENTS][box.length()];
        }
    }

    /** Sets the flow that a run starts from. */
    public void start() {
        for (Flow flow : flows) {
            flow.fill(grid, ExactSolution::start, ExactSolution::at);
        }
    }

    /** Sets {@code r = factor * (R + H)}. */
    public void computeRightHandSide(double factor) {
        faces.exchange(u);
        for (int cell = 0; cell < flows.length; cell++) {
            operators[cell].compute(flows[cell], forcing[cell], factor, right[cell]);
        }
    }

    /** The end of a step: U += r. */
    public void add() {
        for (int cell = 0; cell < flows.length; cell++) {
            flows[cell].add(right[cell], 1);
        }
    }

    /** Compares the norms of the residual and of the error with the official ones; called by every rank. */
    public Verification verify(double[] expectedResidual, double[] expectedError) {
        computeRightHandSide(1);
        Norms residual = new Norms(grid);
        Norms error = new Norms(grid);
        for (int cell = 0; cell < flows.length; cell++) {
            residual.addResidual(flows[cell].box, right[cell]);
            error.addError(flows[cell]);
        }
        Verification verification = new Verification();
        verification.compare("residual", residual.overAll(comm), expectedResidual);
        verification.compare("error", error.overAll(comm), expectedError);
        return verification;
    }
}
