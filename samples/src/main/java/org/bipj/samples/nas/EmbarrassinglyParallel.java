package org.bipj.samples.nas;

import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.Usage;

/**
 * NAS EP: makes pairs of Gaussian random numbers and counts them by size; ranks compute alone and add up once at the
 * end, so that it shows what the machine computes with no communication to speak of.
 *
 * <pre>{@code ./bipj sample ep -n 4 A}</pre>
 *
 * <p>The 2^M pairs come in batches of 2^16, each of which starts at its own place in the common random sequence; the
 * batches are dealt out in contiguous blocks to any number of ranks.
 */
public final class EmbarrassinglyParallel {
    private static final int LOG_BATCH = 16;
    private static final int BATCH = 1 << LOG_BATCH;
    private static final int ANNULI = 10;
    private static final double TOLERANCE = 1e-8;
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

    /** The accepted points of a batch: twice as many doubles as pairs, and their squared distances from 0. */
    private final double[] points = new double[2 * BATCH];

    private final double[] squares = new double[BATCH];

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
            tally(accept(seed, points, squares));
            seed = seed * perBatch & NasRandom.MASK;
        }
    }

    /**
     * Makes a batch of points in the square of side 2 about 0 and keeps those in the unit circle. The store is
     * unconditional: a branch here would be guessed wrong one time in five.
     *
     * @return the number of points kept
     */
    private static int accept(long seed, double[] points, double[] squares) {
        // two chains of states, for the two coordinates, because each step waits for the one before
        long stateX = NasRandom.next(seed);
        long stateY = NasRandom.next(stateX);
        int kept = 0;
        for (int i = 0; i < BATCH; i++) {
            double x = stateX * (2 * NasRandom.SCALE) - 1;
            double y = stateY * (2 * NasRandom.SCALE) - 1;
            stateX = stateX * SQUARED & NasRandom.MASK;
            stateY = stateY * SQUARED & NasRandom.MASK;
            double square = x * x + y * y;
            points[2 * kept] = x;
            points[2 * kept + 1] = y;
            squares[kept] = square;
            kept += square <= 1 ? 1 : 0;
        }
        return kept;
    }

    /** Turns accepted points into Gaussian pairs (the polar method) and adds them to the sums. */
    private void tally(int kept) {
        double totalX = sumX;
        double totalY = sumY;
        for (int i = 0; i < kept; i++) {
            double square = squares[i];
            double factor = Math.sqrt(-2 * Math.log(square) / square);
            double x = Math.abs(points[2 * i] * factor);
            double y = Math.abs(points[2 * i + 1] * factor);
            annuli[(int) Math.max(x, y)]++;
            totalX += x;
            totalY += y;
        }
        sumX = totalX;
        sumY = totalY;
    }
}
