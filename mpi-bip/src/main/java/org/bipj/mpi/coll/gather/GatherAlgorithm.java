package org.bipj.mpi.coll.gather;

/** Algorithms of the gather. */
public enum GatherAlgorithm {
    /** {@link GatherLinear}. */
    LINEAR,
    /** {@link GatherBinomial}. */
    BINOMIAL
}
