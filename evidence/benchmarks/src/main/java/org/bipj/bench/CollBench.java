package org.bipj.bench;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Time of one call of the collective operations: the mean of a batch of calls on the slowest rank, the median of 9
 * batches, by the statistic of the C benchmark that it is compared with. Buffers are double arrays on the heap; sizes
 * are bytes per rank.
 */
public final class CollBench {
    private static final String USAGE = """
            usage: bipj bench coll [MPIRUN OPTIONS] [--sizes BYTES,...] [--touch] [--mix] [--ping] [--csv]
              --sizes  bytes per rank, multiples of 8; 8, 1024, 32768 and 1048576 where none is given
              --touch  writes every cache line that a rank sends before each call, as programs do
              --mix    warms up all operations with ints too, at the four sizes and those given, before it measures doubles
              --ping   adds a column ping_us: half a round trip of 8 bytes between ranks 0 and 1, right before the
                       row or after it, the longer; it tells near cores from far ones, and ranks that moved between them
              --csv    print operation,bytes,ranks,time_us
              --help   print this""";

    private static final int[] ALL_SIZES = {8, 1024, 32768, 1048576};
    private static final int[] NO_DATA = {0};
    private static final int LARGEST = 1 << 27;
    private static final int BATCHES = 9;
    private static final int WARM_UPS = 2;
    private static final int COMPILING_PASSES = 4;
    private static final int COMPILING_PASSES_MAX = 10;
    /** Batches as they are timed, in each pass: a root that runs ahead takes other ways than one that is waited for. */
    private static final int FULL_BATCHES = 5;

    /** Milliseconds of compiling in one pass, on the busiest rank, that end the warm-up. */
    private static final double COMPILED_MS = 20;

    /** Milliseconds of compiling during a row, on the busiest rank, for which the row is measured again. */
    private static final double COMPILED_ROW_MS = 2;

    private static final int ROW_TRIES = 4;

    /** Reports the time of the JIT compiler; null in a JVM that only interprets. */
    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

    /** Calls per short batch of a short operation: with all passes 16,000 or more. */
    private static final int COMPILING_CALLS = 20;

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int ranks = comm.getSize();
    private final double[] mine = new double[1];
    private final double[] all = new double[1];
    private final boolean csv;
    private final boolean touching;
    private final boolean mixing;
    private final Ping ping;
    private final int[] sizes;
    private final int[] warmUpSizes;
    private final double[] in;
    private final double[] out;
    /** Empty without {@code --mix}. */
    private final int[] intsIn;

    private final int[] intsOut;

    private CollBench(CommandLine arguments) {
        csv = arguments.has(Program.CSV);
        sizes = arguments.multiples("--sizes", Double.BYTES, LARGEST, ALL_SIZES);
        touching = arguments.has(Program.TOUCH);
        mixing = arguments.has(Program.MIX);
        ping = new Ping(comm, arguments.has(Program.PING));
        if (arguments.has(Program.PING)) {
            Program.requireRanks(2);
        }
        warmUpSizes = mixing ? withAllSizes(sizes) : sizes;
        int largest = Arrays.stream(warmUpSizes).max().orElseThrow();
        in = new double[Math.multiplyExact(ranks, largest / Double.BYTES)];
        out = new double[in.length];
        intsIn = new int[mixing ? Math.multiplyExact(ranks, largest / Integer.BYTES) : 0];
        intsOut = new int[intsIn.length];
    }

    private static int[] withAllSizes(int[] sizes) {
        return IntStream.concat(Arrays.stream(ALL_SIZES), Arrays.stream(sizes))
                .distinct()
                .toArray();
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) throws MPIException {
        Program.run(
                args,
                USAGE,
                Set.of(Program.TOUCH, Program.MIX, Program.PING),
                Set.of("--sizes"),
                arguments -> new CollBench(arguments)::run);
    }

    private void run() {
        if (!BenchVariables.isSimulated()) {
            warmUp();
        } else if (mixing) {
            // Nothing has to be compiled; the calls are made all the same.
            warmUpOnce();
        }
        Table table = rank == 0
                ? Table.open(
                        csv,
                        "Collective operations, double[], sum" + Program.conditions(touching, mixing),
                        ping.columns("operation", "bytes", "ranks", "time_us"))
                : null;
        for (Collective operation : Collective.values()) {
            for (int bytes : sizes(operation, sizes)) {
                double micros = checkedMicros(operation, bytes);
                if (table != null) {
                    table.row(ping.values(
                            operation.label(),
                            Integer.toString(bytes),
                            Integer.toString(ranks),
                            Table.decimal(micros, 3)));
                }
            }
        }
    }

