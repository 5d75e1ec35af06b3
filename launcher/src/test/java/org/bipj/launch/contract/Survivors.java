package org.bipj.launch.contract;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * A program whose ranks 1 and 2 go on without rank 0: {@code Survivors DIRECTORY}. All exchange long messages, from arrays and
 * from buffers outside the heap. Each survivor writes a file, because a stopped supervisor passes no output on.
 */
public final class Survivors {
    private static final int BYTES = 64 << 20;
    private static final int RANKS = 3;

    private final Intracomm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final byte[] array = new byte[BYTES];
    private final ByteBuffer outside = ByteBuffer.allocateDirect(BYTES);
    private final byte[] arrayOut = new byte[BYTES];
    private final ByteBuffer outsideOut = ByteBuffer.allocateDirect(BYTES);

    private Survivors() {}

    /** Runs a rank. */
    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        new Survivors().run(Path.of(args[0]));
    }

    private void run(Path directory) throws IOException {
        System.out.println("begins");
        System.out.flush();
        while (rank == 0) {
            Request.waitAll(exchange(1));
            Request.waitAll(exchange(2));
        }
        int other = RANKS - rank;
        String lost = null;
        int[] losses = new int[1];
        // Both go on until both have lost rank 0.
        while (losses[0] < 2) {
            lost = lost == null ? loss() : lost;
            comm.sendRecv(arrayOut, BYTES, MPI.BYTE, other, 1, array, BYTES, MPI.BYTE, other, 1);
            losses[0] = lost == null ? 0 : 1;
            comm.sendRecvReplace(losses, 1, MPI.INT, other, 1, other, 1);
            losses[0] += lost == null ? 0 : 1;
        }
        Path whole = directory.resolve("survivor" + rank);
        Path part = directory.resolve("part" + rank);
        Files.writeString(part, lost);
        Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
        comm.recv(losses, 1, MPI.INT, other, 2);
    }

    private Request[] exchange(int peer) {
        return new Request[] {
            comm.iRecv(array, BYTES, MPI.BYTE, peer, 0),
            comm.iRecv(outside, BYTES, MPI.BYTE, peer, 0),
            comm.iSend(arrayOut, BYTES, MPI.BYTE, peer, 0),
            comm.iSend(outsideOut, BYTES, MPI.BYTE, peer, 0)
        };
    }

    /** What an exchange with rank 0 has failed with; null if it has not. */
    private String loss() {
        String loss = null;
        try {
            for (Request request : exchange(0)) {
                try {
                    request.waitFor();
                } catch (MPIException e) {
                    loss = e.getErrorClass() + ": " + e.getMessage();
                }
            }
        } catch (MPIException e) {
            loss = e.getErrorClass() + ": " + e.getMessage();
        }
        return loss;
    }
}
