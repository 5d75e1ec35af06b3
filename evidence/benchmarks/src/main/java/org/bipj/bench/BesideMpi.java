package org.bipj.bench;

import java.util.Arrays;
import java.util.Locale;
import mpi.Comm;
import mpi.MPI;
import mpi.Request;

/**
 * Another interface beside MPI in one job: batches of the two in turn, the fastest of each, as other work on the machine takes
 * time from either.
 */
abstract class BesideMpi {
    static final int WINDOW = 64;
    private static final int BATCHES = 40;

    final Comm comm = MPI.COMM_WORLD;
    final int rank = comm.getRank();
    final byte[] out;
    final byte[] in;
    private final int warmUps;
    private final int participants;

    /** One timed batch on each rank, in seconds for each operation. */
    @FunctionalInterface
    interface Batch {
        double seconds();
    }

    /**
     * A benchmark with buffers.
     *
     * @param warmUps batches that are not counted
     * @param participants ranks that run batches, the first ones
     */
    BesideMpi(int bytes, int warmUps, int participants) {
        out = new byte[bytes];
        in = new byte[bytes];
        this.warmUps = warmUps;
        this.participants = participants;
    }

    /** Prints what MPI and the other interface take; without a table does nothing. */
    static void row(Table table, String quantity, String unit, double scale, double[] seconds, boolean rate) {
        if (table == null) {
            return;
        }
        double[] values = new double[2];
        for (int i = 0; i < 2; i++) {
            values[i] = rate ? scale / seconds[i] : scale * seconds[i];
        }
        table.row(
                quantity,
                unit,
                Table.decimal(values[0], 3),
                Table.decimal(values[1], 3),
                String.format(Locale.ROOT, "%.2f", values[1] / values[0]));
    }

    /** The fastest time of each kind of batch; the kinds take turns, so that all meet the same conditions. */
    final double[] fastest(Batch... batches) {
        double[][] seconds = new double[batches.length][BATCHES];
        for (int i = -warmUps; i < BATCHES; i++) {
            for (int kind = 0; kind < batches.length; kind++) {
                comm.barrier();
                double taken = rank < participants ? batches[kind].seconds() : 0;
                if (i >= 0) {
                    seconds[kind][i] = taken;
                }
            }
        }
        double[] best = new double[batches.length];
        for (int kind = 0; kind < best.length; kind++) {
            best[kind] = Arrays.stream(seconds[kind]).min().orElseThrow();
        }
        return best;
    }

    /** Messages of MPI one way, by windows, each of which is answered. */
    final double mpiOneWay(int bytes, int windows, int window) {
        Request[] pending = new Request[window];
        double start = MPI.wtime();
        for (int w = 0; w < windows; w++) {
            for (int i = 0; i < window; i++) {
                pending[i] = rank == 0 ? comm.iSend(out, bytes, MPI.BYTE, 1, 2) : comm.iRecv(in, bytes, MPI.BYTE, 0, 2);
            }
            Request.waitAll(pending);
            if (rank == 0) {
                comm.recv(in, 4, MPI.BYTE, 1, 3);
            } else {
                comm.send(out, 4, MPI.BYTE, 0, 3);
            }
        }
        return (MPI.wtime() - start) / windows / window;
    }
}
