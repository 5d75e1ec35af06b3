package org.bipj.mpi.coll.barrier;

/** Algorithms of the barrier. */
public enum BarrierAlgorithm {
    /** {@link BarrierShared}. */
    SHARED,
    /** {@link BarrierTwoLevel}, for ranks on several hosts. */
    TWO_LEVEL,
    /** {@link BarrierTree}. */
    TREE,
    /** {@link BarrierDissemination}. */
    DISSEMINATION
}
