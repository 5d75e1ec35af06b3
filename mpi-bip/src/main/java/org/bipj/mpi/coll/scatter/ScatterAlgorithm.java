package org.bipj.mpi.coll.scatter;

/** Algorithms of the scatter. */
public enum ScatterAlgorithm {
    /** {@link ScatterLinear}. */
    LINEAR,
    /** {@link ScatterBinomial}. */
    BINOMIAL
}
