package org.bipj.launch.contract;

import mpi.MPI;
import mpi.Status;

/** A program for tests: one message of a gibibyte, from rank 0 to rank 1. */
public final class Huge {
    private static final int BYTES = 1 << 30;

    private Huge() {}

    /** Sends and checks it. */
    public static void main(String[] args) {
        MPI.Init(args);
        byte[] data = new byte[BYTES];
        if (MPI.COMM_WORLD.getRank() == 0) {
            for (int i = 0; i < BYTES; i += 4093) {
                data[i] = (byte) (i >>> 12);
            }
            data[BYTES - 1] = 99;
            MPI.COMM_WORLD.send(data, BYTES, MPI.BYTE, 1, 0);
        } else {
            Status status = MPI.COMM_WORLD.recv(data, BYTES, MPI.BYTE, 0, 0);
            boolean same = status.getCount(MPI.BYTE) == BYTES && data[BYTES - 1] == 99;
            for (int i = 0; i < BYTES - 1; i += 4093) {
                same &= data[i] == (byte) (i >>> 12) && data[i + 1] == 0;
            }
            System.out.println(same ? "all there" : "not the same");
        }
        MPI.Finalize();
    }
}
