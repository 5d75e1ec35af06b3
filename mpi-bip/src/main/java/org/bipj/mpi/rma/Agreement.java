package org.bipj.mpi.rma;

/** What the ranks of a window do together, by the collective operations of its communicator. */
public interface Agreement {
    /** Returns when all ranks have called it. */
    void barrier();

    /** What all ranks have given, in the order of ranks. */
    long[] gather(long[] mine);

    /** Keeps, at each place, 1 where all ranks have 1, else 0. */
    void all(int[] flags);
}
