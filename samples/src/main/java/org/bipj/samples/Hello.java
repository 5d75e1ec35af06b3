package org.bipj.samples;

import mpi.MPI;

/**
 * The smallest program: every rank says who it is. The lines come in any order.
 *
 * <pre>{@code ./bipj sample hello -n 4}</pre>
 */
public final class Hello {
    private Hello() {}

    /** Runs the program; it takes no arguments. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        System.out.println("Hello from rank " + rank + " of " + size + " on " + MPI.getProcessorName());
        MPI.Finalize();
    }
}
