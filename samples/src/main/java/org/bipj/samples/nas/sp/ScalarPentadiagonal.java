package org.bipj.samples.nas.sp;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.nas.NasProgram;
import org.bipj.samples.nas.NasReport;
import org.bipj.samples.nas.cfd.Cells;
import org.bipj.samples.nas.cfd.LineSweep;
import org.bipj.samples.nas.cfd.Multipartition;
import org.bipj.samples.nas.cfd.Verification;

/**
 * NAS SP: the flow of a gas in a cube, by an approximate factorisation into three times five scalar pentadiagonal systems;
 * shows multi-partitioning, as BT does, with less computation for each message.
 *
 * <pre>{@code ./bipj sample sp -n 4 A}</pre>
 *
 * <p>The number of ranks is a square, as in NPB.
 */
public final class ScalarPentadiagonal {
    /** Steps until all is compiled. */
    private static final int WARM_UP = 100;

    private final SpProblem problem;
    private final Cells cells;
    private final LineSweep lines;
    private final Characteristics characteristics = Characteristics.fastest();

    private ScalarPentadiagonal(Intracomm comm, SpProblem problem) {
        this.problem = problem;
        Multipartition partition = new Multipartition(comm.getSize(), comm.getRank(), problem.grid.side(), "SP");
        cells = new Cells(comm, problem.grid, partition);
        lines = new LineSweep(comm, partition, PentadiagonalSystem.fastest(problem.grid));
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        NasProgram.main("sp", args, ScalarPentadiagonal::run);
    }

    /**
     * Runs the kernel; called by every rank of the communicator.
     *
     * @param problemClass S, W, A, B or C
     */
    public static NasReport run(Intracomm comm, char problemClass) {
        SpProblem problem = SpProblem.valueOf(String.valueOf(problemClass));
        ScalarPentadiagonal kernel = new ScalarPentadiagonal(comm, problem);
        kernel.cells.start();
        NasProgram.warmUp(comm, WARM_UP, kernel::step);
        kernel.cells.start();
        comm.barrier();
        double start = MPI.wtime();
        for (int step = 0; step < problem.steps; step++) {
            kernel.step();
        }
        double[] seconds = {MPI.wtime() - start};
        comm.allReduce(seconds, 1, MPI.DOUBLE, MPI.MAX);
        return kernel.report(comm.getSize(), seconds[0]);
    }

    /** One time step: along each axis the components that travel along it are solved for. */
    private void step() {
        cells.computeRightHandSide(problem.grid.dt());
        for (int cell = 0; cell < cells.flows.length; cell++) {
            characteristics.toX(cells.flows[cell], cells.right[cell]);
        }
        lines.solve(0, cells.flows, cells.right);
        for (double[][] right : cells.right) {
            characteristics.fromXToY(right);
        }
        lines.solve(1, cells.flows, cells.right);
        for (double[][] right : cells.right) {
            characteristics.fromYToZ(right);
        }
        lines.solve(2, cells.flows, cells.right);
        for (int cell = 0; cell < cells.flows.length; cell++) {
            characteristics.fromZ(cells.flows[cell], cells.right[cell]);
        }
        cells.add();
    }

    private NasReport report(int ranks, double seconds) {
        Verification verification = cells.verify(problem.residual, problem.error);
        double n = problem.grid.side();
        double operations = problem.steps * (((881.174 * n - 4683.91) * n + 11484.5) * n - 19272.4);
        return new NasReport(
                "SP",
                problem.name().charAt(0),
                problem.grid.side(),
                problem.steps,
                ranks,
                seconds,
                operations / seconds * 1e-6,
                "floating point",
                verification.isGood(),
                verification.detail());
    }
}
