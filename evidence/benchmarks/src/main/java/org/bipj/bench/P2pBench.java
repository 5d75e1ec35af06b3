package org.bipj.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Latency, bandwidth and message rate between ranks 0 and 1, by the statistic of the C benchmark that it is compared
 * with: latency is half a round trip, the median of 21 batches; bandwidth and rate are those of windows of 64
 * non-blocking sends and receives, each window answered by 4 bytes, the median of 7 batches. Further ranks take part in
 * the barriers between batches only. With {@code --percentiles} each round trip is timed separately.
 *
 * <pre>
 *   latency    0 ──send──&gt; 1        bandwidth    0 ══64 iSend══&gt; 1 (64 iRecv)
 *              0 &lt;──send── 1                     0 &lt;──4 bytes─── 1
 * </pre>
 */
public final class P2pBench {
    private static final String USAGE = """
            usage: bipj bench p2p [MPIRUN OPTIONS] [--buffers heap|direct|registered] [--sizes BYTES,...] [--percentiles]
                                  [--touch] [--mix] [--ping] [--csv]
              --buffers  byte arrays (heap, the default), direct NIO buffers, or buffers of MPI.newByteBuffer
              --sizes    message sizes in bytes; 0 to 8388608 in twelve steps where none is given
              --percentiles  times each round trip: prints the distribution of latency instead of the table below
              --touch    writes every cache line of a message before each send, as programs do (latency only)
              --mix      warms up buffers of every kind, vectors and wildcards beside the heap arrays that it measures
              --ping     adds a column ping_us: half a round trip of 8 bytes, right before the row or after it, the longer;
                         it tells near cores from far ones, and ranks that moved between them
              --csv      print bytes,latency_us,bandwidth_MBs,rate_Mmsgs
                         or bytes,p50_us,p90_us,p99_us,p99.9_us,max_us,round_trips
              --help     print this""";

    private static final String BUFFERS = "--buffers";
    private static final String SIZES = "--sizes";
    private static final String HEAP = "heap";
    private static final String PERCENTILES = "--percentiles";

    static final Set<String> FLAGS = Set.of(PERCENTILES, Program.TOUCH, Program.MIX, Program.PING);
    static final Set<String> VALUED = Set.of(BUFFERS, SIZES);

    private static final int[] ALL_SIZES = {0, 8, 32, 128, 512, 2048, 8192, 32768, 131072, 524288, 2097152, 8388608};
    private static final int LATENCY_BATCHES = 21;
    private static final int LATENCY_WARM_UPS = 4;
    private static final int BANDWIDTH_BATCHES = 7;
    private static final int BANDWIDTH_WARM_UPS = 1;
    private static final int WINDOW = 64;
    private static final int ANSWER_BYTES = 4;
    private static final int LATENCY_TAG = 1;
    private static final int DATA_TAG = 2;
    private static final int ANSWER_TAG = 3;

    /** The JIT compiles a method as a whole, not only its loop, after some hundred calls. */
    private static final int COMPILING_CALLS = 400;

    /** A short message, one of several lines, one in a whole packet, one in several packets. */
    private static final int[] PROTOCOL_SIZES = {8, 2048, 8192, 65536};

    private static final int LARGEST_PROTOCOL_SIZE = 65536;

    private static final int COMPILING_PASSES = 4;

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final Request[] requests = new Request[WINDOW];
    private final boolean csv;
    private final boolean percentiles;
    private final boolean touching;
    private final boolean mixing;
    private final Ping ping;
    private final String kind;
    private final int[] sizes;
    private final CheckedBuffer out;
    private final CheckedBuffer in;
    /** Where the receives of a window go. */
    private final Object[] received = new Object[WINDOW];

