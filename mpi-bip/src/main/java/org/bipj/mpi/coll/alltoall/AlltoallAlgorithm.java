package org.bipj.mpi.coll.alltoall;

/** Algorithms of the alltoall. */
public enum AlltoallAlgorithm {
    /** {@link AlltoallShared}. */
    SHARED,
    /** {@link AlltoallLinear}. */
    LINEAR,
    /** {@link AlltoallPairwise}. */
    PAIRWISE,
    /** {@link AlltoallBruck}, for equal blocks. */
    BRUCK
}
