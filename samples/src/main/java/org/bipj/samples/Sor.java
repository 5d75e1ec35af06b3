package org.bipj.samples;

import java.util.Arrays;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.bipj.core.job.Compute;

/**
 * Laplace's equation on a square grid by red-black successive over-relaxation; shows borders that neighbours exchange with
 * iSend and recv, and allReduce with MAX to decide on convergence.
 *
 * <pre>{@code ./bipj sample sor -n 4 [SIZE [ITERATIONS]]}</pre>
 *
 * <p>Each rank owns a block of whole rows. The points are coloured as a chessboard: a point's four neighbours have the other
 * colour, so that all points of a colour can be updated at the same time. After each colour, neighbours exchange their
 * border rows (12 KB of 1,536 points: LCI paper, section 6.7). Iterations end when no point has changed by more than
 * {@value #TOLERANCE}, or after ITERATIONS.
 *
 * <p>The order within a colour does not matter, and a maximum is exact. The grid is therefore the same, bit by bit, on any
 * number of ranks; rank 0 computes it alone for the check.
 */
public final class Sor {
    private static final String USAGE =
            "sor -n RANKS [SIZE [ITERATIONS]]     points a side, 512 by default; at most so many iterations, 100 by default";
    private static final int SIZE = 512;
    private static final int MAX_SIZE = 16_384;
    private static final int ITERATIONS = 100;
    private static final int MAX_ITERATIONS = 1_000_000;
    private static final double TOLERANCE = 1e-6;

    /** Kind of the operations that are charged in virtual time: floating-point operations. */
    static final String KIND = "sor";

    /** Floating-point operations of a point's update and of its comparison with the largest change. */
    private static final int OPERATIONS = 9;

    private static final int UP = 1;
    private static final int DOWN = 2;

    private final Intracomm comm;
    private final int rank;
    private final int size;
    /** The factor of over-relaxation that is best for Laplace's equation on a square (Young 1954). */
    private final double omega;

    /** Number of the first own row among the grid's inner rows, and of the row behind the last. */
    private final int first;

    private final int end;
    /** The own rows, between a row of each neighbour or of the grid's edge; each with a point of the edge at both ends. */
    private final double[][] rows;

    private final double[] change = new double[1];
    private final double[] largest = new double[1];

    /** One rank's rows of a grid whose edge is 0 but for its upper side, which is 1. Inner points are 0 at first. */
    public Sor(Intracomm comm, int size) {
        this.comm = comm;
        this.size = size;
        rank = comm.getRank();
        int ranks = comm.getSize();
        int inner = size - 2;
        first = 1 + (int) ((long) inner * rank / ranks);
        end = 1 + (int) ((long) inner * (rank + 1) / ranks);
        rows = new double[end - first + 2][size];
        if (first == 1) {
            Arrays.fill(rows[0], 1);
        }
        omega = 2 / (1 + Math.sin(Math.PI / (size - 1)));
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        Verdict.print(USAGE, Sor::run, rest);
        MPI.Finalize();
    }

    static Verdict run(Intracomm comm, String[] args) {
        Usage.atMost(args, 2);
        int size = Usage.positive(args, 0, "SIZE", SIZE, MAX_SIZE);
        int most = Usage.positive(args, 1, "ITERATIONS", ITERATIONS, MAX_ITERATIONS);
        Usage.atLeastRanks("SIZE - 2", size - 2, comm.getSize());
        Sor sor = new Sor(comm, size);
        comm.barrier();
        double start = MPI.wtime();
        int iterations = sor.relax(most);
        double seconds = MPI.wtime() - start;
        return new Verdict(
                sor.isRight(iterations),
                String.format(
                        Locale.ROOT,
                        "%d x %d points, %d iterations in %.3f s, last change %.1e",
                        size,
                        size,
                        iterations,
                        seconds,
                        sor.largest[0]));
    }

    /** Iterates until the grid has converged. Returns the number of iterations. */
    int relax(int most) {
        for (int iteration = 1; iteration <= most; iteration++) {
            iterate();
            if (largest[0] <= TOLERANCE) {
                return iteration;
            }
        }
        return most;
    }

    /** One iteration: both colours, and the largest change of a point of the whole grid. */
    public void iterate() {
        change[0] = 0;
        for (int colour = 0; colour < 2; colour++) {
            exchange();
            for (int row = first; row < end; row++) {
                update(row, colour);
            }
        }
        comm.allReduce(change, largest, 1, MPI.DOUBLE, MPI.MAX);
    }

    /** Sends the first and the last own row to the neighbours, and receives theirs. */
    private void exchange() {
        int above = first == 1 ? MPI.PROC_NULL : rank - 1;
        int below = end == size - 1 ? MPI.PROC_NULL : rank + 1;
        int last = rows.length - 2;
        Request[] sends = {
            comm.iSend(rows[1], size, MPI.DOUBLE, above, UP), comm.iSend(rows[last], size, MPI.DOUBLE, below, DOWN)
        };
        comm.recv(rows[0], size, MPI.DOUBLE, above, DOWN);
        comm.recv(rows[last + 1], size, MPI.DOUBLE, below, UP);
        Request.waitAll(sends);
    }

    /** Updates the points of a colour in a row. */
    private void update(int row, int colour) {
        double[] above = rows[row - first];
        double[] own = rows[row - first + 1];
        double[] below = rows[row - first + 2];
        double most = change[0];
        int points = 0;
        for (int i = 1 + (row + colour) % 2; i < size - 1; i += 2) {
            double step = omega * ((above[i] + below[i] + own[i - 1] + own[i + 1]) * 0.25 - own[i]);
            own[i] += step;
            most = Math.max(most, Math.abs(step));
            points++;
        }
        change[0] = most;
        Compute.operations(KIND, (long) OPERATIONS * points);
    }

    /** True if the grid is that of one rank after some iterations; on ranks other than 0 always. */
    public boolean isRight(int iterations) {
        double[] grid = gather();
        return rank > 0 || Arrays.equals(grid, alone(size, iterations));
    }

    /** The whole grid on rank 0, without its upper and lower edge; null elsewhere. */
    double[] gather() {
        int ranks = comm.getSize();
        double[] own = new double[(end - first) * size];
        for (int row = 0; row < end - first; row++) {
            System.arraycopy(rows[row + 1], 0, own, row * size, size);
        }
        int[] counts = new int[ranks];
        int[] places = new int[ranks];
        int[] mine = {own.length};
        comm.gather(mine, 1, MPI.INT, counts, 1, MPI.INT, 0);
        for (int i = 1; i < ranks; i++) {
            places[i] = places[i - 1] + counts[i - 1];
        }
        double[] grid = rank == 0 ? new double[(size - 2) * size] : null;
        comm.gatherv(own, own.length, MPI.DOUBLE, grid, counts, places, MPI.DOUBLE, 0);
        return grid;
    }

    /** The same grid after some iterations of one rank alone. */
    static double[] alone(int size, int iterations) {
        Sor sor = new Sor(MPI.COMM_SELF, size);
        for (int i = 0; i < iterations; i++) {
            sor.iterate();
        }
        return sor.gather();
    }
}
