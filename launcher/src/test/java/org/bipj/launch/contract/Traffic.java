package org.bipj.launch.contract;

import java.util.Arrays;
import java.util.Random;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** A program for tests: random traffic among all ranks, {@code Traffic SEED ROUNDS}, checked; it says when it has begun. */
public final class Traffic {
    private static final int[] SIZES = {0, 8, 500, 12_288, 12_289, 70_000, 400_000};

    private Traffic() {}

    /** Runs the rounds; a round is a message to and from every rank, and a collective operation. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm comm = MPI.COMM_WORLD;
        long seed = Long.parseLong(args[0]);
        int rounds = Integer.parseInt(args[1]);
        Random plan = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            exchange(comm, SIZES[plan.nextInt(SIZES.length)], round, plan.nextInt(3));
            if (round == 3 && comm.getRank() == 0) {
                System.out.println("under way");
                System.out.flush();
            }
        }
        if (comm.getRank() == 0) {
            System.out.println("done");
        }
        MPI.Finalize();
    }

    private static void exchange(Intracomm comm, int size, int round, int collective) {
        int n = comm.getSize();
        int me = comm.getRank();
        Request[] requests = new Request[2 * n];
        byte[][] rooms = new byte[n][size];
        for (int r = 0; r < n; r++) {
            byte[] data = new byte[size];
            Arrays.fill(data, (byte) (me + round));
            requests[r] = comm.iRecv(rooms[r], size, MPI.BYTE, r, round % 7);
            requests[n + r] = comm.iSend(data, size, MPI.BYTE, r, round % 7);
        }
        switch (collective) {
            case 0 -> comm.barrier();
            case 1 -> comm.bcast(new byte[size], size, MPI.BYTE, round % n);
            default -> comm.allReduce(new double[size / 8], size / 8, MPI.DOUBLE, MPI.SUM);
        }
        Request.waitAll(requests);
        for (int r = 0; r < n && size > 0; r++) {
            if (rooms[r][0] != (byte) (r + round) || rooms[r][size - 1] != (byte) (r + round)) {
                throw new AssertionError("round " + round + ": wrong data from rank " + r);
            }
        }
    }
}
