package org.bipj.launch.contract;

import mpi.MPI;

/** A program for tests: rank 0 starts sends to rank 1, which does not receive, until its heap is full. */
public final class FullHeap {
    private FullHeap() {}

    /** Never ends by itself. */
    public static void main(String[] args) {
        MPI.Init(args);
        byte[] data = new byte[8];
        if (MPI.COMM_WORLD.getRank() == 0) {
            while (true) {
                MPI.COMM_WORLD.iSend(data, 8, MPI.BYTE, 1, 0);
            }
        }
        MPI.COMM_WORLD.recv(data, 8, MPI.BYTE, 0, 1);
    }
}
