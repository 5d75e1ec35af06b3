package org.bipj.mpi.coll.allgather;

/** Algorithms of the allgather. */
public enum AllgatherAlgorithm {
    /** {@link AllgatherShared}. */
    SHARED,
    /** {@link AllgatherTwoLevel}, for equal blocks of ranks on several hosts. */
    TWO_LEVEL,
    /** {@link AllgatherLinear}. */
    LINEAR,
    /** {@link AllgatherRing}. */
    RING,
    /** {@link AllgatherRecursiveDoubling}, for a power of two of equal blocks. */
    RECURSIVE_DOUBLING,
    /** {@link AllgatherBruck}, for equal blocks. */
    BRUCK,
    /** {@link AllgatherViaRoot}, for equal blocks. */
    VIA_ROOT
}