    private P2pBench(CommandLine arguments) {
        Program.requireRanks(2);
        checkCombination(arguments);
        csv = arguments.has(Program.CSV);
        percentiles = arguments.has(PERCENTILES);
        touching = arguments.has(Program.TOUCH);
        mixing = arguments.has(Program.MIX);
        ping = new Ping(comm, arguments.has(Program.PING));
        kind = kind(arguments);
        sizes = arguments.numbers(SIZES, 1 << 30, ALL_SIZES);
        int largest = rank < 2
                ? Math.max(LARGEST_PROTOCOL_SIZE, Arrays.stream(sizes).max().orElseThrow())
                : 0;
        out = CheckedBuffer.allocate(rank, kind, largest);
        in = CheckedBuffer.allocate(rank, kind, largest);
        // As in the C benchmark all go to one buffer, which mpirun --check refuses with good reason.
        for (int i = 0; i < WINDOW && rank < 2; i++) {
            boolean isOwn = BenchVariables.isChecked() && i > 0;
            received[i] = isOwn ? CheckedBuffer.allocate(rank, kind, largest).buffer() : in.buffer();
        }
    }

    /**
     * Refuses options that exclude one another.
     *
     * @throws IllegalArgumentException naming two of them
     */
    static void checkCombination(CommandLine arguments) {
        arguments.notTogether(Program.TOUCH, PERCENTILES);
        arguments.notTogether(Program.PING, PERCENTILES);
        if (arguments.has(Program.MIX) && !kind(arguments).equals(HEAP)) {
            throw new IllegalArgumentException(
                    Program.MIX + ": measures heap arrays; not together with " + BUFFERS + " " + kind(arguments));
        }
    }

    private static String kind(CommandLine arguments) {
        return arguments.text(BUFFERS, HEAP).toLowerCase(Locale.ROOT);
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) throws MPIException {
        Program.run(args, USAGE, FLAGS, VALUED, arguments -> new P2pBench(arguments)::run);
    }

    private void run() {
        if (!BenchVariables.isSimulated()) {
            MixedTraffic traffic = new MixedTraffic(mixing);
            traffic.run();
            warmUp(mixing ? traffic : null);
        } else if (mixing) {
            // Nothing has to be compiled; the calls are made all the same.
            new MixedTraffic(true).pass();
        }
        if (percentiles) {
            new LatencyPercentiles(csv, buffers()).run(sizes, out.buffer(), in.buffer());
        } else {
            measure();
        }
        comm.barrier();
    }

    /** For titles. */
    private String buffers() {
        return kind + " buffers" + Program.conditions(touching, mixing);
    }

    private void measure() {
        Table table = rank == 0
                ? Table.open(
                        csv,
                        "Point to point between ranks 0 and 1, " + buffers(),
                        ping.columns("bytes", "latency_us", "bandwidth_MBs", "rate_Mmsgs"))
                : null;
        for (int bytes : sizes) {
            ping.begin();
            double latency = checkedLatency(bytes);
            double perMessage = checkedSecondsPerMessage(bytes);
            ping.end();
            if (table != null) {
                table.row(ping.values(
                        Integer.toString(bytes),
                        Table.decimal(latency, 4),
                        Table.decimal(bytes / perMessage / 1e6, 1),
                        Table.decimal(1 / perMessage / 1e6, 4)));
            }
        }
    }

    /**
     * The timed methods, at a size of each protocol and at every size that will be timed, so that no batch meets a path
     * for the first time, and the first size measured is no slower than it would be as the last.
     *
     * @param between what is exchanged in each pass, too; null for nothing
     */
    private void warmUp(MixedTraffic between) {
        for (int pass = 0; pass < COMPILING_PASSES; pass++) {
            if (between != null) {
                between.pass();
            }
            for (int bytes : PROTOCOL_SIZES) {
                warmUp(bytes);
            }
            for (int bytes : sizes) {
                warmUp(bytes);
            }
            MixedTraffic.settle(comm);
        }
    }

    private void warmUp(int bytes) {
        int calls = bytes <= 8192 ? COMPILING_CALLS : bytes <= 131072 ? COMPILING_CALLS / 10 : 4;
        for (int i = 0; i < calls; i++) {
            roundTrips(bytes, 5);
            windows(out.buffer(), bytes, 1);
        }
    }

