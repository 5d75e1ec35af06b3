package org.bipj.reproduce.mpi;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.reproduce.Cluster;
import org.bipj.reproduce.Curve;
import org.bipj.reproduce.RankClasses;
import org.bipj.reproduce.RankProgram;

/** As the netlib benchmark that the paper used: blocking sends and receives go and come back; the median of half the round trips. */
public final class MpiPingPong implements RankProgram {
    private static final int TAG = 1;

    /** Made by name. */
    public MpiPingPong() {}

    /** One-way times between ranks 0 and 1. */
    static Curve measure(Cluster cluster, int repetitions, int... bytes) {
        int[] arguments = new int[1 + bytes.length];
        arguments[0] = repetitions;
        System.arraycopy(bytes, 0, arguments, 1, bytes.length);
        return Curve.of(bytes, RankClasses.run(cluster, 2, MpiPingPong.class, arguments));
    }

    @Override
    public double[] run(Cluster.Rank rank, int[] arguments) {
        MPI.Init(new String[0]);
        int repetitions = arguments[0];
        byte[] buffer = new byte[Arrays.stream(arguments).max().orElseThrow()];
        double[] micros = Arrays.stream(arguments, 1, arguments.length)
                .mapToDouble(bytes -> trips(rank, buffer, repetitions, bytes))
                .toArray();
        MPI.Finalize();
        return micros;
    }

    private static double trips(Cluster.Rank rank, byte[] buffer, int repetitions, int bytes) {
        Intracomm world = MPI.COMM_WORLD;
        double[] halves = new double[repetitions];
        for (int k = 0; k < repetitions; k++) {
            double start = rank.now();
            if (rank.number() == 0) {
                world.send(buffer, bytes, MPI.BYTE, 1, TAG);
                world.recv(buffer, bytes, MPI.BYTE, 1, TAG);
            } else {
                world.recv(buffer, bytes, MPI.BYTE, 0, TAG);
                world.send(buffer, bytes, MPI.BYTE, 0, TAG);
            }
            halves[k] = (rank.now() - start) / 2;
        }
        return Curve.median(halves);
    }
}
