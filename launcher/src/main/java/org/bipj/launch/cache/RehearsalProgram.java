package org.bipj.launch.cache;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** What most programs do first. The JVM records it to make the start-up cache of ranks. */
public final class RehearsalProgram {
    private static final int LONG_MESSAGE = 1 << 16;
    private static final int TAG = 7;

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
            exchangeStarted(1 - rank);
            callTogether(rank, size);
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

    private static void exchangeStarted(int peer) throws MPIException {
        Comm world = MPI.COMM_WORLD;
        int[] out = {1, 2};
        int[] in = new int[2];
        Request[] both = {
            world.iRecv(in, 2, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG), world.iSend(out, 2, MPI.INT, peer, TAG)
        };
        Request.waitAll(both);
        world.sendRecv(out, 2, MPI.INT, peer, TAG, in, 2, MPI.INT, peer, TAG);
        world.iSend(out, 2, MPI.INT, peer, TAG).waitFor();
        world.probe(peer, TAG);
        world.recv(in, 2, MPI.INT, peer, TAG);
    }

    private static void callTogether(int rank, int size) throws MPIException {
        Intracomm part = MPI.COMM_WORLD.split(0, rank);
        double[] all = new double[size];
        double[] sum = new double[1];
        part.bcast(all, size, MPI.DOUBLE, 0);
        part.reduce(new double[1], sum, 1, MPI.DOUBLE, MPI.SUM, 0);
        part.allReduce(new int[] {rank}, new int[1], 1, MPI.INT, MPI.MAX);
        part.gather(sum, 1, MPI.DOUBLE, all, 1, MPI.DOUBLE, 0);
        part.scatter(all, 1, MPI.DOUBLE, sum, 1, MPI.DOUBLE, 0);
        part.allGather(sum, 1, MPI.DOUBLE, all, 1, MPI.DOUBLE);
        part.allToAll(all, 1, MPI.DOUBLE, new double[size], 1, MPI.DOUBLE);
        part.free();
    }
}
