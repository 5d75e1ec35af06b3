package org.bipj.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Set;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * What {@code mpirun --record} adds to a message: processor time of a receiver that is always behind. The other ranks send it windows
 * of messages, which it receives when they are there. {@code evidence/benchmarks/src/main/sh/record.sh} runs it with and without the
 * option, in turn.
 */
public final class RecordBench {
    private static final String USAGE = """
            usage: mpirun -n 2 [--record DIR] java -cp target/dist/bench/benchmarks.jar org.bipj.bench.RecordBench
                     [--window 64] [--bytes 8] [--tags 1] [--batches 60] [--csv]
              --tags  so many tags in turn: with more than one no receive is like the one before, and each takes 4 bytes
              --csv   print receives,ranks,window,bytes,best_ns,median_ns
              --help  print this""";

    private static final int END_TAG = 0;
    /** Of the first of the tags in turn. */
    private static final int TAG = 1;
    /** Windows in a batch. */
    private static final int WINDOWS = 1000;

    private static final int WARM_UPS = 10;
    private static final String[] RECEIVES = {"any", "named"};
    /** The position of the receives from any rank among {@link #RECEIVES}. */
    private static final int OF_ANY = 0;
    /** Longer than all need for their windows. */
    private static final long PAUSE_NS = 40_000;

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int ranks = comm.getSize();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final int window;
    private final int tags;
    private final int batches;
    private final byte[] data;
    private final byte[] none = new byte[0];
    private final boolean csv;

    private RecordBench(CommandLine arguments) {
        Program.requireRanks(2);
        csv = arguments.has(Program.CSV);
        window = arguments.numbers("--window", 1024, 64)[0];
        tags = Math.max(1, arguments.numbers("--tags", 1024, 1)[0]);
        data = new byte[arguments.numbers("--bytes", 1 << 20, 8)[0]];
        batches = Program.repetitions(arguments.numbers("--batches", 10_000, 60)[0]);
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) throws MPIException {
        Program.run(
                args,
                USAGE,
                Set.of(),
                Set.of("--window", "--bytes", "--tags", "--batches"),
                arguments -> new RecordBench(arguments)::run);
    }

    private void run() {
        Table table = rank == 0
                ? Table.open(
                        csv,
                        "Processor time of a receive",
                        "receives",
                        "ranks",
                        "window",
                        "bytes",
                        "best_ns",
                        "median_ns")
                : null;
        double[][] nanos = new double[RECEIVES.length][batches];
        // In turn: what the machine does for a while, it does to both.
        for (int batch = -WARM_UPS; batch < batches; batch++) {
            for (int i = 0; i < RECEIVES.length; i++) {
                double one = batch(i == OF_ANY);
                if (batch >= 0) {
                    nanos[i][batch] = one;
                }
            }
        }
        for (int i = 0; table != null && i < RECEIVES.length; i++) {
            table.row(
                    RECEIVES[i],
                    Integer.toString(ranks),
                    Integer.toString(window),
                    Integer.toString(data.length),
                    Table.decimal(Arrays.stream(nanos[i]).min().orElse(0), 1),
                    Table.decimal(Median.of(nanos[i]), 1));
        }
    }

    /** Stays behind the windows of all, outside MPI. */
    private static void awaitWindows() {
        long end = System.nanoTime() + PAUSE_NS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private int next(int tag) {
        return tag == tags ? TAG : tag + 1;
    }

    /** Processor time of a receive on rank 0, in nanoseconds. */
    private double batch(boolean isOfAny) {
        long nanos = 0;
        for (int i = 0; i < WINDOWS; i++) {
            if (rank > 0) {
                for (int k = 0, tag = TAG; k < window; k++, tag = next(tag)) {
                    comm.send(data, data.length, MPI.BYTE, 0, tag);
                }
                comm.send(none, 0, MPI.BYTE, 0, END_TAG);
                comm.recv(none, 0, MPI.BYTE, 0, END_TAG);
                continue;
            }
            awaitWindows();
            long start = threads.getCurrentThreadCpuTime();
            for (int source = 1; source < ranks; source++) {
                comm.recv(none, 0, MPI.BYTE, source, END_TAG);
            }
            for (int source = 1; source < ranks; source++) {
                for (int k = 0, tag = TAG; k < window; k++, tag = next(tag)) {
                    comm.recv(data, data.length, MPI.BYTE, isOfAny ? MPI.ANY_SOURCE : source, tag);
                }
            }
            nanos += threads.getCurrentThreadCpuTime() - start;
            for (int source = 1; source < ranks; source++) {
                comm.send(none, 0, MPI.BYTE, source, END_TAG);
            }
        }
        return (double) nanos / ((long) WINDOWS * window * (ranks - 1));
    }
}
