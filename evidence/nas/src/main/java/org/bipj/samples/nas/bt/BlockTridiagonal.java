package org.bipj.samples.nas.bt;

import mpi.Intracomm;
import org.bipj.samples.nas.NasProgram;
import org.bipj.samples.nas.NasReport;
import org.bipj.samples.nas.cfd.Cells;
import org.bipj.samples.nas.cfd.Grid;
import org.bipj.samples.nas.cfd.LineSweep;
import org.bipj.samples.nas.cfd.Multipartition;

/**
 * NAS BT: the flow of a gas in a cube, by an approximate factorisation into three block tridiagonal systems; shows
 * multi-partitioning: each rank has a cell in every slice of every direction, and so has work in each stage of a sweep.
 *
 * <pre>{@code ./bipj sample bt -n 4 A}</pre>
 *
 * <p>The number of ranks is a square, as in NPB.
 */
public final class BlockTridiagonal {
    private final BtProblem problem;
    private final Cells cells;
    private final LineSweep lines;

    private BlockTridiagonal(Intracomm comm, BtProblem problem) {
        this.problem = problem;
        Multipartition partition = new Multipartition(comm.getSize(), comm.getRank(), problem.grid.side(), "BT");
        cells = new Cells(comm, problem.grid, partition);
        lines = new LineSweep(comm, partition, BlockSystem.fastest(problem.grid), LineSweep.Charge.NOTHING);
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        NasProgram.main("bt", args, BlockTridiagonal::run);
    }

    /**
     * Runs the kernel; called by every rank of the communicator.
     *
     * @param problemClass S, W, A, B or C
     */
    public static NasReport run(Intracomm comm, char problemClass) {
        BtProblem problem = BtProblem.valueOf(String.valueOf(problemClass));
        BlockTridiagonal kernel = new BlockTridiagonal(comm, problem);
        return kernel.report(kernel.cells.time(problem.steps, kernel::step));
    }

    /** One time step: the three factors of the implicit operator are solved one after the other. */
    private void step() {
        cells.computeRightHandSide(problem.grid.dt());
        for (int axis = 0; axis < Grid.AXES; axis++) {
            lines.solve(axis, cells.flows, cells.right);
        }
        cells.add();
    }

    private NasReport report(double seconds) {
        double n = problem.grid.side();
        double operations = ((3478.8 * n - 17655.7) * n + 28023.7) * n;
        return cells.report(
                "BT", problem.name().charAt(0), problem.steps, seconds, operations, problem.residual, problem.error);
    }
}
