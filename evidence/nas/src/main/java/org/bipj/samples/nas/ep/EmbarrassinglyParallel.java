package org.bipj.samples.nas.ep;

import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.Usage;
import org.bipj.samples.nas.Blocks;
import org.bipj.samples.nas.NasProgram;
import org.bipj.samples.nas.NasRandom;
import org.bipj.samples.nas.NasReport;

/**
 * NAS EP: makes pairs of Gaussian random numbers and counts them by size; ranks compute alone and add up once at the
 * end, so that it shows what the machine computes with no communication to speak of.
 *
 * <pre>{@code ./bipj sample ep -n 4 A}</pre>
 *
 * <p>The 2^M pairs come in batches of 2^12, small enough for the cache; a rank computes a contiguous block of batches,
 * starting at its place in the common random sequence. Any number of ranks works.
 */
public final class EmbarrassinglyParallel {
    private static final int LOG_BATCH = 12;
    private static final int BATCH = 1 << LOG_BATCH;
    private static final int ANNULI = 10;
    private static final double TOLERANCE = 1e-8;

    /** Batches after which the compiler has compiled all code. */
    private static final int WARM_UP = 1000;

    private static final long SEED = 271_828_183L;

    /** The multiplier that advances a state by two numbers. */
    private static final long SQUARED = NasRandom.power(2);

    /** The sizes of the kernel and its official sums (NPB 3.4). */
    private enum Problem {
        S(24, 1.051299420395306e+07, 1.051517131857535e+07, 13176389),
        W(25, 2.102505525182392e+07, 2.103162209578822e+07, 26354769),
        A(28, 1.682235632304711e+08, 1.682195123368299e+08, 210832767),
        B(30, 6.728927543423024e+08, 6.728951822504275e+08, 843345606),
        C(32, 2.691444083862931e+09, 2.691519118724585e+09, 3373275903L);

        private final int logPairs;
        private final double sumX;
        private final double sumY;
        private final long gaussianPairs;

        Problem(int logPairs, double sumX, double sumY, long gaussianPairs) {
            this.logPairs = logPairs;
            this.sumX = sumX;
            this.sumY = sumY;
            this.gaussianPairs = gaussianPairs;
        }
    }

    private double sumX;
    private double sumY;

    /** Pairs by the integer part of the larger of their two absolute values. */
    private final long[] annuli = new long[ANNULI];

    /** The points of a batch that lie in the unit circle, then the Gaussian pairs made of them. */
    private final double[] x = new double[BATCH];

    private final double[] y = new double[BATCH];

    /** The points' squared distances from 0, and what to multiply a point with. */
    private final double[] squares = new double[BATCH];

    private final double[] factors = new double[BATCH];

