package org.bipj.launch.cache;

import mpi.MPI;
import mpi.MPIException;

/** What most programs do first. The JVM records it to make the start-up cache of ranks. */
public final class RehearsalProgram {
    private static final int LONG_MESSAGE = 1 << 16;

    private RehearsalProgram() {}

    /** Runs as one rank of a job of two. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        System.out.println("Rank " + rank + " of " + size);
        if (size == 2) {
            exchange(rank, new double[1]);
            exchange(rank, new double[LONG_MESSAGE]);
        }
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
    }

    private static void exchange(int rank, double[] message) throws MPIException {
        if (rank == 0) {
            MPI.COMM_WORLD.send(message, message.length, MPI.DOUBLE, 1, 0);
            MPI.COMM_WORLD.recv(message, message.length, MPI.DOUBLE, 1, 0);
        } else {
            MPI.COMM_WORLD.recv(message, message.length, MPI.DOUBLE, 0, 0);
            MPI.COMM_WORLD.send(message, message.length, MPI.DOUBLE, 0, 0);
        }
    }
}
