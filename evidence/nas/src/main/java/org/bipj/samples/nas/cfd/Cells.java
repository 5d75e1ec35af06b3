package org.bipj.samples.nas.cfd;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.nas.NasProgram;
import org.bipj.samples.nas.NasReport;

/** The common part of SP and BT: a rank's cells with their flow, forcing terms and right-hand sides. */
public final class Cells {
    /** Steps after which the compiler has compiled all code. */
    private static final int WARM_UP = 100;

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

    /**
     * Performs a kernel's time steps; called by every rank.
     *
     * @return the seconds that they took on the slowest rank, after a warm-up
     */
    public double time(int steps, Runnable step) {
        start();
        NasProgram.warmUp(comm, WARM_UP, step);
        start();
        comm.barrier();
        double start = MPI.wtime();
        for (int i = 0; i < steps; i++) {
            step.run();
        }
        double[] seconds = {MPI.wtime() - start};
        comm.allReduce(seconds, 1, MPI.DOUBLE, MPI.MAX);
        return seconds[0];
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

    /**
     * Verifies what a kernel has computed; called by every rank.
     *
     * @param operations the floating-point operations of a time step, as NPB counts them
     * @param expectedResidual the official norms of the residual
     * @param expectedError the official norms of the error
     */
    public NasReport report(
            String kernel,
            char problemClass,
            int steps,
            double seconds,
            double operations,
            double[] expectedResidual,
            double[] expectedError) {
        Verification verification = verify(expectedResidual, expectedError);
        return new NasReport(
                kernel,
                problemClass,
                grid.side(),
                steps,
                comm.getSize(),
                seconds,
                steps * operations / seconds * 1e-6,
                "floating point",
                verification.isGood(),
                verification.detail());
    }

    private Verification verify(double[] expectedResidual, double[] expectedError) {
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