    private EmbarrassinglyParallel() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        NasProgram.main("ep", args, EmbarrassinglyParallel::run);
    }

    /**
     * Runs the kernel; called by every rank of the communicator.
     *
     * @param problemClass S, W, A, B or C
     */
    public static NasReport run(Intracomm comm, char problemClass) {
        Problem problem = Problem.valueOf(String.valueOf(problemClass));
        Blocks batches = new Blocks(1L << (problem.logPairs - LOG_BATCH), comm.getSize());
        if (batches.size(comm.getSize() - 1) == 0) {
            throw new Usage.WrongUsage("class " + problem + " has " + batches.items() + " batches: too few for "
                    + comm.getSize() + " ranks");
        }
        EmbarrassinglyParallel rehearsal = new EmbarrassinglyParallel();
        NasProgram.warmUp(comm, WARM_UP, () -> rehearsal.compute(0, 1));
        comm.barrier();
        double start = MPI.wtime();
        EmbarrassinglyParallel kernel = new EmbarrassinglyParallel();
        kernel.compute(batches.first(comm.getRank()), batches.size(comm.getRank()));
        double[] sums = {kernel.sumX, kernel.sumY};
        comm.allReduce(sums, sums.length, MPI.DOUBLE, MPI.SUM);
        comm.allReduce(kernel.annuli, ANNULI, MPI.LONG, MPI.SUM);
        double[] seconds = {MPI.wtime() - start};
        comm.allReduce(seconds, 1, MPI.DOUBLE, MPI.MAX);
        return report(problem, comm.getSize(), sums, kernel.annuli, seconds[0]);
    }

    private static NasReport report(Problem problem, int ranks, double[] sums, long[] annuli, double seconds) {
        long pairs = 0;
        StringBuilder detail = new StringBuilder();
        for (long count : annuli) {
            pairs += count;
        }
        detail.append(
                String.format(Locale.ROOT, " Gaussian pairs: %d; sums: %.15e %.15e; counts:", pairs, sums[0], sums[1]));
        for (int annulus = 0; annulus < ANNULI; annulus++) {
            detail.append(String.format(Locale.ROOT, "%n %3d %14d", annulus, annuli[annulus]));
        }
        boolean verified = Math.abs((sums[0] - problem.sumX) / problem.sumX) <= TOLERANCE
                && Math.abs((sums[1] - problem.sumY) / problem.sumY) <= TOLERANCE
                && pairs == problem.gaussianPairs;
        long numbers = 2L << problem.logPairs;
        return new NasReport(
                "EP",
                problem.name().charAt(0),
                numbers,
                0,
                ranks,
                seconds,
                numbers / seconds * 1e-6,
                "random numbers generated",
                verified,
                detail.toString());
    }

    private void compute(long firstBatch, int batches) {
        long perBatch = NasRandom.power(2L * BATCH);
        long seed = NasRandom.jump(SEED, firstBatch * 2 * BATCH);
        for (int batch = 0; batch < batches; batch++) {
            int kept = accept(seed, x, y, squares);
            // one simple loop for each operation: the compiler makes vector instructions of all but the first and last
            logarithms(squares, factors, kept);
            roots(squares, factors, kept);
            multiply(factors, x, kept);
            multiply(factors, y, kept);
            tally(kept);
            seed = seed * perBatch & NasRandom.MASK;
        }
    }

    /**
     * Makes a batch of points in the square of side 2 about 0 and keeps those in the unit circle. The store is
     * unconditional: a branch here would be guessed wrong one time in five.
     *
     * @return the number of points kept
     */
    private static int accept(long seed, double[] x, double[] y, double[] squares) {
        // two chains of states, for the two coordinates, because each step waits for the one before
        long stateX = NasRandom.next(seed);
        long stateY = NasRandom.next(stateX);
        int kept = 0;
        for (int i = 0; i < BATCH; i++) {
            double pointX = stateX * (2 * NasRandom.SCALE) - 1;
            double pointY = stateY * (2 * NasRandom.SCALE) - 1;
            stateX = stateX * SQUARED & NasRandom.MASK;
            stateY = stateY * SQUARED & NasRandom.MASK;
            double square = pointX * pointX + pointY * pointY;
            x[kept] = pointX;
            y[kept] = pointY;
            squares[kept] = square;
            kept += square <= 1 ? 1 : 0;
        }
        return kept;
    }

    private static void logarithms(double[] from, double[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = Math.log(from[i]);
        }
    }

    /** The polar method's factor: the root of -2 log(t) / t for a squared distance t. */
    private static void roots(double[] squares, double[] factors, int count) {
        for (int i = 0; i < count; i++) {
            factors[i] = Math.sqrt(-2 * factors[i] / squares[i]);
        }
    }

    private static void multiply(double[] factors, double[] points, int count) {
        for (int i = 0; i < count; i++) {
            points[i] = Math.abs(points[i] * factors[i]);
        }
    }

    /** Adds the Gaussian pairs of a batch to the sums. */
    private void tally(int count) {
        double totalX = sumX;
        double totalY = sumY;
        for (int i = 0; i < count; i++) {
            annuli[(int) Math.max(x[i], y[i])]++;
            totalX += x[i];
            totalY += y[i];
        }
        sumX = totalX;
        sumY = totalY;
    }
}
