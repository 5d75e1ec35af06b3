package org.bipj.samples.nas.lu;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.core.job.Compute;
import org.bipj.samples.nas.NasProgram;
import org.bipj.samples.nas.NasReport;
import org.bipj.samples.nas.TimeSteps;
import org.bipj.samples.nas.cfd.Box;
import org.bipj.samples.nas.cfd.ExactSolution;
import org.bipj.samples.nas.cfd.Flow;
import org.bipj.samples.nas.cfd.Grid;
import org.bipj.samples.nas.cfd.Norms;
import org.bipj.samples.nas.cfd.RightHandSide;
import org.bipj.samples.nas.cfd.Verification;

/**
 * NAS LU: the flow of a gas in a cube, by symmetric successive over-relaxation; shows a pipeline of many small
 * messages: a sweep passes the ranks as a wave front, and each plane of points waits for two edges out of other ranks.
 *
 * <pre>{@code ./bipj sample lu -n 4 A}</pre>
 *
 * <p>The number of ranks is a product X x Y with X/2 &lt;= Y &lt;= X, as in NPB.
 */
public final class LowerUpper {
    /** Steps after which the compiler has compiled all code. */
    private static final int WARM_UP = 100;

    /**
     * What a step charges in virtual time, see {@link Compute}: NPB's count of operations is 1985 for each point of a
     * large grid, and its own timers (3.4, on x86-64) give a fifth of the time to the residual and two fifths to each
     * sweep.
     */
    static final String OPERATION = "lu";

    static final int SWEEP_OPERATIONS = 794;
    private static final int RESIDUAL_OPERATIONS = 397;

    private final LuProblem problem;
    private final Grid grid;
    private final Flow flow;
    private final Edges edges;
    private final RightHandSide rightHandSide;
    private final double[][] forcing;

    /** The residual R + H between steps, v in the sweeps. */
    private final double[][] residual;

    private final Sweeps sweeps;

    private LowerUpper(Intracomm comm, LuProblem problem) {
        this.problem = problem;
        grid = problem.grid;
        RankGrid ranks = RankGrid.of(comm.getSize(), comm.getRank(), problem);
        Box box = ranks.box(grid.side());
        flow = new Flow(box);
        edges = new Edges(comm, ranks, box);
        rightHandSide = new RightHandSide(grid, box);
        forcing = rightHandSide.forcing(flow);
        residual = new double[Grid.COMPONENTS][box.length()];
        sweeps = new Sweeps(grid, flow, edges);
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        NasProgram.main("lu", args, LowerUpper::run);
    }

    /**
     * Runs the kernel; called by every rank of the communicator.
     *
     * @param problemClass S, W, A, B or C
     */
    public static NasReport run(Intracomm comm, char problemClass) {
        LuProblem problem = LuProblem.valueOf(String.valueOf(problemClass));
        LowerUpper kernel = new LowerUpper(comm, problem);
        kernel.start();
        NasProgram.warmUp(comm, WARM_UP, kernel::step);
        kernel.start();
        comm.barrier();
        double start = MPI.wtime();
        for (int step = 0; step < problem.steps; step++) {
            kernel.step();
        }
        double[] norms = kernel.residualNorms(comm);
        double[] seconds = {MPI.wtime() - start};
        comm.allReduce(seconds, 1, MPI.DOUBLE, MPI.MAX);
        return kernel.report(comm, seconds[0], norms);
    }

    /** Returns the kernel as a run starts; called by every rank of the communicator. */
    public static TimeSteps steps(Intracomm comm, char problemClass) {
        LowerUpper kernel = new LowerUpper(comm, LuProblem.valueOf(String.valueOf(problemClass)));
        kernel.start();
        return new TimeSteps(kernel::step, kernel.problem.operations());
    }

    /** Sets the flow that a run starts from, and its residual. */
    private void start() {
        flow.fill(grid, ExactSolution::start, ExactSolution::at);
        computeResidual();
    }

    private void computeResidual() {
        edges.exchange(flow.u);
        rightHandSide.compute(flow, forcing, 1, residual);
        Compute.operations(OPERATION, (long) RESIDUAL_OPERATIONS * flow.box.interiorPoints());
    }

    /** Makes one step of symmetric successive over-relaxation. */
    private void step() {
        sweeps.lower(residual);
        sweeps.upper(residual);
        flow.add(residual, 1 / (SweepFactors.OMEGA * (2 - SweepFactors.OMEGA)));
        computeResidual();
    }

    private double[] residualNorms(Intracomm comm) {
        Norms norms = new Norms(grid);
        norms.addResidual(flow.box, residual);
        return norms.overAll(comm);
    }

    private NasReport report(Intracomm comm, double seconds, double[] norms) {
        Norms errors = new Norms(grid);
        errors.addError(flow);
        Verification verification = new Verification();
        verification.compare("residual", norms, problem.residual);
        verification.compare("error", errors.overAll(comm), problem.error);
        verification.compare("surface integral", SurfaceIntegral.of(comm, grid, flow), problem.surface);
        return new NasReport(
                "LU",
                problem.name().charAt(0),
                grid.side(),
                problem.steps,
                comm.getSize(),
                seconds,
                problem.steps * problem.operations() / seconds * 1e-6,
                "floating point",
                verification.isGood(),
                verification.detail());
    }
}
