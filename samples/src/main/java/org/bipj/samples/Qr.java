package org.bipj.samples;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import org.bipj.core.job.Compute;

/**
 * The QR factorisation of a matrix by Householder reflections with column pivoting, its columns dealt out to the ranks one
 * by one; shows allReduce with an operation on a struct, and bcast from a root that changes.
 *
 * <pre>{@code ./bipj sample qr -n 4 [SIZE]}</pre>
 *
 * <p>In each step the longest remaining column is the pivot: the ranks' best candidates are merged by a reduction to all.
 * Its owner broadcasts the Householder vector v, which is one element shorter in each step, and each rank reflects its
 * remaining columns, x - tau (v.x) v. Reduction and broadcast synchronise all ranks in each step, which makes this program
 * a test of their latency: LCI paper, section 6.5.
 *
 * <p>Each column is computed by one rank alone, so that the factors are the same, bit by bit, on any number of ranks. The
 * check applies the reflections to R backwards, which gives A with its columns permuted: Q R = A P.
 *
 * <p>Left open by the paper: how columns are distributed, and what the candidates' two doubles are. Here columns are
 * dealt out cyclically, and the doubles are the pivot's squared length and first element, of which each rank computes tau
 * before the vector arrives.
 */
public final class Qr {
    private static final String USAGE = "qr -n RANKS [SIZE]     rows of a square matrix, 512 by default";
    private static final int SIZE = 512;
    private static final int MAX_SIZE = 16_384;

    /** Kind of the operations that are charged in virtual time: floating-point operations. */
    static final String KIND = "qr";

    /** Residual over the unit roundoff and the matrix's norm that is still right, for each row: Higham 2002, theorem 19.4. */
    private static final double ROUNDOFFS_PER_ROW = 4;

    private static final double ROUNDOFF = Math.ulp(1.0) / 2;

    /** A downdated length has no correct digits left below this share of the length that it began with. */
    private static final double CANCELLED = 1e-8;

    private static final long SEED = 1998;

    private final Intracomm comm;
    private final int rank;
    private final int ranks;
    private final int size;

    /** This rank's columns; column c of them is column {@code c * ranks + rank} of the matrix. */
    private final double[][] columns;

    /** Squared lengths of what remains of each column, and what they were when they were last summed up. */
    private final double[] squares;

    private final double[] summed;
    /** The step in which a column was the pivot; {@link #size} until then. */
    private final int[] steps;
    /** R's element on the diagonal, where a pivot's own place has the first element of its Householder vector. */
    private final double[] diagonals;

    /** By step: the pivot's rank and column, and the factor of the reflection. */
    private final int[] owners;

    private final int[] pivots;
    private final double[] taus;

    /** The Householder vector of a step, from the step's row on. */
    private final double[] vector;

    private final QrPivot candidate = new QrPivot();
    private final ByteBuffer mine = candidate.buffer();
    private final ByteBuffer chosen = candidate.buffer();

    /** One rank's part of the factorisation of a random matrix. */
    public Qr(Intracomm comm, int size) {
        this.comm = comm;
        this.size = size;
        rank = comm.getRank();
        ranks = comm.getSize();
        int own = rank < size ? (size - rank + ranks - 1) / ranks : 0;
        columns = new double[own][];
        squares = new double[own];
        summed = new double[own];
        steps = new int[own];
        diagonals = new double[own];
        for (int c = 0; c < own; c++) {
            columns[c] = column(c);
            steps[c] = size;
            sumUp(c, 0);
        }
        owners = new int[size];
        pivots = new int[size];
        taus = new double[size];
        vector = new double[size];
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        Verdict.print(USAGE, Qr::run, rest);
        MPI.Finalize();
    }

    static Verdict run(Intracomm comm, String[] args) {
        Usage.atMost(args, 1);
        int size = Usage.positive(args, 0, "SIZE", SIZE, MAX_SIZE);
        Qr qr = new Qr(comm, size);
        comm.barrier();
        double start = MPI.wtime();
        qr.factorize();
        double seconds = MPI.wtime() - start;
        double residual = qr.residual();
        return new Verdict(
                qr.isRight(residual),
                String.format(
                        Locale.ROOT,
                        "QR of %d x %d in %.3f s, %.0f Mflop/s, |A P - Q R| = %.1e |A|",
                        size,
                        size,
                        seconds,
                        4e-6 / 3 * size * size * size / seconds,
                        residual));
    }

    /** Returns one of this rank's columns of the matrix. Its elements depend on their place only. */
    private double[] column(int c) {
        return new SplittableRandom(SEED + (long) c * ranks + rank)
                .doubles(size, -1, 1)
                .toArray();
    }

    // ---- factorisation -----------------------------------------------------------------------------------------

