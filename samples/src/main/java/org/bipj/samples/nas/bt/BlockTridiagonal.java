package org.bipj.samples.nas.bt;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.nas.NasProgram;
import org.bipj.samples.nas.NasReport;
import org.bipj.samples.nas.cfd.Cells;
import org.bipj.samples.nas.cfd.Grid;
import org.bipj.samples.nas.cfd.LineSweep;
import org.bipj.samples.nas.cfd.Multipartition;
import org.bipj.samples.nas.cfd.Verification;

/**
 * NAS BT: the flow of a gas in a cube, by an approximate factorisation into three block tridiagonal systems; shows
 * multi-partitioning: each rank has a cell in every slice of every direction, and so has work in each stage of a sweep.
 *
 * <pre>{@code ./bipj sample bt -n 4 A}</pre>
 *
 * <p>The number of ranks is a square, as in NPB.
 */
public final class BlockTridiagonal {
    /** Steps until all is compiled. */
    private static final int WARM_UP = 100;

    private final BtProblem problem;
    private final Cells cells;
    private final LineSweep lines;

    private BlockTridiagonal(Intracomm comm, BtProblem problem) {
        this.problem = problem;
        Multipartition partition = new Multipartition(comm.getSize(), comm.getRank(), problem.grid.side(), "BT");
        cells = new Cells(comm, problem.grid, partition);
        lines = new LineSweep(comm, partition, BlockSystem.fastest(problem.grid));
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

    /** One time step: the three factors of the implicit operator are solved one after the other. */
    private void step() {
        cells.computeRightHandSide(problem.grid.dt());
        for (int axis = 0; axis < Grid.AXES; axis++) {
            lines.solve(axis, cells.flows, cells.right);
        }
        cells.add();
    }

    private NasReport report(int ranks, double seconds) {
        Verification verification = cells.verify(problem.residual, problem.error);
        double n = problem.grid.side();
        double operations = problem.steps * (((3478.8 * n - 17655.7) * n + 28023.7) * n);
        return new NasReport(
                "BT",
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
