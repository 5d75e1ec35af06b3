package org.bipj.launch.contract;

import java.util.Map;
import java.util.TreeMap;
import mpi.MPI;
import mpi.MpiCall;
import mpi.MpiListener;
import mpi.MpiProcess;
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
        MPI.Finalize();
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
