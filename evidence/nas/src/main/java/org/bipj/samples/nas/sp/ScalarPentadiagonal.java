package org.bipj.samples.nas.sp;

import mpi.Intracomm;
import org.bipj.core.job.Compute;
import org.bipj.samples.nas.NasProgram;
import org.bipj.samples.nas.NasReport;
import org.bipj.samples.nas.TimeSteps;
import org.bipj.samples.nas.cfd.Cells;
import org.bipj.samples.nas.cfd.Flow;
import org.bipj.samples.nas.cfd.LineSweep;
import org.bipj.samples.nas.cfd.Multipartition;

/**
 * NAS SP: the flow of a gas in a cube, by an approximate factorisation into three times five scalar pentadiagonal
 * systems; shows multi-partitioning, as BT does, with less computation for each message.
 *
 * <pre>{@code ./bipj sample sp -n 4 A}</pre>
 *
 * <p>The number of ranks is a square, as in NPB.
 */
public final class ScalarPentadiagonal {
    /**
     * What a step charges in virtual time, see {@link Compute}: NPB's count of operations is 881 for each point of a
     * large grid, and its own timers (3.4, on x86-64) give about a quarter of the time to the residual and to each
     * axis, changes of variables included. A point's way forward along an axis has about three times the operations of
     * its way back.
     */
    private static final String OPERATION = "sp";

    private static final int RESIDUAL_OPERATIONS = 221;
    private static final int FORWARD_OPERATIONS = 165;
    private static final int BACK_OPERATIONS = 55;

    private final SpProblem problem;
    private final Cells cells;
    private final LineSweep lines;
    private final Characteristics characteristics = Characteristics.fastest();

    private ScalarPentadiagonal(Intracomm comm, SpProblem problem) {
        this.problem = problem;
        Multipartition partition = new Multipartition(comm.getSize(), comm.getRank(), problem.grid.side(), "SP");
        cells = new Cells(comm, problem.grid, partition);
        lines = new LineSweep(comm, partition, PentadiagonalSystem.fastest(problem.grid), ScalarPentadiagonal::charge);
    }

    private static void charge(int points, boolean forward) {
        Compute.operations(OPERATION, (long) points * (forward ? FORWARD_OPERATIONS : BACK_OPERATIONS));
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
        return kernel.report(kernel.cells.time(problem.steps, kernel::step));
    }

    /** Returns the kernel as a run starts; called by every rank of the communicator. */
    public static TimeSteps steps(Intracomm comm, char problemClass) {
        ScalarPentadiagonal kernel = new ScalarPentadiagonal(comm, SpProblem.valueOf(String.valueOf(problemClass)));
        kernel.cells.start();
        return new TimeSteps(kernel::step, kernel.problem.operations());
    }

    /** One time step: along each axis the components that travel along it are solved for. */
    private void step() {
        cells.computeRightHandSide(problem.grid.dt());
        for (Flow flow : cells.flows) {
            Compute.operations(OPERATION, (long) RESIDUAL_OPERATIONS * flow.box.interiorPoints());
        }
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

    private NasReport report(double seconds) {
        return cells.report(
                "SP",
                problem.name().charAt(0),
                problem.steps,
                seconds,
                problem.operations(),
                problem.residual,
                problem.error);
    }
}
