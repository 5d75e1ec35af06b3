package org.bipj.reproduce.lci;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.core.job.Compute;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankClasses;
import org.bipj.reproduce.lab.RankProgram;

/**
 * What MPI's messages and broadcasts take, in microseconds. Arguments: what is measured, bytes of a message, and number of
 * messages.
 */
public final class MpiProgram implements RankProgram {
    /** Half of a round trip. */
    static final int LATENCY = 0;
    /** A message of a long run one way, to where it has arrived. */
    static final int STREAM = 1;
    /** A broadcast that all ranks call together, until the last one returns. */
    static final int BROADCAST = 2;
    /** A broadcast of a long run, at the last rank. */
    static final int BROADCASTS = 3;

    private static final int TAG = 1;
    /** When the ranks call together, after the first broadcasts. */
    private static final double TOGETHER_US = 100_000;

    /** Called by reflection. */
    public MpiProgram() {}

    static double micros(Cluster cluster, int ranks, int what, int bytes, int messages) {
        return RankClasses.run(cluster, ranks, MpiProgram.class, new int[] {what, bytes, messages})[0];
    }

    @Override
    public double[] run(Cluster.Rank rank, int[] arguments) {
        MPI.Init(new String[0]);
        Intracomm world = MPI.COMM_WORLD;
        // The ranks agree on a group for multicasts in the barrier after the first broadcast.
        world.bcast(new byte[1], 1, MPI.BYTE, 0);
        world.barrier();
        int bytes = arguments[1];
        int messages = arguments[2];
        double micros = switch (arguments[0]) {
            case LATENCY -> roundTrips(rank, world, bytes, messages) / (2 * messages);
            case STREAM -> stream(rank, world, bytes, messages) / (messages - 1);
            case BROADCAST -> broadcast(rank, world, bytes);
            default -> broadcasts(rank, world, bytes, messages) / (messages - 1);
        };
        double[] last = {0};
        world.allReduce(new double[] {micros}, last, 1, MPI.DOUBLE, MPI.MAX);
        MPI.Finalize();
        return last;
    }

    private static double roundTrips(Cluster.Rank rank, Intracomm world, int bytes, int times) {
        byte[] buffer = new byte[bytes];
        double start = rank.now();
        for (int i = 0; i < times; i++) {
            if (rank.number() == 0) {
                world.send(buffer, bytes, MPI.BYTE, 1, TAG);
                world.recv(buffer, bytes, MPI.BYTE, 1, TAG);
            } else {
                world.recv(buffer, bytes, MPI.BYTE, 0, TAG);
                world.send(buffer, bytes, MPI.BYTE, 0, TAG);
            }
        }
        return rank.number() == 0 ? rank.now() - start : 0;
    }

    private static double stream(Cluster.Rank rank, Intracomm world, int bytes, int messages) {
        byte[] buffer = new byte[bytes];
        double first = 0;
        for (int i = 0; i < messages; i++) {
            if (rank.number() == 0) {
                world.send(buffer, bytes, MPI.BYTE, 1, TAG);
            } else {
                world.recv(buffer, bytes, MPI.BYTE, 0, TAG);
                first = i == 0 ? rank.now() : first;
            }
        }
        return rank.number() == 0 ? 0 : rank.now() - first;
    }

    private static double broadcast(Cluster.Rank rank, Intracomm world, int bytes) {
        Compute.charge(1000 * (TOGETHER_US - rank.now()));
        world.bcast(new byte[bytes], bytes, MPI.BYTE, 0);
        return rank.now() - TOGETHER_US;
    }

    private static double broadcasts(Cluster.Rank rank, Intracomm world, int bytes, int messages) {
        byte[] buffer = new byte[bytes];
        double first = 0;
        for (int i = 0; i < messages; i++) {
            world.bcast(buffer, bytes, MPI.BYTE, 0);
            first = i == 0 ? rank.now() : first;
        }
        return rank.now() - first;
    }
}
