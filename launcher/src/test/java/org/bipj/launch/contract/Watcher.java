package org.bipj.launch.contract;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MpiCall;
import mpi.MpiListener;
import mpi.MpiProcess;
import mpi.Prequest;
import mpi.Request;

/** A listener that prints how often each method was called, and makes calls of its own; with arguments, a program for it. */
public final class Watcher implements MpiListener {
    private final Map<String, Integer> calls = new TreeMap<>();
    private MpiProcess process;
    private int open;

    /** A listener of one rank. */
    public Watcher() {}

    /** Each rank makes the same calls, and one that fails. Argument: {@code fail} lets the listener fail. */
    public static void main(String[] args) {
        MPI.Init(args);
        var world = MPI.COMM_WORLD;
        int peer = world.getRank() ^ 1;
        Request receive = world.iRecv(new int[1], 1, MPI.INT, peer, 0);
        world.send(new int[1], 1, MPI.INT, peer, args.length > 0 ? 99 : 0);
        receive.waitFor();
        world.iBarrier().waitFor();
        world.allReduce(new int[] {1}, 1, MPI.INT, MPI.SUM);
        world.dup().free();
        arrays(world, peer);
        MPI.Finalize();
    }

    /** Each call that ends requests of an array, with nulls before a request of the rank, and with nulls alone. */
    private static void arrays(Intracomm world, int peer) {
        List<Consumer<Request[]>> ends = List.of(
                Request::waitAll,
                Request::waitAllStatus,
                Request::waitAny,
                Request::waitAnyStatus,
                Request::waitSome,
                Request::waitSomeStatus,
                Request::testAll,
                Request::testAllStatus,
                Request::testAny,
                Request::testAnyStatus,
                Request::testSome,
                Request::testSomeStatus,
                Request::Waitall,
                Request::Waitany,
                Request::Waitsome,
                Request::Testall,
                Request::Testany,
                Request::Testsome);
        Prequest idle = world.sendInit(new int[1], 1, MPI.INT, peer, 0);
        for (Consumer<Request[]> end : ends) {
            end.accept(new Request[] {null, MPI.REQUEST_NULL, idle});
            end.accept(new Request[] {MPI.REQUEST_NULL, null});
        }
        idle.free();
        MPI.REQUEST_NULL.waitFor();
    }

    @Override
    public void initialized(MpiProcess rank) {
        process = rank;
    }

    @Override
    public void before(MpiCall call) {
        if (call.sendTag() == 99) {
            throw new IllegalStateException("no such tag");
        }
        if (call.comm() != null) {
            call.comm().iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG);
        }
        open++;
    }

    @Override
    public void after(MpiCall call) {
        open--;
        calls.merge(call.name(), 1, Integer::sum);
    }

    @Override
    public void finalizing(MpiCall call) {
        System.out.println("rank " + process.rank() + ": " + calls + ", " + open + " open, " + call.name());
    }
}
