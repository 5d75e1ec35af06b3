package org.bipj.bench;

import java.util.Set;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * What idle peers cost: a failed probe, and half a round trip of 8 bytes between ranks 0 and 1, first while rank 0 has
 * exchanged messages with rank 1 only, then when it has done so with all ranks, of which the others sleep.
 *
 * <p>No collective operation is called before the end: it would make rank 0 meet others too early.
 */
public final class PollBench {
    private static final String USAGE = """
            usage: mpirun -n 16 java -cp target/dist/bench/benchmarks.jar org.bipj.bench.PollBench [--csv]
              --csv   print attached_peers,probe_any_ns,probe_one_ns,latency_us
              --help  print this""";

    private static final int BATCHES = 21;
    private static final int WARM_UPS = 20;
    private static final int PROBES = 5000;
    private static final int ROUND_TRIPS = 1000;
    private static final int BYTES = 8;
    private static final int PING_TAG = 1;
    private static final int WAKE_TAG = 2;
    private static final int NEVER_SENT_TAG = 3;
    private static final long NAP_MS = 20;

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int ranks = comm.getSize();
    private final byte[] out = new byte[BYTES];
    private final byte[] in = new byte[BYTES];
    private final boolean csv;

    private PollBench(CommandLine arguments) {
        Program.requireRanks(3);
        csv = arguments.has(Program.CSV);
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) throws MPIException {
        Program.run(args, USAGE, Set.of(), Set.of(), arguments -> new PollBench(arguments)::run);
    }

    private void run() {
        if (rank == 0) {
            measure();
        } else if (rank == 1) {
            for (int row = 0; row < 3; row++) {
                latencyMicros();
                sleepUntilWoken();
            }
        } else {
            sleepUntilWoken();
            sleepUntilWoken();
        }
    }

    private void measure() {
        row(); // For the JIT compiler.
        wake(1);
        Table table =
                Table.open(csv, "Cost of idle peers", "attached_peers", "probe_any_ns", "probe_one_ns", "latency_us");
        double[] few = report(table, 1);
        for (int peer = 2; peer < ranks; peer++) {
            wake(peer);
        }
        wake(1);
        double[] all = report(table, ranks - 1);
        for (int peer = 1; peer < ranks; peer++) {
            wake(peer);
        }
        if (!csv) {
            table.row(
                    "ratio",
                    Table.decimal(all[0] / few[0], 2),
                    Table.decimal(all[1] / few[1], 2),
                    Table.decimal(all[2] / few[2], 2));
        }
    }

    private double[] report(Table table, int attached) {
        double[] row = row();
        table.row(
                Integer.toString(attached),
                Table.decimal(row[0], 1),
                Table.decimal(row[1], 1),
                Table.decimal(row[2], 4));
        return row;
    }

    private double[] row() {
        double latency = latencyMicros();
        return new double[] {probeNanos(MPI.ANY_SOURCE), probeNanos(1), latency};
    }

    /** Ends a peer's sleep; its answer makes the pair have talked both ways. */
    private void wake(int peer) {
        comm.send(out, BYTES, MPI.BYTE, peer, WAKE_TAG);
        comm.recv(in, BYTES, MPI.BYTE, peer, WAKE_TAG);
    }

    private void sleepUntilWoken() {
        while (comm.iProbe(0, WAKE_TAG) == null) {
            try {
                Thread.sleep(NAP_MS);
            } catch (InterruptedException stop) {
                throw new IllegalStateException("rank " + rank + " was interrupted while it waited for rank 0", stop);
            }
        }
        comm.recv(in, BYTES, MPI.BYTE, 0, WAKE_TAG);
        comm.send(out, BYTES, MPI.BYTE, 0, WAKE_TAG);
    }

    private double probeNanos(int source) {
        double[] nanos = new double[BATCHES];
        for (int batch = -WARM_UPS; batch < BATCHES; batch++) {
            double perProbe = failedProbes(source) / PROBES * 1e9;
            if (batch >= 0) {
                nanos[batch] = perProbe;
            }
        }
        return Median.of(nanos);
    }

    private double latencyMicros() {
        double[] micros = new double[BATCHES];
        for (int batch = -WARM_UPS; batch < BATCHES; batch++) {
            double oneWay = roundTrips() / ROUND_TRIPS / 2 * 1e6;
            if (batch >= 0) {
                micros[batch] = oneWay;
            }
        }
        return Median.of(micros);
    }

    /** One batch of probes that find nothing, in seconds. */
    private double failedProbes(int source) {
        int found = 0;
        double start = MPI.wtime();
        for (int i = 0; i < PROBES; i++) {
            if (comm.iProbe(source, NEVER_SENT_TAG) != null) {
                found++;
            }
        }
        double seconds = MPI.wtime() - start;
        if (found > 0) {
            throw new IllegalStateException("rank 0 found " + found + " messages that nobody sent");
        }
        return seconds;
    }

    /** One batch of round trips, in seconds. */
    private double roundTrips() {
        double start = MPI.wtime();
        if (rank == 0) {
            for (int i = 0; i < ROUND_TRIPS; i++) {
                comm.send(out, BYTES, MPI.BYTE, 1, PING_TAG);
                comm.recv(in, BYTES, MPI.BYTE, 1, PING_TAG);
            }
        } else {
            for (int i = 0; i < ROUND_TRIPS; i++) {
                comm.recv(in, BYTES, MPI.BYTE, 0, PING_TAG);
                comm.send(out, BYTES, MPI.BYTE, 0, PING_TAG);
            }
        }
        return MPI.wtime() - start;
    }
}
