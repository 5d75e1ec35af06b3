package org.bipj.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import mpi.MPI;
import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;
import org.bipj.splitc.GlobalPointer;
import org.bipj.splitc.SplitC;

/**
 * Split-C beside the calls of Active Messages that do the same, from rank 0 to rank 1 of one job: batches of the two in
 * turn, the fastest of each, as other work on the machine takes time from either. The second column of Active Messages is
 * a control: its ratio to the first says how much a ratio means.
 *
 * <pre>
 *   read    0 ──request──&gt; 1     put, store    0 ══requests══&gt; 1
 *           0 &lt;───reply─── 1     bulk          0 ══════════════ memory of 1
 * </pre>
 */
public final class SplitCBench {
    private static final String USAGE = """
            usage: bipj bench splitc [MPIRUN OPTIONS] [--csv]
              --csv   print quantity,unit,am,splitc,ratio,control
              --help  print this""";

    private static final int ASK = 1;
    private static final int ANSWER = 2;
    private static final int KEEP = 3;
    private static final int MOVED = 4;
    private static final int GOT = 5;
    private static final int STOP = 6;
    private static final int ASK_FOUR = 7;
    private static final long TAG = 6;
    /** Requests under way, as many as Split-C has. */
    private static final int WINDOW = 16;

    private static final int BATCHES = 60;
    private static final int WARM_UPS = 25;
    private static final int TIMES = 1000;
    private static final int MEDIUM = 4 << 10;
    private static final int LARGE = 1 << 20;
    private static final int BULKS = 16;
    private static final double US = 1e6;
    /** Which of three batches is Split-C's; the others are those of Active Messages. */
    private static final int SPLIT_C = 1;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final boolean csv;
    private final int[] words = {1, 2, 3, 4};
    private SplitC splitC;
    private Bundle bundle;
    private AmEndpoint endpoint;
    /** The offset in each rank's memory that accesses go to. */
    private long place;

    private long remote;
    private long stored;
    private int answers;
    private boolean stopped;

    private SplitCBench(CommandLine arguments) {
        Program.requireRanks(2);
        csv = arguments.has(Program.CSV);
    }

    /** Runs the benchmark. */
    public static void main(String[] args) {
        Program.run(args, USAGE, Set.of(), Set.of(), arguments -> new SplitCBench(arguments)::run);
    }

    /** One timed batch of rank 0, in seconds for each access. */
    @FunctionalInterface
    private interface Batch {
        double seconds();
    }

    private void run() {
        try (ActiveMessages am = ActiveMessages.init()) {
            open(am);
            try (SplitC split = SplitC.setup().memory(4L * LARGE).init()) {
                splitC = split;
                place = split.allSpread(LARGE);
                remote = GlobalPointer.of(1, GlobalPointer.offset(place));
                endpoint.setSegment(split.memory());
                measure();
            }
            bundle.close();
        }
    }

    private void measure() {
        splitC.barrier();
        Table table = rank == 0
                ? Table.open(
                        csv, "Split-C beside Active Messages", "quantity", "unit", "am", "splitc", "ratio", "control")
                : null;
        row(table, "read", this::request, this::read);
        row(table, "get", this::requests, this::get);
        row(table, "put", this::keep, this::put);
        row(table, "store", this::keep, this::store);
        row(table, "bulk write 4 KiB", () -> transfer(MEDIUM, TIMES), () -> bulkWrite(MEDIUM, TIMES));
        row(table, "bulk write 1 MiB", () -> transfer(LARGE, BULKS), () -> bulkWrite(LARGE, BULKS));
        row(table, "bulk read 4 KiB", () -> fetch(MEDIUM, TIMES), () -> bulkRead(MEDIUM, TIMES));
        row(table, "bulk read 1 MiB", () -> fetch(LARGE, BULKS), () -> bulkRead(LARGE, BULKS));
        splitC.barrier();
    }

    /** The first endpoint, which others can name by its rank, and handlers that do what Split-C's do. */
    private void open(ActiveMessages am) {
        bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
        endpoint = bundle.allocateEndpoint();
        endpoint.setTag(TAG);
        endpoint.setExpectedResources(WINDOW);
        int[] answer = new int[words.length];
        endpoint.setHandler(ASK, message -> message.reply(ANSWER, message.argument(0), message.argument(1)));
        endpoint.setHandler(ASK_FOUR, message -> {
            for (int i = 0; i < answer.length; i++) {
                answer[i] = message.argument(i);
            }
            message.reply(ANSWER, answer);
        });
        endpoint.setHandler(ANSWER, message -> {
            stored = message.argumentLong(0);
            answers++;
        });
        endpoint.setHandler(KEEP, message -> stored = message.argumentLong(0) + message.argumentLong(2));
        endpoint.setHandler(MOVED, message -> {});
        endpoint.setHandler(GOT, message -> answers++);
        endpoint.setHandler(STOP, message -> stopped = true);
        endpoint.map(0, 1 - Math.min(rank, 1), TAG);
    }

