package org.bipj.launch.contract;

import mpi.MPI;
import mpi.Message;
import mpi.Request;

/**
 * A program for tests: ranks start sends that are not received, until the heap of one is full: that of a sender, or that of
 * rank 0, the receiver, which waits for something else meanwhile.
 */
public final class FullHeap {
    /** Sends that fill no sender's heap. Those of four ranks fill a receiver's. */
    private static final int SOME = 40_000;

    private FullHeap() {}

    /** Never ends by itself. The argument says in which call rank 0 waits; without one the sender's heap becomes full. */
    public static void main(String[] args) {
        MPI.Init(args);
        byte[] data = new byte[8];
        if (args.length == 0) {
            if (MPI.COMM_WORLD.getRank() == 0) {
                while (true) {
                    MPI.COMM_WORLD.iSend(data, 8, MPI.BYTE, 1, 0);
                }
            }
        } else if (MPI.COMM_WORLD.getRank() == 0) {
            awaitOther(args[0], data);
        } else {
            for (int i = 0; i < SOME; i++) {
                MPI.COMM_WORLD.iSend(data, 8, MPI.BYTE, 0, 0).free();
            }
        }
        MPI.COMM_WORLD.recv(data, 8, MPI.BYTE, 0, 1);
    }

    private static void awaitOther(String call, byte[] data) {
        switch (call) {
            case "recv" -> MPI.COMM_WORLD.recv(data, 8, MPI.BYTE, 1, 1);
            case "iProbe" -> {
                while (MPI.COMM_WORLD.iProbe(1, 1) == null) {
                    Thread.onSpinWait();
                }
            }
            case "mProbe" -> new Message().mProbe(1, 1, MPI.COMM_WORLD);
            case "sSend" -> MPI.COMM_WORLD.sSend(data, 8, MPI.BYTE, 1, 2);
            case "waitFor" -> {
                Request request = MPI.COMM_WORLD.iRecv(data, 8, MPI.BYTE, 1, 1);
                request.waitFor();
            }
            case "dup" -> MPI.COMM_WORLD.dup();
            case "barrier" -> MPI.COMM_WORLD.barrier();
            default -> MPI.Finalize();
        }
    }
}
