package org.bipj.samples;

import mpi.Intracomm;
import mpi.MPI;

/**
 * Pi as the integral of 4 / (1 + x^2) from 0 to 1 by the midpoint rule: each rank adds up every n-th interval; shows
 * bcast and reduce.
 *
 * <pre>{@code ./bipj sample pi -n 4 100000000}</pre>
 */
public final class Pi {
    private static final String USAGE = "pi -n RANKS [INTERVALS]     the number of intervals, 10000000 by default";
    private static final int INTERVALS = 10_000_000;

    private Pi() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        int intervals;
        try {
            Usage.atMost(rest, 1);
            intervals = Usage.positive(rest, 0, "INTERVALS", INTERVALS, Integer.MAX_VALUE);
        } catch (Usage.WrongUsage e) {
            Usage.refuse(USAGE, e.getMessage());
            return;
        }
        double start = MPI.wtime();
        double pi = compute(MPI.COMM_WORLD, intervals);
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.printf(
                    "pi is about %.16f, the error %.1e, in %.3f s%n", pi, Math.abs(pi - Math.PI), MPI.wtime() - start);
        }
        MPI.Finalize();
    }

    /**
     * Computes pi; called by every rank of the communicator.
     *
     * @param intervals the number of intervals; rank 0's counts
     * @return pi on rank 0, this rank's part of the sum elsewhere
     */
    static double compute(Intracomm comm, int intervals) {
        int[] count = {intervals};
        comm.bcast(count, 1, MPI.INT, 0);
        double[] part = {sum(comm.getRank(), comm.getSize(), count[0])};
        double[] whole = {part[0]};
        comm.reduce(part, whole, 1, MPI.DOUBLE, MPI.SUM, 0);
        return whole[0];
    }

    private static double sum(int first, int step, int intervals) {
        double width = 1.0 / intervals;
        double sum = 0;
        for (long i = first; i < intervals; i += step) {
            double x = (i + 0.5) * width;
            sum += 4 / (1 + x * x);
        }
        return sum * width;
    }
}
