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

    /** Runs as one rank of a job: rank 0 exchanges messages with each other one, and all call together. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        System.out.println("Rank " + rank + " of " + world.getSize());
        for (int peer = 1; peer < world.getSize(); peer++) {
            if (rank == 0 || rank == peer) {
                exchange(rank, peer, new double[1]);
                exchange(rank, peer, new double[LONG_MESSAGE]);
                exchangeStarted(peer - rank);
            }
        }
        callTogether(world);
        Intracomm near = world.splitType(Comm.TYPE_SHARED, rank, null);
        callTogether(near);
        near.barrier();
        near.free();
        world.barrier();
        MPI.Finalize();
    }

    private static void exchange(int rank, int other, double[] message) throws MPIException {
        if (rank == 0) {
            MPI.COMM_WORLD.send(message, message.length, MPI.DOUBLE, other, 0);
            MPI.COMM_WORLD.recv(message, message.length, MPI.DOUBLE, other, 0);
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

    private static void callTogether(Intracomm all) throws MPIException {
        int rank = all.getRank();
        int size = all.getSize();
        Intracomm part = all.split(0, rank);
        double[] each = new double[size];
        double[] sum = new double[1];
        part.bcast(each, size, MPI.DOUBLE, 0);
        part.reduce(new double[1], sum, 1, MPI.DOUBLE, MPI.SUM, 0);
        part.allReduce(new int[] {rank}, new int[1], 1, MPI.INT, MPI.MAX);
        part.gather(sum, 1, MPI.DOUBLE, each, 1, MPI.DOUBLE, 0);
        part.scatter(each, 1, MPI.DOUBLE, sum, 1, MPI.DOUBLE, 0);
        part.allGather(sum, 1, MPI.DOUBLE, each, 1, MPI.DOUBLE);
        part.allToAll(each, 1, MPI.DOUBLE, new double[size], 1, MPI.DOUBLE);
        part.free();
    }
}
