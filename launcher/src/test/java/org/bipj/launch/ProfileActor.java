package org.bipj.launch;

import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Makes a number of MPI calls that can be counted. */
public final class ProfileActor {
    private ProfileActor() {}

    /** Each rank sends to the next one, adds, and duplicates the communicator. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        double[] data = new double[100];
        for (int i = 0; i < 10; i++) {
            Request request = MPI.COMM_WORLD.iSend(data, 100, MPI.DOUBLE, (rank + 1) % size, 7);
            MPI.COMM_WORLD.recv(new double[100], 100, MPI.DOUBLE, MPI.ANY_SOURCE, 7);
            request.waitFor();
        }
        MPI.COMM_WORLD.allReduce(new int[] {rank}, 1, MPI.INT, MPI.SUM);
        if (rank == 0) {
            MPI.COMM_WORLD.gatherv(new byte[3 * size], counts(size), displacements(size), MPI.BYTE, 0);
        } else {
            MPI.COMM_WORLD.gatherv(new byte[3], 3, MPI.BYTE, 0);
        }
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        try {
            MPI.COMM_WORLD.send(data, 100, MPI.DOUBLE, size, 7);
            throw new AssertionError("rank " + size + " does not exist");
        } catch (MPIException e) {
            // Counts as a call without bytes.
        }
        // A barrier inside, which does not count by itself.
        MPI.COMM_WORLD.dup().disconnect();
        MPI.Finalize();
        System.out.println("rank " + rank + " done");
    }

    private static int[] counts(int size) {
        int[] counts = new int[size];
        Arrays.fill(counts, 3);
        return counts;
    }

    private static int[] displacements(int size) {
        int[] displacements = new int[size];
        Arrays.setAll(displacements, i -> 3 * i);
        return displacements;
    }
}
