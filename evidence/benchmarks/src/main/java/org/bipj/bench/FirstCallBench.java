package org.bipj.bench;

import java.util.Set;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * What the first call of each operation costs, in a process that has just started, beside the second one: microseconds on rank 0, from the end
 * of a barrier on. A single run is a sample of each, since no operation is first twice.
 */
public final class FirstCallBench {
    private static final String USAGE = """
            usage: mpirun -n 2 java -cp target/dist/bench/benchmarks.jar org.bipj.bench.FirstCallBench [--csv]
              --csv   print operation,first_us,second_us
              --help  print this""";

    private static final int TAG = 1;

    private final Intracomm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int ranks = comm.getSize();
    private final double[] out = new double[ranks];
    private final double[] in = new double[ranks];
    private final boolean csv;

    private FirstCallBench(CommandLine arguments) {
        Program.requireRanks(2);
        csv = arguments.has(Program.CSV);
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) throws MPIException {
        Program.run(args, USAGE, Set.of(), Set.of(), arguments -> new FirstCallBench(arguments)::run);
    }

    private void run() {
        if (rank == 0 && csv) {
            System.out.println("operation,first_us,second_us");
        }
        int next = (rank + 1) % ranks;
        int last = (rank + ranks - 1) % ranks;
        row("barrier", comm::barrier);
        row("send, recv", this::exchange);
        row("iSend, iRecv", () -> {
            Request received = comm.iRecv(in, 1, MPI.DOUBLE, last, TAG);
            comm.iSend(out, 1, MPI.DOUBLE, next, TAG).waitFor();
            received.waitFor();
        });
        row("sendRecv", () -> comm.sendRecv(out, 1, MPI.DOUBLE, next, TAG, in, 1, MPI.DOUBLE, last, TAG));
        row("bcast", () -> comm.bcast(out, ranks, MPI.DOUBLE, 0));
        row("reduce", () -> comm.reduce(out, in, ranks, MPI.DOUBLE, MPI.SUM, 0));
        row("allReduce", () -> comm.allReduce(out, in, ranks, MPI.DOUBLE, MPI.SUM));
        row("gather", () -> comm.gather(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE, 0));
        row("scatter", () -> comm.scatter(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE, 0));
        row("allGather", () -> comm.allGather(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE));
        row("allToAll", () -> comm.allToAll(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE));
        row("scan", () -> comm.scan(out, in, ranks, MPI.DOUBLE, MPI.SUM));
        row("reduceScatterBlock", () -> comm.reduceScatterBlock(out, in, 1, MPI.DOUBLE, MPI.SUM));
        row("iBarrier", () -> comm.iBarrier().waitFor());
        row(
                "iAllReduce",
                () -> comm.iAllReduce(out, in, ranks, MPI.DOUBLE, MPI.SUM).waitFor());
        row("dup", () -> comm.dup().free());
        row("split", () -> comm.split(rank % 2, 0).free());
    }

    /** A message from rank 0 to rank 1 and one back. */
    private void exchange() {
        if (rank == 0) {
            comm.send(out, 1, MPI.DOUBLE, 1, TAG);
            comm.recv(in, 1, MPI.DOUBLE, 1, TAG);
        } else if (rank == 1) {
            comm.recv(in, 1, MPI.DOUBLE, 0, TAG);
            comm.send(out, 1, MPI.DOUBLE, 0, TAG);
        }
    }

    private void row(String operation, Runnable call) {
        long first = microseconds(call);
        long second = microseconds(call);
        if (rank == 0) {
            System.out.printf(csv ? "%s,%d,%d%n" : "%-20s first %7d us, second %7d us%n", operation, first, second);
        }
    }

    private long microseconds(Runnable call) {
        comm.barrier();
        long begin = System.nanoTime();
        call.run();
        return (System.nanoTime() - begin) / 1000;
    }
}
