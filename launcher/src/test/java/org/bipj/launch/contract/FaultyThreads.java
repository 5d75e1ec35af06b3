package org.bipj.launch.contract;

import mpi.Intracomm;
import mpi.MPI;

/** Two threads of each rank, each with a communicator of its own: one exchanges messages, the other one's are not all received. */
public final class FaultyThreads {
    private static final int TAG = 7;
    private static final int TURNS = 200;

    private FaultyThreads() {}

    /** A program of two ranks. */
    public static void main(String[] args) throws InterruptedException {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        Intracomm busy = MPI.COMM_WORLD.dup();
        Intracomm careless = MPI.COMM_WORLD.dup();
        Thread second = new Thread(() -> leave(careless));
        second.start();
        exchange(busy);
        second.join();
        busy.free();
        MPI.Finalize();
    }

    private static void exchange(Intracomm comm) {
        int peer = comm.getRank() ^ 1;
        for (int i = 0; i < TURNS; i++) {
            comm.sendRecv(new int[1], 1, MPI.INT, peer, TAG, new int[1], 1, MPI.INT, peer, TAG);
        }
    }

    private static void leave(Intracomm comm) {
        if (comm.getRank() == 0) {
            comm.send(new int[3], 3, MPI.INT, 1, TAG);
            comm.send(new int[1], 1, MPI.INT, 1, TAG + 1);
        } else {
            comm.recv(new int[1], 1, MPI.INT, 0, TAG + 1);
        }
        comm.free();
    }
}