    private static int[] sizes(Collective operation, int[] sizes) {
        return operation == Collective.BARRIER ? NO_DATA : sizes;
    }

    /**
     * Every operation at every size before any is timed, until a pass in which hardly anything was compiled: where as many
     * ranks as cores wait busily, one that shares its core with a compiler stands for milliseconds. Many short batches: the
     * JIT compiles a method as a whole, not only its loop, after some hundred calls.
     */
    private void warmUp() {
        double compiledMs = Double.MAX_VALUE;
        for (int pass = 0; pass < COMPILING_PASSES || compiledMs > COMPILED_MS && pass < COMPILING_PASSES_MAX; pass++) {
            long before = compilingMs();
            warmUpOnce();
            MixedTraffic.settle(comm);
            compiledMs = largest(compilingMs() - before);
        }
    }

    private void warmUpOnce() {
        for (Collective operation : Collective.values()) {
            for (int bytes : sizes(operation, warmUpSizes)) {
                int batches = bytes <= 1024 ? 200 : bytes <= 32768 ? 100 : 15;
                warmUp(operation, bytes, batches, bytes <= 1024 ? COMPILING_CALLS : 2);
                warmUp(operation, bytes, FULL_BATCHES, calls(bytes));
            }
        }
    }

    private void warmUp(Collective operation, int bytes, int batches, int calls) {
        for (int i = 0; i < Program.repetitions(batches); i++) {
            batchMicros(operation, bytes / Double.BYTES, calls);
            if (mixing) {
                operation.intCalls(comm, intsIn, intsOut, bytes / Integer.BYTES, calls);
            }
        }
    }

    private static long compilingMs() {
        return COMPILER == null ? 0 : COMPILER.getTotalCompilationTime();
    }

    private double checkedMicros(Collective operation, int bytes) {
        Collective.Layout layout = new Collective.Layout(rank, ranks, bytes / Double.BYTES);
        Arrays.fill(out, Double.NaN);
        operation.fill(layout, in);
        operation.calls(comm, in, out, layout.count(), 1, 0);
        operation.check(layout, in, out);
        double micros =
                BenchVariables.isSimulated() ? medianMicros(operation, bytes) : undisturbedMicros(operation, bytes);
        operation.check(layout, in, out);
        return micros;
    }

    /** A row takes 10 ms. If a compiler shares a core with a rank in that time, it is three to five times as slow. */
    private double undisturbedMicros(Collective operation, int bytes) {
        double micros = 0;
        double compiledMs = Double.MAX_VALUE;
        for (int i = 0; i < ROW_TRIES && compiledMs > COMPILED_ROW_MS; i++) {
            MixedTraffic.settle(comm);
            long before = compilingMs();
            micros = medianMicros(operation, bytes);
            MixedTraffic.settle(comm);
            compiledMs = largest(compilingMs() - before);
        }
        return micros;
    }

    private double medianMicros(Collective operation, int bytes) {
        double[] micros = new double[Program.repetitions(BATCHES)];
        ping.begin();
        for (int batch = -Program.repetitions(WARM_UPS); batch < micros.length; batch++) {
            comm.barrier();
            double slowestMicros = batchMicros(operation, bytes / Double.BYTES, calls(bytes));
            if (batch >= 0) {
                micros[batch] = slowestMicros;
            }
        }
        ping.end();
        return Median.of(micros);
    }

    /** How many calls a timed batch has, by the length of the data. */
    private int calls(int bytes) {
        int calls = bytes <= 1024 ? 2000 / ranks : bytes <= 32768 ? 200 / ranks + 5 : 10;
        return Program.repetitions(Math.max(1, calls));
    }

    /** One timed batch: microseconds per call on the slowest rank. */
    private double batchMicros(Collective operation, int count, int calls) {
        int touched = touching ? operation.sent(new Collective.Layout(rank, ranks, count)) : 0;
        double start = MPI.wtime();
        operation.calls(comm, in, out, count, calls, touched);
        return largest((MPI.wtime() - start) / calls * 1e6);
    }

    /** The largest of the values that all ranks pass. */
    private double largest(double value) {
        mine[0] = value;
        comm.allReduce(mine, all, 1, MPI.DOUBLE, MPI.MAX);
        return all[0];
    }
}
