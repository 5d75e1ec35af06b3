package org.bipj.mpi.coll.reducescatter;

/** Algorithms of the reduce-scatter. */
public enum ReduceScatterAlgorithm {
    /** {@link ReduceScatterPairwise}. */
    PAIRWISE,
    /** {@link ReduceScatterViaRoot}. */
    VIA_ROOT
}
