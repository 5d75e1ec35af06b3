package org.bipj.mpi.coll.reduce;

/** Algorithms of the reduce. */
public enum ReduceAlgorithm {
    /** {@link ReduceShared}. */
    SHARED,
    /** {@link ReduceTwoLevel}, for ranks on several hosts. */
    TWO_LEVEL,
    /** {@link ReduceLinear}. */
    LINEAR,
    /** {@link ReduceBinomial}. */
    BINOMIAL,
    /** {@link ReduceRabenseifner}. */
    RABENSEIFNER
}
