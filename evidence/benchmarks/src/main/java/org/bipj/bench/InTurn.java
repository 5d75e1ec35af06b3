package org.bipj.bench;

import java.util.Arrays;
import mpi.Comm;

/**
 * Times of several things that are compared: batches in turn, so that other work on the machine slows all of them, and
 * the median of each.
 */
final class InTurn {
    /** One timed batch on all ranks, in seconds for each call. */
    @FunctionalInterface
    interface Batch {
        double seconds();
    }

    private final Comm comm;
    private final int batches;
    private final int warmUps;

    /**
     * For a communicator, whose ranks begin each batch together.
     *
     * @param batches timed batches of each
     * @param warmUps batches of each before those
     */
    InTurn(Comm comm, int batches, int warmUps) {
        this.comm = comm;
        this.batches = Program.repetitions(batches);
        this.warmUps = Program.repetitions(warmUps);
    }

    /** The median time of each, in the order given. */
    double[] medians(Batch... compared) {
        double[][] seconds = new double[compared.length][batches];
        for (int i = -warmUps; i < batches; i++) {
            for (int kind = 0; kind < compared.length; kind++) {
                comm.barrier();
                double taken = compared[kind].seconds();
                if (i >= 0) {
                    seconds[kind][i] = taken;
                }
            }
        }
        return Arrays.stream(seconds).mapToDouble(Median::of).toArray();
    }
}
