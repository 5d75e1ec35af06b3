package org.bipj.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;

/**
 * The same collective operation in other forms, each beside the blocking one on COMM_WORLD: the non-blocking form with its
 * wait, and the blocking one on a duplicate of COMM_WORLD. Batches in turn; the median over batches of the mean time of a
 * call on rank 0. The last column is the blocking form beside itself (A/A).
 */
public final class FormsBench {
    private static final String USAGE = """
            usage: bipj bench forms [MPIRUN OPTIONS] [--sizes BYTES,...] [--csv]
              --sizes  bytes per rank, multiples of 8; 8, 1024, 32768 and 1048576 where none is given
              --csv    print operation,bytes,ranks,blocking_us,nonblocking_us,nonblocking,dup,aa
              --help   print this""";

    private static final int[] ALL_SIZES = {8, 1024, 32768, 1048576};
    private static final int[] NO_DATA = {0};
    private static final int LARGEST = 1 << 24;
    private static final int BATCHES = 15;
    private static final int WARM_UPS = 10;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int ranks = world.getSize();
    private final boolean csv;
    private final int[] sizes;
    private final double[] in;
    private final double[] out;
    private final InTurn turns = new InTurn(world, BATCHES, WARM_UPS);

    private FormsBench(CommandLine arguments) {
        csv = arguments.has(Program.CSV);
        sizes = arguments.multiples("--sizes", Double.BYTES, LARGEST, ALL_SIZES);
        int largest = Arrays.stream(sizes).max().orElseThrow();
        in = new double[Math.multiplyExact(ranks, largest / Double.BYTES)];
        out = new double[in.length];
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) {
        Program.run(args, USAGE, Set.of(), Set.of("--sizes"), arguments -> new FormsBench(arguments)::run);
    }

    private void run() {
        Table table = world.getRank() == 0
                ? Table.open(
                        csv,
                        "Forms of collective operations, double[], sum",
                        "operation",
                        "bytes",
                        "ranks",
                        "blocking_us",
                        "nonblocking_us",
                        "nonblocking",
                        "dup",
                        "aa")
                : null;
        try (Intracomm dup = world.dup()) {
            // All once before any is timed: the JIT has seen every operation then.
            for (Table shown : new Table[] {null, table}) {
                for (Collective operation : Collective.values()) {
                    for (int bytes : operation == Collective.BARRIER ? NO_DATA : sizes) {
                        row(shown, dup, operation, bytes);
                    }
                }
            }
        }
    }

    private void row(Table table, Intracomm dup, Collective operation, int bytes) {
        double[] seconds = turns.medians(
                () -> blocking(world, operation, bytes),
                () -> started(operation, bytes),
                () -> blocking(dup, operation, bytes),
                () -> blocking(world, operation, bytes));
        if (table != null) {
            table.row(
                    operation.name().toLowerCase(Locale.ROOT),
                    Integer.toString(bytes),
                    Integer.toString(ranks),
                    Table.decimal(1e6 * seconds[0], 3),
                    Table.decimal(1e6 * seconds[1], 3),
                    Table.decimal(seconds[1] / seconds[0], 2),
                    Table.decimal(seconds[2] / seconds[0], 2),
                    Table.decimal(seconds[3] / seconds[0], 2));
        }
    }

    private int calls(int bytes) {
        return Program.repetitions(bytes <= 1024 ? 2000 / ranks : bytes <= 32768 ? 300 / ranks + 5 : 12);
    }

    private double blocking(Comm comm, Collective operation, int bytes) {
        int calls = calls(bytes);
        double start = MPI.wtime();
        operation.calls(comm, in, out, bytes / Double.BYTES, calls, 0);
        return (MPI.wtime() - start) / calls;
    }

    private double started(Collective operation, int bytes) {
        int calls = calls(bytes);
        double start = MPI.wtime();
        operation.starts(world, in, out, bytes / Double.BYTES, calls);
        return (MPI.wtime() - start) / calls;
    }
}
