package org.bipj.launch;

import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;

/** An MPI program that does what its argument says. */
public final class SimActor {
    private static final int ROUND_TRIPS = 20;

    private SimActor() {}

    /** Initialises where nothing may wait. */
    private static final class Initialiser {
        static final int SUM;

        static {
            int[] one = {1};
            MPI.COMM_WORLD.allReduce(one, 1, MPI.INT, MPI.SUM);
            SUM = one[0];
        }

        private Initialiser() {}
    }

    /** Performs one step between Init and Finalize. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm comm = MPI.COMM_WORLD;
        switch (args[0]) {
            case "deadlock" -> deadlock(comm);
            case "initialiser" -> System.out.println(Initialiser.SUM);
            case "traffic" -> traffic(comm);
            case "latency" -> latency(comm);
            case "exit" -> exit(comm);
            case "endless" -> endless(comm);
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    private static void deadlock(Intracomm comm) {
        comm.recv(new int[1], 1, MPI.INT, 1 - comm.getRank(), 0);
    }

    private static void traffic(Intracomm comm) {
        for (int size = 1; size < 100_000; size *= 10) {
            comm.allToAll(
                    new byte[size * comm.getSize()], size, MPI.BYTE, new byte[size * comm.getSize()], size, MPI.BYTE);
            System.out.printf(Locale.ROOT, "%d bytes: %.9f%n", size, MPI.wtime());
        }
    }

    private static void exit(Intracomm comm) {
        latency(comm);
        if (comm.getRank() == 1) {
            System.exit(3);
        }
        comm.barrier();
    }

    private static void endless(Intracomm comm) {
        latency(comm);
        while (comm.getRank() == 1) {
            Thread.onSpinWait();
        }
        comm.barrier();
    }

    private static void latency(Intracomm comm) {
        byte[] data = new byte[8];
        double start = MPI.wtime();
        for (int i = 0; i < ROUND_TRIPS; i++) {
            if (comm.getRank() == 0) {
                comm.send(data, data.length, MPI.BYTE, 1, 0);
                comm.recv(data, data.length, MPI.BYTE, 1, 0);
            } else {
                comm.recv(data, data.length, MPI.BYTE, 0, 0);
                comm.send(data, data.length, MPI.BYTE, 0, 0);
            }
        }
        if (comm.getRank() == 0) {
            System.out.printf(Locale.ROOT, "%.3f%n", (MPI.wtime() - start) * 1e6 / 2 / ROUND_TRIPS);
        }
    }
}
