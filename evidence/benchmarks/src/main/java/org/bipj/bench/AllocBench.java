package org.bipj.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Set;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Bytes of heap that one call allocates after warm-up, for every kind of buffer, mixed in one JVM: blocking sends and
 * receives, non-blocking ones with their share of {@code waitAll}, the sum over all ranks, and the barrier. A receive
 * returns a Status, a non-blocking call a Request; nothing else should be allocated.
 *
 * <p>Ranks 0 and 1 measure what their own thread allocates, in the median and in the worst of 3 batches; all ranks
 * reduce. On a busy machine the worst tells what a wait with sleep adds.
 */
public final class AllocBench {
    private static final String USAGE = """
            usage: mpirun -n 2 java -cp target/dist/bench/benchmarks.jar org.bipj.bench.AllocBench [--csv]
              --csv   print operation,buffer,bytes,bytes_per_call,worst
              --help  print this""";

    private static final int[] SIZES = {8, 2048, 65536, 1 << 20};
    private static final int LARGEST = SIZES[SIZES.length - 1];
    private static final int BATCHES = 3;
    private static final int WARM_UP_PASSES = 2;
    private static final int WINDOW = 16;
    private static final int TAG = 4;
    private static final int REPORT_TAG = 5;

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Request[] requests = new Request[WINDOW];
    private final double[] mine = new double[BATCHES];
    private final double[] partner = new double[BATCHES];
    private final boolean csv;
    private Table table;

    private AllocBench(CommandLine arguments) {
        Program.requireRanks(2);
        csv = arguments.has(Program.CSV);
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) throws MPIException {
        Program.run(args, USAGE, Set.of(), Set.of(), arguments -> new AllocBench(arguments)::run);
    }

    /** Calls of one operation with one kind of buffer. */
    @FunctionalInterface
    private interface Calls {
        void run(Object out, Object in, BufferKind kind, int count, int times);
    }

    private void run() {
        new MixedTraffic(false).run();
        BufferKind[] kinds = BufferKind.values();
        Object[] out = new Object[kinds.length];
        Object[] in = new Object[kinds.length];
        for (int k = 0; k < kinds.length; k++) {
            out[k] = kinds[k].allocate(LARGEST);
            in[k] = kinds[k].allocate(LARGEST);
        }
        for (int pass = 0; pass < WARM_UP_PASSES; pass++) {
            measureAll(kinds, out, in);
            MixedTraffic.settle(comm);
        }
        if (rank == 0) {
            table = Table.open(
                    csv,
                    "Heap allocated by one call, all kinds of buffer in one JVM",
                    "operation",
                    "buffer",
                    "bytes",
                    "bytes_per_call",
                    "worst");
        }
        measureAll(kinds, out, in);
    }

    private void measureAll(BufferKind[] kinds, Object[] out, Object[] in) {
        for (int bytes : SIZES) {
            for (int k = 0; k < kinds.length; k++) {
                measure("send", "recv", this::blocking, out[k], in[k], kinds[k], bytes);
                measure("iSend", "iRecv", this::nonBlocking, out[k], in[k], kinds[k], bytes);
                measure("allReduce", null, this::reductions, out[k], in[k], kinds[k], bytes);
            }
        }
        measure("barrier", null, this::barriers, out[0], in[0], kinds[0], 0);
    }

    /** Measures one operation of rank 0 and, where it is named, the one that rank 1 makes at the same time. */
    private void measure(
            String ofRank0, String ofRank1, Calls calls, Object out, Object in, BufferKind kind, int bytes) {
        int times = bytes <= 2048 ? 640 : bytes <= 65536 ? 64 : WINDOW;
        for (int batch = 0; batch < BATCHES; batch++) {
            comm.barrier();
            long before = threads.getCurrentThreadAllocatedBytes();
            calls.run(out, in, kind, kind.count(bytes), times);
            mine[batch] = (double) (threads.getCurrentThreadAllocatedBytes() - before) / times;
        }
        if (rank == 1) {
            comm.send(mine, BATCHES, MPI.DOUBLE, 0, REPORT_TAG);
        } else if (rank == 0) {
            comm.recv(partner, BATCHES, MPI.DOUBLE, 1, REPORT_TAG);
            report(ofRank0, kind, bytes, mine);
            report(ofRank1, kind, bytes, partner);
        }
    }

    private void report(String operation, BufferKind kind, int bytes, double[] perCall) {
        if (table != null && operation != null) {
            String buffer = bytes == 0 ? "none" : kind.label();
            double median = Median.of(perCall);
            table.row(
                    operation,
                    buffer,
                    Integer.toString(bytes),
                    Table.decimal(median, 1),
                    Table.decimal(perCall[BATCHES - 1], 1));
        }
    }

    private void blocking(Object out, Object in, BufferKind kind, int count, int times) {
        if (rank == 0) {
            for (int i = 0; i < times; i++) {
                comm.send(out, count, kind.type(), 1, TAG);
            }
        } else if (rank == 1) {
            for (int i = 0; i < times; i++) {
                comm.recv(in, count, kind.type(), 0, TAG);
            }
        }
    }

    private void nonBlocking(Object out, Object in, BufferKind kind, int count, int times) {
        for (int w = 0; w < times / WINDOW && rank < 2; w++) {
            for (int i = 0; i < WINDOW; i++) {
                requests[i] = rank == 0
                        ? comm.iSend(out, count, kind.type(), 1, TAG)
                        : comm.iRecv(in, count, kind.type(), 0, TAG);
            }
            Request.waitAll(requests);
        }
    }

    private void reductions(Object out, Object in, BufferKind kind, int count, int times) {
        for (int i = 0; i < times; i++) {
            comm.allReduce(out, in, count, kind.type(), kind.reduction());
        }
    }

    private void barriers(Object out, Object in, BufferKind kind, int count, int times) {
        for (int i = 0; i < times; i++) {
            comm.barrier();
        }
    }
}
