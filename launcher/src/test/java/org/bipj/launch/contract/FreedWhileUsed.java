package org.bipj.launch.contract;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

/** Ranks 0 and 1 free communicators whose messages are received nevertheless, and some while others' messages lie there. */
public final class FreedWhileUsed {
    private static final int TAG = 7;

    private FreedWhileUsed() {}

    /** A correct program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        if (world.getRank() == 0) {
            send(world, world.dup(), world.dup());
        } else {
            receive(world, world.dup(), world.dup());
        }
        MPI.Finalize();
    }

    private static void send(Intracomm world, Intracomm early, Intracomm late) {
        early.send(new int[] {1}, 1, MPI.INT, 1, TAG);
        world.send(new int[] {2}, 1, MPI.INT, 1, TAG);
        world.send(new int[] {3}, 1, MPI.INT, 1, TAG + 1);
        world.recv(new int[1], 1, MPI.INT, 1, TAG);
        late.send(new int[] {4}, 1, MPI.INT, 1, TAG);
        early.free();
        late.free();
    }

    private static void receive(Intracomm world, Intracomm early, Intracomm late) {
        int[] data = new int[4];
        Prequest later = early.recvInit(MPI.slice(data, 0), 1, MPI.INT, 0, TAG);
        Request posted = late.iRecv(MPI.slice(data, 3), 1, MPI.INT, 0, TAG);
        world.recv(MPI.slice(data, 2), 1, MPI.INT, 0, TAG + 1);
        // The messages to early and world are there, that to late is not.
        early.free();
        late.free();
        world.send(new int[1], 1, MPI.INT, 0, TAG);
        posted.waitFor();
        later.start();
        later.waitFor();
        later.free();
        world.recv(MPI.slice(data, 1), 1, MPI.INT, 0, TAG);
        for (int i = 0; i < data.length; i++) {
            if (data[i] != i + 1) {
                throw new AssertionError("message " + i + " has brought " + data[i]);
            }
        }
    }
}
