package org.bipj.bench;

import java.util.Arrays;
import mpi.Comm;

/**
 * How far ranks 0 and 1 are from one another while a row of a table is measured: {@link Program#PING}. Where ranks are not bound to cores,
 * and on virtual machines, they move between rows, and a row of one distance says nothing about one of the other.
 */
final class Ping {
    private static final String COLUMN = "ping_us";
    private static final int BATCHES = 5;
    private static final int ROUND_TRIPS = 100;
    private static final int DECIMALS = 3;

    private final Comm comm;
    private final int rank;
    private final boolean isWanted;
    private final byte[] out = new byte[Long.BYTES];
    private final byte[] in = new byte[Long.BYTES];
    private double longest;

    /** A communicator's first two ranks. */
    Ping(Comm comm, boolean isWanted) {
        this.comm = comm;
        this.rank = comm.getRank();
        this.isWanted = isWanted;
    }

    /** A table's columns, with this one where it is wanted. */
    String[] columns(String... others) {
        return isWanted ? with(others, COLUMN) : others;
    }

    /** Before a row: a call of all ranks. */
    void begin() {
        longest = 0;
        measure();
    }

    /** After a row: a call of all ranks. */
    void end() {
        measure();
    }

    /** A row's values, with this one where it is wanted. */
    String[] values(String... others) {
        return isWanted ? with(others, Table.decimal(longest, DECIMALS)) : others;
    }

    /** The fastest of some batches: the others may have been interrupted. */
    private void measure() {
        if (!isWanted) {
            return;
        }
        comm.barrier();
        double fastest = Double.MAX_VALUE;
        for (int batch = 0; batch < Program.repetitions(BATCHES) && rank < 2; batch++) {
            double seconds = MpiRoundTrip.seconds(comm, rank, out, in, Program.repetitions(ROUND_TRIPS));
            fastest = Math.min(fastest, seconds / 2 * 1e6);
        }
        comm.barrier();
        longest = Math.max(longest, fastest);
    }

    private static String[] with(String[] others, String last) {
        String[] all = Arrays.copyOf(others, others.length + 1);
        all[others.length] = last;
        return all;
    }
}
