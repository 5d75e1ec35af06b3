package org.bipj.launch.contract;

import mpi.Intracomm;
import mpi.MPI;

/** One rank waits for a message with another tag than that of the message that lies there, when all others are in Finalize. */
public final class OtherTag {
    /** Milliseconds after which the checker looks at a wait: long after the others' last message. */
    private static final String PATIENCE_MS = "1000";

    private OtherTag() {}

    /** Does not end. */
    public static void main(String[] args) {
        System.setProperty("bipj.check.patience", PATIENCE_MS);
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        world.barrier();
        System.clearProperty("bipj.check.patience");
        if (world.getRank() == 1) {
            for (int rank = 0; rank < world.getSize(); rank++) {
                if (rank != 1) {
                    world.recv(new int[1], 1, MPI.INT, rank, 4);
                }
            }
            world.recv(new int[1], 1, MPI.INT, 0, 6);
        } else {
            if (world.getRank() == 0) {
                world.send(new int[1], 1, MPI.INT, 1, 5);
            }
            world.send(new int[1], 1, MPI.INT, 1, 4);
        }
        MPI.Finalize();
    }
}
