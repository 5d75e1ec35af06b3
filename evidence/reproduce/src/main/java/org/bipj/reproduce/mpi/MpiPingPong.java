package org.bipj.reproduce.mpi;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.reproduce.bip.BipMeasurements;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;
import org.bipj.reproduce.lab.RankClasses;
import org.bipj.reproduce.lab.RankProgram;

/**
 * The method of the netlib benchmark that the paper used: round trips of blocking sends and receives, and the median of
 * half their times. Arguments: the repetitions, 1 for a new buffer with each size (else 0), and the sizes.
 */
public final class MpiPingPong implements RankProgram {
    private static final int TAG = 1;
    /** Index of the first size among the arguments. */
    private static final int SIZES = 2;

    /** Called by reflection. */
    public MpiPingPong() {}

    /** One-way times between ranks 0 and 1. */
    static Curve measure(Cluster cluster, int repetitions, int... bytes) {
        return Curve.of(bytes, run(cluster, repetitions, 0, bytes));
    }

    /** The same with a new buffer for each length, each at another offset in its pages. */
    static Curve inNewBuffers(Cluster cluster, int repetitions, int... bytes) {
        return Curve.of(bytes, run(cluster, repetitions, 1, bytes));
    }

    private static double[] run(Cluster cluster, int repetitions, int newBuffers, int[] bytes) {
        int[] arguments = new int[SIZES + bytes.length];
        arguments[0] = repetitions;
        arguments[1] = newBuffers;
        System.arraycopy(bytes, 0, arguments, SIZES, bytes.length);
        return RankClasses.run(cluster, 2, MpiPingPong.class, arguments);
    }

    @Override
    public double[] run(Cluster.Rank rank, int[] arguments) {
        MPI.Init(new String[0]);
        int repetitions = arguments[0];
        boolean newBuffers = arguments[1] == 1;
        int[] bytes = Arrays.copyOfRange(arguments, SIZES, arguments.length);
        int largest = Arrays.stream(bytes).max().orElseThrow();
        double[] micros = new double[bytes.length];
        byte[] buffer = new byte[largest];
        for (int i = 0; i < bytes.length; i++) {
            if (newBuffers) {
                buffer = new byte[largest + i * BipMeasurements.SHIFT];
            }
            micros[i] = trips(rank, buffer, repetitions, bytes[i]);
        }
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
