package org.bipj.launch.contract;

import mpi.Intracomm;
import mpi.MPI;

/** Ranks 0 and 1 receive from each other, and a second thread of rank 0 sends what rank 1 waits for. */
public final class LateThread {
    private static final int TAG = 7;
    private static final int TURNS = 200;

    private LateThread() {}

    /** A correct program. */
    public static void main(String[] args) throws InterruptedException {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        if (rank == 0) {
            Thread late = new Thread(() -> sendLate(world));
            late.start();
            world.recv(new int[1], 1, MPI.INT, 1, TAG);
            late.join();
        } else if (rank == 1) {
            world.recv(new int[1], 1, MPI.INT, 0, TAG);
            world.send(new int[1], 1, MPI.INT, 0, TAG);
        }
        MPI.Finalize();
    }

    /** After some messages to rank 2's mailbox of its own, which take a while. */
    private static void sendLate(Intracomm world) {
        for (int i = 0; i < TURNS; i++) {
            world.iProbe(2, TAG);
            Thread.onSpinWait();
        }
        world.send(new int[1], 1, MPI.INT, 1, TAG);
    }
}
