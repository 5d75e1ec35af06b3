package org.bipj.reproduce.pps;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.RankClasses;
import org.bipj.reproduce.lab.RankProgram;

/** Latency and throughput of messages and broadcasts of MPI. Arguments: what is measured, bytes, number of messages. */
public final class MpiSpeed implements RankProgram {
    private static final int ROUND_TRIP = 0;
    private static final int STREAM = 1;
    private static final int BROADCAST = 2;
    private static final int BROADCASTS = 3;
    private static final int TAG = 1;

    /** Called by reflection. */
    public MpiSpeed() {}

    /** Time of a message of no bytes: half of a round trip. */
    static double message(Cluster cluster) {
        return run(cluster, 2, ROUND_TRIP, 0, 0)[0][0];
    }

    /** Throughput of messages one way, in MB/s. */
    static double rate(Cluster cluster, int bytes, int times) {
        return bytes * (times - 1.0) / run(cluster, 2, STREAM, bytes, times)[1][0];
    }

    /** Time of a broadcast of one byte from rank 0 until the last receiver has it. */
    static double broadcast(Cluster cluster, int ranks) {
        double[][] at = run(cluster, ranks, BROADCAST, 1, 0);
        double last = 0;
        for (double[] one : at) {
            last = Math.max(last, one[0]);
        }
        return last - at[0][0];
    }

    /** Throughput of broadcasts of rank 0, in MB/s, until the last receiver has them. */
    static double broadcastRate(Cluster cluster, int ranks, int bytes, int times) {
        double longest = 0;
        for (double[] took : run(cluster, ranks, BROADCASTS, bytes, times)) {
            longest = Math.max(longest, took[0]);
        }
        return bytes * (times - 1.0) / longest;
    }

    private static double[][] run(Cluster cluster, int ranks, int what, int bytes, int times) {
        return RankClasses.runAll(cluster, ranks, MpiSpeed.class, new int[] {what, bytes, times});
    }

    @Override
    public double[] run(Cluster.Rank rank, int[] arguments) {
        MPI.Init(new String[0]);
        Intracomm world = MPI.COMM_WORLD;
        byte[] buffer = new byte[arguments[1]];
        int times = arguments[2];
        // The first collective operation agrees on how to do the others.
        world.bcast(buffer, buffer.length, MPI.BYTE, 0);
        world.barrier();
        double result = switch (arguments[0]) {
            case ROUND_TRIP -> Trips.median(rank, trip -> roundTrip(world, buffer)) / 2;
            case STREAM -> stream(rank, world, buffer, times);
            case BROADCAST -> arrival(rank, world, buffer);
            default -> broadcasts(rank, world, buffer, times);
        };
        world.barrier();
        MPI.Finalize();
        return new double[] {result};
    }

    private static void roundTrip(Intracomm world, byte[] buffer) {
        if (world.getRank() == 0) {
            world.send(buffer, buffer.length, MPI.BYTE, 1, TAG);
            world.recv(buffer, buffer.length, MPI.BYTE, 1, TAG);
        } else {
            world.recv(buffer, buffer.length, MPI.BYTE, 0, TAG);
            world.send(buffer, buffer.length, MPI.BYTE, 0, TAG);
        }
    }

    private static double stream(Cluster.Rank rank, Intracomm world, byte[] buffer, int times) {
        double first = 0;
        for (int i = 0; i < times; i++) {
            if (rank.number() == 0) {
                world.send(buffer, buffer.length, MPI.BYTE, 1, TAG);
            } else {
                world.recv(buffer, buffer.length, MPI.BYTE, 0, TAG);
                first = i == 0 ? rank.now() : first;
            }
        }
        return rank.now() - first;
    }

    /** Rank 0: when it begins; the others: when they have the message. */
    private static double arrival(Cluster.Rank rank, Intracomm world, byte[] buffer) {
        double start = 0;
        if (rank.number() == 0) {
            Trips.pause();
            start = rank.now();
        }
        world.bcast(buffer, buffer.length, MPI.BYTE, 0);
        return rank.number() == 0 ? start : rank.now();
    }

    private static double broadcasts(Cluster.Rank rank, Intracomm world, byte[] buffer, int times) {
        double first = 0;
        for (int i = 0; i < times; i++) {
            world.bcast(buffer, buffer.length, MPI.BYTE, 0);
            first = i == 0 ? rank.now() : first;
        }
        return rank.number() == 0 ? 0 : rank.now() - first;
    }
}
