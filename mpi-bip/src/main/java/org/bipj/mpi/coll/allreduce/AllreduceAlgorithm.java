package org.bipj.mpi.coll.allreduce;

/** Algorithms of the allreduce. */
public enum AllreduceAlgorithm {
    /** {@link AllreducePair}, for two ranks. */
    PAIR,
    /** {@link AllreduceShared}. */
    SHARED,
    /** {@link AllreduceTwoLevel}, for ranks on several hosts. */
    TWO_LEVEL,
    /** {@link AllreduceMulticast}, for network interfaces that multicast. */
    MULTICAST,
    /** {@link AllreduceViaRoot}. */
    VIA_ROOT,
    /** {@link AllreduceRecursiveDoubling}. */
    RECURSIVE_DOUBLING,
    /** {@link AllreduceRabenseifner}. */
    RABENSEIFNER,
    /** {@link AllreduceRing}, for operations that commute. */
    RING
}
