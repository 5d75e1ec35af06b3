package org.bipj.samples.nas.cg;

import java.util.Arrays;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.nas.NasProgram;
import org.bipj.samples.nas.NasReport;

/**
 * NAS CG: estimates the smallest eigenvalue of a large sparse matrix by inverse iteration, solving its linear systems
 * with 25 steps of conjugate gradients; shows split communicators, reductions of single numbers (latency) and
 * exchanges with a transposed partner (bandwidth).
 *
 * <pre>{@code ./bipj sample cg -n 4 A}</pre>
 *
 * <p>The number of ranks is a power of two, as in NPB.
 */
public final class ConjugateGradient {
    private static final int STEPS = 25;
    private static final double TOLERANCE = 1e-10;

    /** Steps of the rehearsal until all is compiled: each sums 52 times. */
    private static final int REHEARSALS = 300;

    /** Outer iterations that run before the timed ones, so that their code is compiled. */
    private static final int WARM_UP = 5;

    private final CgProblem problem;
    private final CgGrid grid;
    private final SparseMatrix matrix;
    private final int length;

    /** Parts of vectors, one element per column of the block; NPB's names. */
    private final double[] x;

    private final double[] z;
    private final double[] p;
    private final double[] q;
    private final double[] r;

    /** The block's product, one element per row. */
    private final double[] w;

    private ConjugateGradient(CgProblem problem, CgGrid grid) {
        this.problem = problem;
        this.grid = grid;
        matrix = SparseMatrix.create(problem, grid.firstRow(), grid.rows(), grid.firstColumn(), grid.columns());
        length = grid.columns();
        x = new double[length];
        z = new double[length];
        p = new double[length];
        q = new double[length];
        r = new double[length];
        w = new double[grid.rows()];
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        NasProgram.main("cg", args, ConjugateGradient::run);
    }

    /**
     * Runs the kernel; called by every rank of the communicator, whose size is a power of two.
     *
     * @param problemClass S, W, A, B or C
     */
    public static NasReport run(Intracomm comm, char problemClass) {
        CgProblem problem = CgProblem.valueOf(String.valueOf(problemClass));
        CgGrid grid = new CgGrid(comm, problem.order);
        ConjugateGradient kernel = new ConjugateGradient(problem, grid);
        if (NasProgram.rehearses(comm, problemClass)) {
            kernel.rehearse(comm);
        }
        NasProgram.warmUp(comm, WARM_UP, () -> kernel.iterate(1));
        comm.barrier();
        double start = MPI.wtime();
        Estimate estimate = kernel.iterate(problem.iterations);
        double[] seconds = {MPI.wtime() - start};
        comm.allReduce(seconds, 1, MPI.DOUBLE, MPI.MAX);
        // rank 0 judges for all: sums may differ in the last bit between ranks
        double[] verdict = {estimate.zeta, estimate.residual};
        comm.bcast(verdict, verdict.length, MPI.DOUBLE, 0);
        grid.free();
        return report(problem, comm.getSize(), seconds[0], new Estimate(verdict[0], verdict[1]));
    }

    private static NasReport report(CgProblem problem, int ranks, double seconds, Estimate estimate) {
        double error = Math.abs(estimate.zeta - problem.zeta) / problem.zeta;
        double perRow = problem.nonzeros * (problem.nonzeros + 1.0);
        double operations = 2.0 * problem.iterations * problem.order * (3 + perRow + STEPS * (5 + perRow) + 3);
        String detail = String.format(
                Locale.ROOT,
                " Zeta: %.13e, relative error %.3e; residual norm %.3e",
                estimate.zeta,
                error,
                estimate.residual);
        return new NasReport(
                "CG",
                problem.name().charAt(0),
                problem.order,
                problem.iterations,
                ranks,
                seconds,
                operations / seconds * 1e-6,
                "floating point",
                error <= TOLERANCE,
                detail);
    }

    /**
     * The result of inverse iteration.
     *
     * @param zeta the estimate of the eigenvalue
     * @param residual the norm of x - A z in the last linear system
     */
    private record Estimate(double zeta, double residual) {}

    /**
     * Solves class S again and again, and exchanges messages as long as those of this class, which go another way than
     * short ones. What they leave in w and q is overwritten before it is read.
     */
    private void rehearse(Intracomm comm) {
        CgGrid smallGrid = new CgGrid(comm, CgProblem.S.order);
        ConjugateGradient small = new ConjugateGradient(CgProblem.S, smallGrid);
        NasProgram.rehearse(comm, REHEARSALS, () -> {
            small.iterate(1);
            for (int step = 0; step < STEPS; step++) {
                grid.assemble(w, q);
            }
        });
        smallGrid.free();
    }

    private Estimate iterate(int iterations) {
        Arrays.fill(x, 1);
        double zeta = 0;
        double residual = 0;
        for (int iteration = 0; iteration < iterations; iteration++) {
            residual = solve();
            zeta = problem.shift + 1 / grid.sum(dot(x, z, length));
            scale(1 / Math.sqrt(grid.sum(dot(z, z, length))), z, x, length);
        }
        return new Estimate(zeta, residual);
    }

    /** Makes z an approximate solution of A z = x; returns the norm of the residual. */
    private double solve() {
        Arrays.fill(z, 0);
        System.arraycopy(x, 0, r, 0, length);
        System.arraycopy(x, 0, p, 0, length);
        double rho = grid.sum(dot(r, r, length));
        for (int step = 0; step < STEPS; step++) {
            matrix.multiply(p, w);
            grid.assemble(w, q);
            double alpha = rho / grid.sum(dot(p, q, length));
            addScaled(alpha, p, z, length);
            addScaled(-alpha, q, r, length);
            double previous = rho;
            rho = grid.sum(dot(r, r, length));
            scaleAndAdd(rho / previous, p, r, length);
        }
        matrix.multiply(z, w);
        grid.assemble(w, r);
        return Math.sqrt(grid.sum(distance(x, r, length)));
    }

    /** Returns the scalar product, in four sums: each addition to one would wait for the one before. */
    private static double dot(double[] a, double[] b, int length) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int i = 0;
        for (; i < length - 3; i += 4) {
            sum0 += a[i] * b[i];
            sum1 += a[i + 1] * b[i + 1];
            sum2 += a[i + 2] * b[i + 2];
            sum3 += a[i + 3] * b[i + 3];
        }
        for (; i < length; i++) {
            sum0 += a[i] * b[i];
        }
        return sum0 + sum1 + (sum2 + sum3);
    }

    private static double distance(double[] a, double[] b, int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            double difference = a[i] - b[i];
            sum += difference * difference;
        }
        return sum;
    }

    private static void scale(double factor, double[] from, double[] to, int length) {
        for (int i = 0; i < length; i++) {
            to[i] = factor * from[i];
        }
    }

    /** Adds a multiple of a vector: {@code to += factor * from}. */
    private static void addScaled(double factor, double[] from, double[] to, int length) {
        for (int i = 0; i < length; i++) {
            to[i] += factor * from[i];
        }
    }

    /** Scales a vector and adds another: {@code to = factor * to + from}. */
    private static void scaleAndAdd(double factor, double[] to, double[] from, int length) {
        for (int i = 0; i < length; i++) {
            to[i] = factor * to[i] + from[i];
        }
    }
}
