package org.bipj.mpi.coll.scan;

import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;

/** The prefix reductions, and the choice of their algorithm. */
public final class Scan {
    private Scan() {}

    /** Gives each rank the combination of the ranks up to it. */
    public static void inclusive(ReductionContext r, Vectors v) {
        switch (choose(r.state.tuning())) {
            case CHAIN -> ScanChain.inclusive(r, v);
            case RECURSIVE_DOUBLING -> ScanRecursiveDoubling.inclusive(r, v);
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    /** Gives each rank the combination of the ranks before it; rank 0 gets none. At least two ranks. */
    public static void exclusive(ReductionContext r, Vectors v) {
        switch (choose(r.state.tuning())) {
            case CHAIN -> ScanChain.exclusive(r, v);
            case RECURSIVE_DOUBLING -> ScanRecursiveDoubling.exclusive(r, v);
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    private static ScanAlgorithm choose(CollectiveTuning t) {
        ScanAlgorithm forced = t.forced(ScanAlgorithm.class);
        if (forced != null) {
            return forced;
        }
        // In a chain each rank waits once; with cores for all, log(n) rounds beat n hops.
        return t.oversubscribed() ? ScanAlgorithm.CHAIN : ScanAlgorithm.RECURSIVE_DOUBLING;
    }
}
