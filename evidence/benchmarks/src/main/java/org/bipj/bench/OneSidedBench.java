package org.bipj.bench;

import java.util.Set;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * One-sided operations of 8 bytes, each with its flush, in an epoch of lockAll: rank 0 accesses rank 1, which waits in a
 * barrier meanwhile. On a window in memory that both reach, and on one that messages serve.
 *
 * <pre>
 *   rank 0: put, flush; put, flush; ...  ---->  rank 1: barrier
 * </pre>
 */
public final class OneSidedBench {
    private static final String USAGE = """
            usage: bipj bench rma [MPIRUN OPTIONS] [--csv]
              --csv   print window,operation,time_us
              --help  print this""";

    private static final int BATCHES = 41;
    private static final int WARM_UPS = 400;

    private final boolean csv;
    private final long[] operand = {1};
    private final long[] expected = {0};
    private final long[] result = {0};

    /** An operation on a window that is timed. */
    @FunctionalInterface
    private interface Operation {
        void run(Win win);
    }

    private OneSidedBench(CommandLine arguments) {
        Program.requireRanks(2);
        csv = arguments.has(Program.CSV);
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) throws MPIException {
        Program.run(args, USAGE, Set.of(), Set.of(), arguments -> new OneSidedBench(arguments)::run);
    }

    private void run() {
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println(csv ? "window,operation,time_us" : "window      operation        us");
        }
        try (Win reached = Win.allocate(64, 8, MPI.INFO_NULL, MPI.COMM_WORLD)) {
            measure("allocated", reached, 2000);
        }
        try (Win served = new Win(new long[8], 8, 1, MPI.INFO_NULL, MPI.COMM_WORLD)) {
            measure("heap array", served, 500);
        }
    }

    private void measure(String name, Win win, int repetitions) {
        win.lockAll(0);
        row(name, "put", win, repetitions, w -> w.put(operand, 1, MPI.LONG, 1, 0, 1, MPI.LONG));
        row(name, "get", win, repetitions, w -> w.get(result, 1, MPI.LONG, 1, 0, 1, MPI.LONG));
        row(name, "fetchAndOp", win, repetitions, w -> w.fetchAndOp(operand, result, MPI.LONG, 1, 1, MPI.SUM));
        row(name, "compareAndSwap", win, repetitions, w -> w.compareAndSwap(operand, expected, result, MPI.LONG, 1, 2));
        win.unlockAll();
    }

    private void row(String name, String what, Win win, int repetitions, Operation operation) {
        MPI.COMM_WORLD.barrier();
        if (MPI.COMM_WORLD.getRank() == 0) {
            double[] micros = new double[BATCHES];
            for (int batch = -WARM_UPS; batch < BATCHES; batch++) {
                double begin = MPI.wtime();
                for (int i = 0; i < repetitions; i++) {
                    operation.run(win);
                    win.flush(1);
                }
                if (batch >= 0) {
                    micros[batch] = (MPI.wtime() - begin) * 1e6 / repetitions;
                }
            }
            double median = Median.of(micros);
            System.out.println(
                    csv ? name + "," + what + "," + median : String.format("%-11s %-14s %6.3f", name, what, median));
        }
        MPI.COMM_WORLD.barrier();
    }
}