    private double checkedLatency(int bytes) {
        prepare(bytes);
        double latency = latencyMicros(bytes);
        if (rank < 2) {
            in.check(1 - rank, bytes);
        }
        return latency;
    }

    private double checkedSecondsPerMessage(int bytes) {
        prepare(Math.max(bytes, ANSWER_BYTES));
        double seconds = secondsPerMessage(bytes);
        if (rank < 2) {
            in.check(1 - rank, rank == 0 ? ANSWER_BYTES : bytes);
        }
        return seconds;
    }

    private void prepare(int bytes) {
        if (rank < 2) {
            out.fill(rank, bytes);
            in.clear(bytes);
        }
    }

    private double latencyMicros(int bytes) {
        int roundTrips = Program.repetitions(bytes <= 8192 ? 2000 : bytes <= 131072 ? 300 : bytes <= 524288 ? 60 : 10);
        double[] micros = new double[Program.repetitions(LATENCY_BATCHES)];
        for (int batch = -Program.repetitions(LATENCY_WARM_UPS); batch < micros.length; batch++) {
            comm.barrier();
            double seconds = roundTrips(bytes, roundTrips);
            if (batch >= 0) {
                micros[batch] = seconds / roundTrips / 2 * 1e6;
            }
        }
        return Median.of(micros);
    }

    private double secondsPerMessage(int bytes) {
        int windows = Program.repetitions(bytes <= 8192 ? 60 : bytes <= 131072 ? 15 : bytes <= 524288 ? 4 : 1);
        double[] seconds = new double[Program.repetitions(BANDWIDTH_BATCHES)];
        for (int batch = -Program.repetitions(BANDWIDTH_WARM_UPS); batch < seconds.length; batch++) {
            comm.barrier();
            double batchSeconds = windows(out.buffer(), bytes, windows);
            if (batch >= 0) {
                seconds[batch] = batchSeconds / windows / WINDOW;
            }
        }
        return Median.of(seconds);
    }

    /** One timed batch of round trips, in seconds. */
    private double roundTrips(int bytes, int times) {
        Object sent = out.buffer();
        Object received = in.buffer();
        double start = MPI.wtime();
        if (rank == 0) {
            for (int i = 0; i < times; i++) {
                touch(bytes);
                comm.send(sent, bytes, MPI.BYTE, 1, LATENCY_TAG);
                comm.recv(received, bytes, MPI.BYTE, 1, LATENCY_TAG);
            }
        } else if (rank == 1) {
            for (int i = 0; i < times; i++) {
                comm.recv(received, bytes, MPI.BYTE, 0, LATENCY_TAG);
                touch(bytes);
                comm.send(sent, bytes, MPI.BYTE, 0, LATENCY_TAG);
            }
        }
        return MPI.wtime() - start;
    }

    private void touch(int bytes) {
        if (touching) {
            out.touch(bytes);
        }
    }

    /** One timed batch of windows, in seconds. */
    private double windows(Object out, int bytes, int times) {
        Request[] window = requests;
        double start = MPI.wtime();
        if (rank == 0) {
            for (int w = 0; w < times; w++) {
                for (int i = 0; i < WINDOW; i++) {
                    window[i] = comm.iSend(out, bytes, MPI.BYTE, 1, DATA_TAG);
                }
                Request.waitAll(window);
                comm.recv(received[0], ANSWER_BYTES, MPI.BYTE, 1, ANSWER_TAG);
            }
        } else if (rank == 1) {
            for (int w = 0; w < times; w++) {
                for (int i = 0; i < WINDOW; i++) {
                    window[i] = comm.iRecv(received[i], bytes, MPI.BYTE, 0, DATA_TAG);
                }
                Request.waitAll(window);
                comm.send(out, ANSWER_BYTES, MPI.BYTE, 0, ANSWER_TAG);
            }
        }
        return MPI.wtime() - start;
    }
}