    /** Factorises the matrix: R replaces the columns down to their pivot, Householder vectors the pivots from there on. */
    public void factorize() {
        try (Op better = candidate.better()) {
            for (int step = 0; step < size; step++) {
                choosePivot(step, better);
                comm.bcast(MPI.slice(vector, step), size - step, MPI.DOUBLE, owners[step]);
                int reflected = 0;
                for (int c = 0; c < columns.length; c++) {
                    if (steps[c] == size) {
                        reflect(columns[c], step);
                        downdate(c, step);
                        reflected++;
                    }
                }
                Compute.operations(KIND, reflected * reflection(step));
            }
        }
    }

    /** Floating-point operations of a column's reflection and of its new length. */
    private long reflection(int step) {
        return 4L * (size - step) + 2;
    }

    /** Finds the longest remaining column of all ranks. Its owner makes the Householder vector of it. */
    private void choosePivot(int step, Op better) {
        int best = -1;
        for (int c = 0; c < columns.length; c++) {
            if (steps[c] == size && (best < 0 || squares[c] > squares[best])) {
                best = c;
            }
        }
        QrPivot.Data own = candidate.getData(mine);
        if (best < 0) {
            own.set(size, rank, -1, 0);
        } else {
            sumUp(best, step);
            Compute.operations(KIND, 2L * (size - step));
            own.set(best * ranks + rank, rank, squares[best], columns[best][step]);
        }
        comm.allReduce(mine, chosen, 1, candidate.getType(), better);
        QrPivot.Data pivot = candidate.getData(chosen);
        double alpha = -Math.copySign(Math.sqrt(pivot.square()), pivot.head());
        double half = pivot.square() - alpha * pivot.head();
        taus[step] = half == 0 ? 0 : 1 / half;
        owners[step] = pivot.owner();
        pivots[step] = pivot.column() / ranks;
        if (pivot.owner() == rank) {
            double[] column = columns[best];
            steps[best] = step;
            diagonals[best] = alpha;
            column[step] -= alpha;
            System.arraycopy(column, step, vector, step, size - step);
        }
    }

    /** Reflects a column from a step's row on: x - tau (v.x) v. */
    private void reflect(double[] column, int step) {
        double product = 0;
        for (int i = step; i < size; i++) {
            product += vector[i] * column[i];
        }
        double factor = taus[step] * product;
        for (int i = step; i < size; i++) {
            column[i] -= factor * vector[i];
        }
    }

    /** The squared length of what remains of a column, by one subtraction unless that leaves too few digits. */
    private void downdate(int c, int step) {
        squares[c] -= columns[c][step] * columns[c][step];
        if (squares[c] < CANCELLED * summed[c]) {
            sumUp(c, step + 1);
        }
    }

    private void sumUp(int c, int from) {
        double sum = 0;
        for (int i = from; i < size; i++) {
            sum += columns[c][i] * columns[c][i];
        }
        squares[c] = sum;
        summed[c] = sum;
    }

    // ---- check -------------------------------------------------------------------------------------------------

    /** True if the factors are right, on all ranks. Takes as long as the factorisation. */
    public boolean isRight() {
        return isRight(residual());
    }

    private boolean isRight(double residual) {
        return residual <= ROUNDOFFS_PER_ROW * size * ROUNDOFF;
    }

    /** The norm of A P - Q R over that of A. The owners broadcast their vectors again, the last one first. */
    double residual() {
        double[][] product = new double[columns.length][];
        for (int c = 0; c < columns.length; c++) {
            product[c] = Arrays.copyOf(Arrays.copyOf(columns[c], steps[c]), size);
            product[c][steps[c]] = diagonals[c];
        }
        for (int step = size - 1; step >= 0; step--) {
            if (owners[step] == rank) {
                System.arraycopy(columns[pivots[step]], step, vector, step, size - step);
            }
            comm.bcast(MPI.slice(vector, step), size - step, MPI.DOUBLE, owners[step]);
            for (int c = 0; c < columns.length; c++) {
                if (steps[c] >= step) {
                    reflect(product[c], step);
                }
            }
        }
        double[] sums = new double[2];
        for (int c = 0; c < columns.length; c++) {
            double[] expected = column(c);
            for (int i = 0; i < size; i++) {
                double difference = product[c][i] - expected[i];
                sums[0] += difference * difference;
                sums[1] += expected[i] * expected[i];
            }
        }
        comm.allReduce(sums, sums.length, MPI.DOUBLE, MPI.SUM);
        return Math.sqrt(sums[0] / sums[1]);
    }

    /** Changes an element of R a little, for the test of the check. */
    void spoil() {
        diagonals[0] += 1e-6;
    }

    /** R's diagonal, the same on every rank. Its elements shrink, and are the same on any number of ranks. */
    double[] diagonal() {
        double[] diagonal = new double[size];
        for (int c = 0; c < columns.length; c++) {
            diagonal[steps[c]] = diagonals[c];
        }
        comm.allReduce(diagonal, size, MPI.DOUBLE, MPI.SUM);
        return diagonal;
    }
}
