package org.bipj.samples;

import java.util.SplittableRandom;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.UserFunction;

/**
 * The mean distance of two random points in a cube, with its statistical error, by the Monte Carlo method; shows reduce
 * with an operation of one's own on a datatype of one's own.
 *
 * <pre>{@code ./bipj sample montecarlo -n 4 [BLOCKS]}</pre>
 *
 * <p>Mean and variance of all samples do not follow from a sum, a maximum or any other operation that MPI has. Each
 * rank describes its samples by three numbers, which make one element of the datatype, and the operation merges two such
 * descriptions into the one of both sets (Chan, Golub and LeVeque 1979). The samples come in blocks, and each block has
 * a random seed of its own: they are the same on any number of ranks.
 *
 * <p>The exact value for a cube of side 1 is Robbins' constant: the result must lie within {@value #MAX_ERRORS} standard
 * errors of it, which chance exceeds once in 150,000 runs.
 */
public final class MonteCarlo {
    private static final String USAGE =
            "montecarlo -n RANKS [BLOCKS]     blocks of 10000 pairs of points, 1000 by default";
    private static final int BLOCKS = 1000;
    private static final int MAX_BLOCKS = 10_000_000;
    private static final int PAIRS_PER_BLOCK = 10_000;
    private static final double MAX_ERRORS = 4.5;

    /** The mean distance in a cube of side 1 (Robbins 1978). */
    private static final double EXACT = 0.661707182267176235;

    /** Places of the three numbers that describe a set of samples; the last is the sum of squared deviations. */
    private static final int COUNT = 0;

    private static final int MEAN = 1;
    private static final int SQUARES = 2;
    private static final int NUMBERS = 3;

    private MonteCarlo() {}

    /** Merges the left operands into the right ones, as {@code Op} wants it. */
    static final class Merge extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype datatype) {
            for (int i = 0; i < count; i++) {
                merge((double[]) in, (double[]) inOut, i * NUMBERS);
            }
        }

        private static void merge(double[] in, double[] inOut, int at) {
            double count = in[at + COUNT] + inOut[at + COUNT];
            if (count == 0) {
                return; // no samples on either side: a rank without a block
            }
            double apart = inOut[at + MEAN] - in[at + MEAN];
            double share = inOut[at + COUNT] / count;
            inOut[at + MEAN] = in[at + MEAN] + apart * share;
            inOut[at + SQUARES] += in[at + SQUARES] + apart * apart * in[at + COUNT] * share;
            inOut[at + COUNT] = count;
        }
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        Verdict.print(USAGE, MonteCarlo::run, rest);
        MPI.Finalize();
    }

    static Verdict run(Intracomm comm, String[] args) {
        Usage.atMost(args, 1);
        int blocks = Usage.positive(args, 0, "BLOCKS", BLOCKS, MAX_BLOCKS);
        double[] mine = new double[NUMBERS];
        for (int block = comm.getRank(); block < blocks; block += comm.getSize()) {
            Merge.merge(sample(block), mine, 0);
        }
        double[] all = combine(comm, mine);
        double error = Math.sqrt(all[SQUARES] / (all[COUNT] - 1) / all[COUNT]);
        boolean near = Math.abs(all[MEAN] - EXACT) < MAX_ERRORS * error;
        boolean complete = all[COUNT] == (double) blocks * PAIRS_PER_BLOCK;
        return new Verdict(
                near && complete,
                String.format(
                        "mean distance %.6f +- %.6f from %.0f pairs, exact %.6f", all[MEAN], error, all[COUNT], EXACT));
    }

    /** Merges the descriptions of all ranks; the result is rank 0's, and means nothing elsewhere. */
    static double[] combine(Intracomm comm, double[] mine) {
        double[] all = new double[NUMBERS];
        try (Datatype moments = Datatype.createContiguous(NUMBERS, MPI.DOUBLE)) {
            moments.commit();
            Op merge = new Op(new Merge(), true); // true: operands may change places
            comm.reduce(mine, all, 1, moments, merge, 0);
            merge.free();
        }
        return all;
    }

    /** Returns the three numbers that describe a block's distances. */
    private static double[] sample(int block) {
        SplittableRandom random = new SplittableRandom(block);
        double sum = 0;
        double squares = 0;
        for (int pair = 0; pair < PAIRS_PER_BLOCK; pair++) {
            double x = random.nextDouble() - random.nextDouble();
            double y = random.nextDouble() - random.nextDouble();
            double z = random.nextDouble() - random.nextDouble();
            double squared = x * x + y * y + z * z;
            sum += Math.sqrt(squared);
            squares += squared;
        }
        double mean = sum / PAIRS_PER_BLOCK;
        return new double[] {PAIRS_PER_BLOCK, mean, squares - sum * mean};
    }
}
