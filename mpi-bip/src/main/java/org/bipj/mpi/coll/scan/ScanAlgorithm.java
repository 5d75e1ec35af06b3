package org.bipj.mpi.coll.scan;

/** Algorithms of the prefix reductions. */
public enum ScanAlgorithm {
    /** {@link ScanChain}. */
    CHAIN,
    /** {@link ScanRecursiveDoubling}. */
    RECURSIVE_DOUBLING
}
