package org.bipj.samples;

import mpi.Intracomm;
import mpi.MPI;

/**
 * Sends a message of growing size from rank 0 to rank 1 and back and prints its latency (half a round trip, the best
 * of several series) and bandwidth. Other ranks wait.
 *
 * <pre>{@code ./bipj sample pingpong -n 2 [MAX_BYTES]}</pre>
 *
 * <p>It shows send and recv; for figures to compare use {@code ./bipj bench p2p}, which measures with more care.
 */
public final class PingPong {
    private static final String USAGE =
            "pingpong -n RANKS [MAX_BYTES]     at least 2 ranks; the largest message, 4194304 bytes by default";
    private static final int MAX_BYTES = 1 << 22;
    private static final int TAG = 7;
    private static final int SERIES = 10;

    /** A series moves about this many bytes each way, within these bounds of round trips. */
    private static final int BYTES_PER_SERIES = 1 << 24;

    private static final int MAX_TRIPS = 2000;
    private static final int MIN_TRIPS = 4;

    /** Round trips before the first measurement, enough for the compiler. */
    private static final int WARM_UP_TRIPS = 20_000;

    private PingPong() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        int max;
        try {
            Usage.atMost(rest, 1);
            max = Usage.positive(rest, 0, "MAX_BYTES", MAX_BYTES, 1 << 30);
            if (MPI.COMM_WORLD.getSize() < 2) {
                throw new Usage.WrongUsage("needs at least 2 ranks but has 1");
            }
        } catch (Usage.WrongUsage e) {
            Usage.refuse(USAGE, e.getMessage());
            return;
        }
        measure(MPI.COMM_WORLD, max);
        MPI.Finalize();
    }

    private static void measure(Intracomm comm, int max) {
        int rank = comm.getRank();
        if (rank < 2) {
            byte[] buffer = new byte[max];
            roundTrips(comm, buffer, 0, WARM_UP_TRIPS);
            if (rank == 0) {
                System.out.printf("%10s %14s %14s%n", "bytes", "latency us", "MB/s");
            }
            for (long bytes = 0; bytes <= max; bytes = bytes == 0 ? 1 : 2 * bytes) {
                double latency = bestLatency(comm, buffer, (int) bytes);
                if (rank == 0) {
                    System.out.printf("%10d %14.3f %14.1f%n", bytes, latency * 1e6, bytes / latency * 1e-6);
                }
            }
        }
        comm.barrier();
    }

    /** Returns the time of one message in seconds: half a round trip, in the fastest series. */
    private static double bestLatency(Intracomm comm, byte[] buffer, int bytes) {
        int trips = Math.clamp(BYTES_PER_SERIES / Math.max(bytes, 1), MIN_TRIPS, MAX_TRIPS);
        double best = Double.MAX_VALUE;
        for (int series = 0; series < SERIES; series++) {
            double start = MPI.wtime();
            roundTrips(comm, buffer, bytes, trips);
            best = Math.min(best, MPI.wtime() - start);
        }
        return best / (2 * trips);
    }

    private static void roundTrips(Intracomm comm, byte[] buffer, int bytes, int trips) {
        for (int trip = 0; trip < trips; trip++) {
            if (comm.getRank() == 0) {
                comm.send(buffer, bytes, MPI.BYTE, 1, TAG);
                comm.recv(buffer, bytes, MPI.BYTE, 1, TAG);
            } else {
                comm.recv(buffer, bytes, MPI.BYTE, 0, TAG);
                comm.send(buffer, bytes, MPI.BYTE, 0, TAG);
            }
        }
    }
}
