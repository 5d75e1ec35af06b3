package org.bipj.mpi.coll.bcast;

/** Algorithms of the broadcast. */
public enum BcastAlgorithm {
    /** {@link BcastShared}. */
    SHARED,
    /** {@link BcastTwoLevel}, for ranks on several hosts. */
    TWO_LEVEL,
    /** {@link org.bipj.mpi.coll.base.MulticastTurns}, for network interfaces that multicast. */
    MULTICAST,
    /** {@link BcastLinear}. */
    LINEAR,
    /** {@link BcastBinomial}. */
    BINOMIAL,
    /** {@link BcastChain}. */
    CHAIN,
    /** {@link BcastScatterAllgather}. */
    SCATTER_ALLGATHER
}
