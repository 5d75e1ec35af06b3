package org.bipj.samples.nas.mg;

import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.nas.NasProgram;
import org.bipj.samples.nas.NasReport;

/**
 * NAS MG: Poisson's equation in a periodic cube by V-cycles of a multigrid method; shows exchanges of faces, long ones
 * on the fine levels and very short ones on the coarse levels.
 *
 * <pre>{@code ./bipj sample mg -n 4 A}</pre>
 *
 * <p>The number of ranks is a power of two, as in NPB.
 */
public final class MultiGrid {
    private static final double TOLERANCE = 1e-8;

    /** V-cycles of class S until all is compiled. */
    private static final int REHEARSALS = 300;

    private static final int WARM_UP = 40;

    private MultiGrid() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        NasProgram.main("mg", args, MultiGrid::run);
    }

    /**
     * Runs the kernel; called by every rank of the communicator.
     *
     * @param problemClass S, W, A, B or C
     */
    public static NasReport run(Intracomm comm, char problemClass) {
        MgProblem problem = MgProblem.valueOf(String.valueOf(problemClass));
        Multilevel levels = new Multilevel(comm, problem);
        if (NasProgram.rehearses(comm, problemClass)) {
            Multilevel small = new Multilevel(comm, MgProblem.S);
            small.start();
            NasProgram.rehearse(comm, REHEARSALS, () -> solve(small, 1));
        }
        levels.start();
        NasProgram.warmUp(comm, WARM_UP, () -> solve(levels, 1));
        levels.start();
        comm.barrier();
        double start = MPI.wtime();
        double norm = solve(levels, problem.iterations);
        double[] seconds = {MPI.wtime() - start};
        comm.allReduce(seconds, 1, MPI.DOUBLE, MPI.MAX);
        return report(problem, comm.getSize(), seconds[0], norm);
    }

    /** Returns the norm of the residual after some V-cycles. */
    private static double solve(Multilevel levels, int iterations) {
        levels.residual();
        levels.norm(); // of the start: NPB computes it too, within the timed part
        for (int iteration = 0; iteration < iterations; iteration++) {
            levels.cycle();
            levels.residual();
        }
        return levels.norm();
    }

    private static NasReport report(MgProblem problem, int ranks, double seconds, double norm) {
        double error = Math.abs(norm - problem.norm) / problem.norm;
        double operations = 58.0 * problem.iterations * Math.pow(problem.side(), RankGrid.AXES);
        return new NasReport(
                "MG",
                problem.name().charAt(0),
                problem.side(),
                problem.iterations,
                ranks,
                seconds,
                operations / seconds * 1e-6,
                "floating point",
                error <= TOLERANCE,
                String.format(Locale.ROOT, " Residual norm: %.13e, relative error %.1e", norm, error));
    }
}