    private void row(Table table, String quantity, Batch am, Batch split) {
        double[] best = fastest(am, split);
        if (table != null) {
            table.row(
                    quantity,
                    "us",
                    Table.decimal(US * best[0], 3),
                    Table.decimal(US * best[SPLIT_C], 3),
                    ratio(best[SPLIT_C], best[0]),
                    ratio(best[2], best[0]));
        }
    }

    private static String ratio(double value, double base) {
        return String.format(Locale.ROOT, "%.2f", value / base);
    }

    /** The fastest of batches in turn, by rank 0's clock. */
    private double[] fastest(Batch am, Batch split) {
        double[][] seconds = new double[3][Program.repetitions(BATCHES)];
        for (int i = -Program.repetitions(WARM_UPS); i < seconds[0].length; i++) {
            for (int kind = 0; kind < seconds.length; kind++) {
                double taken = kind == SPLIT_C ? measured(split) : served(am);
                if (i >= 0) {
                    seconds[kind][i] = taken;
                }
            }
        }
        return Arrays.stream(seconds)
                .mapToDouble(each -> Arrays.stream(each).min().orElseThrow())
                .toArray();
    }

    /** A batch of Split-C; the other ranks wait for its end, and serve meanwhile. */
    private double measured(Batch batch) {
        splitC.barrier();
        double seconds = rank == 0 ? batch.seconds() : 0;
        splitC.barrier();
        return seconds;
    }

    /** A batch of Active Messages, which rank 1 serves until rank 0 tells it to stop. */
    private double served(Batch batch) {
        stopped = rank > 1;
        splitC.barrier();
        if (rank > 0) {
            while (!stopped) {
                bundle.pollOrIdle();
            }
            return 0;
        }
        double seconds = batch.seconds();
        endpoint.request(0, STOP);
        settle();
        return seconds;
    }

    // ---- Active Messages ---------------------------------------------------------------------------------------

    private void settle() {
        while (endpoint.outstanding() > 0) {
            bundle.pollOrIdle();
        }
    }

    private double request() {
        answers = 0;
        double start = MPI.wtime();
        for (int i = 1; i <= TIMES; i++) {
            endpoint.request(0, ASK, i, -i);
            while (answers < i) {
                bundle.pollOrIdle();
            }
        }
        return (MPI.wtime() - start) / TIMES;
    }

    private double requests() {
        answers = 0;
        double start = MPI.wtime();
        for (int i = 0; i < TIMES; i++) {
            endpoint.request(0, ASK_FOUR, words);
        }
        while (answers < TIMES) {
            bundle.pollOrIdle();
        }
        return (MPI.wtime() - start) / TIMES;
    }

    private double keep() {
        double start = MPI.wtime();
        for (int i = 0; i < TIMES; i++) {
            endpoint.request(0, KEEP, words);
        }
        settle();
        return (MPI.wtime() - start) / TIMES;
    }

    private double transfer(long bytes, int times) {
        long offset = GlobalPointer.offset(place);
        double start = MPI.wtime();
        for (int i = 0; i < times; i++) {
            while (!endpoint.requestTransferAsync(0, MOVED, offset, splitC.memory(), offset, bytes)) {
                bundle.pollOrIdle();
            }
            settle();
        }
        return (MPI.wtime() - start) / times;
    }

    private double fetch(long bytes, int times) {
        long offset = GlobalPointer.offset(place);
        answers = 0;
        double start = MPI.wtime();
        for (int i = 1; i <= times; i++) {
            endpoint.get(0, GOT, offset, offset, bytes);
            while (answers < i) {
                bundle.pollOrIdle();
            }
        }
        return (MPI.wtime() - start) / times;
    }

    // ---- Split-C -----------------------------------------------------------------------------------------------

    private double read() {
        double start = MPI.wtime();
        for (int i = 0; i < TIMES; i++) {
            stored += splitC.readLong(remote);
        }
        return (MPI.wtime() - start) / TIMES;
    }

    private double get() {
        double start = MPI.wtime();
        for (int i = 0; i < TIMES; i++) {
            splitC.getLong(place, remote);
        }
        splitC.sync();
        return (MPI.wtime() - start) / TIMES;
    }

    private double put() {
        double start = MPI.wtime();
        for (int i = 0; i < TIMES; i++) {
            splitC.putLong(remote, i);
        }
        splitC.sync();
        return (MPI.wtime() - start) / TIMES;
    }

    private double store() {
        double start = MPI.wtime();
        for (int i = 0; i < TIMES; i++) {
            splitC.storeLong(remote, i);
        }
        splitC.sync();
        return (MPI.wtime() - start) / TIMES;
    }

    private double bulkWrite(long bytes, int times) {
        double start = MPI.wtime();
        for (int i = 0; i < times; i++) {
            splitC.bulkWrite(remote, place, bytes);
        }
        return (MPI.wtime() - start) / times;
    }

    private double bulkRead(long bytes, int times) {
        double start = MPI.wtime();
        for (int i = 0; i < times; i++) {
            splitC.bulkRead(place, remote, bytes);
        }
        return (MPI.wtime() - start) / times;
    }
}
