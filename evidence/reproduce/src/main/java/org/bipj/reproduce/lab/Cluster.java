package org.bipj.reproduce.lab;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.bipj.sim.ip.IpHost;

/** A simulated cluster on which programs run, with its constants. Immutable: each change returns another cluster. */
public interface Cluster {
    /** This cluster with a constant changed, as by {@code --set KEY=VALUE}. */
    Cluster with(String key, String value);

    /** This cluster with faults, as by {@code --faults SPEC}. */
    Cluster withFaults(String spec);

    /** This cluster with boards that carry IP: programs use {@link Rank#ip}. */
    Cluster withIp();

    /** This cluster with another seed of its random choices. */
    Cluster withSeed(long seed);

    /** What the mapper finds on a cluster of its own. */
    NetworkMap map();

    /**
     * A map of the cluster, as its leader has made it.
     *
     * @param ms virtual time that it took, in milliseconds
     */
    record NetworkMap(int hosts, int switches, double ms) {}

    /** A constant, in the unit of the platform's file. */
    double constant(String key);

    /**
     * Runs a program as ranks 0 to n - 1, one per host, and returns when all have ended.
     *
     * @throws RuntimeException the first failure of a rank, or a deadlock
     */
    void run(int ranks, Program program);

    /** Runs a program as {@link #run} does, and returns the most worms that a cable between two switches carries one way. */
    long mostWormsOfACable(int ranks, Program program);

    /**
     * The program of a rank. {@link org.bipj.bip.Bip#init} and {@code MPI.Init} find the rank's job without help.
     */
    interface Program {
        /** Runs the program on one rank. */
        void run(Rank rank) throws Exception;
    }

    /**
     * Packets of one kind that a board has received.
     *
     * @param kind as the firmware calls it
     * @param packets number of packets
     * @param bytes bytes of its clients in them, without headers
     */
    record Received(String kind, long packets, long bytes) {}

    /** A rank's number, clock, computation and threads. */
    interface Rank {
        /** The number of the rank. */
        int number();

        /** The rank's virtual time, in microseconds. */
        double now();

        /** Virtual time that the rank has charged for computation so far, in microseconds. */
        double computed();

        /** What the rank's board has received so far, by kind; empty where its firmware does not count. */
        List<Received> received();

        /** The TCP/IP stack of the rank's host, on a cluster {@linkplain Cluster#withIp with IP}. */
        IpHost ip();

        /** Starts a thread of the rank on its processor, ready from now on. An exception that it throws ends the run. */
        void start(String name, Runnable thread);

        /**
         * The calling thread waits until a condition holds that other threads of the rank make true.
         *
         * @param what is waited for, for the report of a deadlock
         */
        void await(String what, BooleanSupplier condition);
    }

    /** Creates clusters of a platform. */
    interface Factory {
        /**
         * A cluster.
         *
         * @param platform name of a platform, or a file
         * @param overrides each {@code KEY=VALUE}
         */
        Cluster of(String platform, List<String> overrides, long seed);
    }
}
