package org.bipj.mpi.coll.barrier;

/** Algorithms of the barrier. */
public enum BarrierAlgorithm {
    /** {@link BarrierTable}. */
    TABLE,
    /** {@link BarrierTree}. */
    TREE,
    /** {@link BarrierDissemination}. */
    DISSEMINATION
}
