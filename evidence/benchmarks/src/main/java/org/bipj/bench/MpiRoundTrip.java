package org.bipj.bench;

import mpi.Comm;
import mpi.MPI;

/** What other interfaces are set beside: a message of 8 bytes of MPI to the other one of two ranks, and its answer. */
final class MpiRoundTrip {
    private static final int BYTES = 8;
    private static final int TAG = 1;

    private MpiRoundTrip() {}

    /**
     * Makes round trips, on both ranks.
     *
     * @return seconds for each
     */
    static double seconds(Comm comm, int rank, byte[] out, byte[] in, int times) {
        double start = MPI.wtime();
        for (int i = 0; i < times; i++) {
            if (rank == 0) {
                comm.send(out, BYTES, MPI.BYTE, 1, TAG);
                comm.recv(in, BYTES, MPI.BYTE, 1, TAG);
            } else {
                comm.recv(in, BYTES, MPI.BYTE, 0, TAG);
                comm.send(out, BYTES, MPI.BYTE, 0, TAG);
            }
        }
        return (MPI.wtime() - start) / times;
    }
}
