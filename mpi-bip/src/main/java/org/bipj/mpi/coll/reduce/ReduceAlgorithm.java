package org.bipj.mpi.coll.reduce;

/** Algorithms of the reduce. */
public enum ReduceAlgorithm {
    /** {@link ReduceShared}. */
    SHARED,
    /** {@link ReduceLinear}. */
    LINEAR,
    /** {@link ReduceBinomial}. */
    BINOMIAL,
    /** {@link ReduceRabenseifner}. */
    RABENSEIFNER
}
