package org.bipj.mpi.coll.barrier;

/** Algorithms of the barrier. */
public enum BarrierAlgorithm {
    /** {@link BarrierShared}. */
    SHARED,
    /** {@link BarrierTree}. */
    TREE,
    /** {@link BarrierDissemination}. */
    DISSEMINATION
}
