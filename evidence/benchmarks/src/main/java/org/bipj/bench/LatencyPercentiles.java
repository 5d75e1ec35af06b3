package org.bipj.bench;

import mpi.Comm;
import mpi.MPI;
import org.HdrHistogram.Histogram;

/**
 * How the latency between ranks 0 and 1 is distributed: half a round trip, each timed separately. Two looks at the clock
 * are in each, which is some 50 ns of a round trip; the median of batches in {@link P2pBench} is without them.
 */
final class LatencyPercentiles {
    private static final int TAG = 4;
    private static final long HIGHEST_PS = 1_000_000_000_000L;
    private static final int DIGITS = 3;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};
    private static final double PS_PER_US = 1e6;

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final boolean csv;
    private final String buffers;
    /** Times in picoseconds. */
    private final Histogram histogram = new Histogram(HIGHEST_PS, DIGITS);

    LatencyPercentiles(boolean csv, String buffers) {
        this.csv = csv;
        this.buffers = buffers;
    }

    /** Measures and prints a row for each size. */
    void run(int[] sizes, Object out, Object in) {
        Table table = rank == 0
                ? Table.open(
                        csv,
                        "Distribution of latency between ranks 0 and 1, " + buffers,
                        "bytes",
                        "p50_us",
                        "p90_us",
                        "p99_us",
                        "p99.9_us",
                        "max_us",
                        "round_trips")
                : null;
        for (int bytes : sizes) {
            int times = Program.repetitions(bytes <= 8192 ? 200_000 : bytes <= 524288 ? 10_000 : 500);
            // These meet cold caches and lines; they are not recorded.
            roundTrips(bytes, times / 4, out, in);
            histogram.reset();
            roundTrips(bytes, times, out, in);
            if (table != null) {
                table.row(row(bytes, times));
            }
        }
    }

    private String[] row(int bytes, int times) {
        String[] row = new String[PERCENTILES.length + 3];
        row[0] = Integer.toString(bytes);
        for (int i = 0; i < PERCENTILES.length; i++) {
            row[i + 1] = micros(histogram.getValueAtPercentile(PERCENTILES[i]));
        }
        row[PERCENTILES.length + 1] = micros(histogram.getMaxValue());
        row[PERCENTILES.length + 2] = Integer.toString(times);
        return row;
    }

    private static String micros(long ps) {
        return Table.decimal(ps / PS_PER_US, 3);
    }

    private void roundTrips(int bytes, int times, Object out, Object in) {
        comm.barrier();
        if (rank == 0) {
            double start = MPI.wtime();
            for (int i = 0; i < times; i++) {
                comm.send(out, bytes, MPI.BYTE, 1, TAG);
                comm.recv(in, bytes, MPI.BYTE, 1, TAG);
                double end = MPI.wtime();
                histogram.recordValue(Math.clamp((long) ((end - start) / 2 * 1e12), 0, HIGHEST_PS));
                start = end;
            }
        } else if (rank == 1) {
            for (int i = 0; i < times; i++) {
                comm.recv(in, bytes, MPI.BYTE, 0, TAG);
                comm.send(out, bytes, MPI.BYTE, 0, TAG);
            }
        }
    }
}
