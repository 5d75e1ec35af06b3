package org.bipj.mpi.coll.allreduce;

/** Algorithms of the allreduce. */
public enum AllreduceAlgorithm {
    /** {@link AllreducePair}: two ranks. */
    PAIR,
    /** {@link AllreduceShared}. */
    SHARED,
    /** {@link AllreduceTwoLevel}: ranks on several hosts. */
    TWO_LEVEL,
    /** {@link AllreduceMulticast}: network interfaces that multicast. */
    MULTICAST,
    /** {@link AllreduceViaRoot}. */
    VIA_ROOT,
    /** {@link AllreduceRecursiveDoubling}. */
    RECURSIVE_DOUBLING,
    /** {@link AllreduceRabenseifner}. */
    RABENSEIFNER,
    /** {@link AllreduceRing}: operations that commute. */
    RING
}
