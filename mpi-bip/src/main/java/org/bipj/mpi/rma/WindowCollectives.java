package org.bipj.mpi.rma;

/** The collective operations that the ranks of a window need. */
public interface WindowCollectives {
    /** Returns when all ranks have called it. */
    void barrier();

    /** Gathers the contributions of all ranks, in the order of ranks. */
    long[] gather(long[] mine);

    /** Keeps, at each place, 1 where all ranks have 1, else 0. */
    void all(int[] flags);
}
