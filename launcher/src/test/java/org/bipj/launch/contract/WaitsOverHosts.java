package org.bipj.launch.contract;

import mpi.Intracomm;
import mpi.MPI;

/**
 * Ranks 0 to 2 wait for seconds, each for the next one and rank 2 for rank 0, which receives from any source; rank 3 works meanwhile.
 * Argument: {@code late} if it sends then to rank 0, which ends all waits, or {@code gone} if it exits with code 3.
 */
public final class WaitsOverHosts {
    /** Ranks of a job. */
    static final int RANKS = 4;

    /** The exit code of a rank that leaves without a word. */
    static final int GONE = 3;

    private static final int TAG = 7;
    /** Longer than ranks of several hosts need to find a circle. */
    private static final long WORK_MS = 6000;

    private WaitsOverHosts() {}

    /** A correct program, unless a rank exits. */
    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        if (rank == RANKS - 1) {
            work();
            if (args[0].equals("gone")) {
                Runtime.getRuntime().halt(GONE);
            }
            world.send(new int[1], 1, MPI.INT, 0, TAG);
        } else if (rank == 0) {
            world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, TAG);
            world.send(new int[1], 1, MPI.INT, 2, TAG);
            world.recv(new int[1], 1, MPI.INT, 1, TAG);
        } else {
            world.recv(new int[1], 1, MPI.INT, rank == 2 ? 0 : 2, TAG);
            world.send(new int[1], 1, MPI.INT, rank - 1, TAG);
        }
        MPI.Finalize();
    }

    /** Is outside of the library. A rank that sleeps there is like one that computes, and leaves the processor to others. */
    private static void work() throws InterruptedException {
        Thread.sleep(WORK_MS);
    }
}
