package org.bipj.mpi.coll.barrier;

import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.CollectiveTuning;

/** The barrier, and the choice of its algorithm. */
public final class Barrier {
    private Barrier() {}

    /** Returns when all ranks have called it. */
    @SuppressWarnings("NullAway") // The choice names only what is there.
    public static void run(CollState s) {
        s.synchronise(false);
        switch (choose(s)) {
            case SHARED -> BarrierShared.run(s.shared(0));
            case TWO_LEVEL -> BarrierTwoLevel.run(s.levels());
            case TREE -> BarrierTree.run(s, degree(s.size));
            case DISSEMINATION -> BarrierDissemination.run(s);
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    private static BarrierAlgorithm choose(CollState s) {
        CollectiveTuning t = s.tuning();
        BarrierAlgorithm forced = t.forced(BarrierAlgorithm.class);
        if (forced != null && serves(forced, s)) {
            return forced;
        }
        if (s.levels() != null) {
            return BarrierAlgorithm.TWO_LEVEL;
        }
        if (s.shared(0) != null) {
            return BarrierAlgorithm.SHARED;
        }
        return t.oversubscribed() && t.size() > 2 ? BarrierAlgorithm.TREE : BarrierAlgorithm.DISSEMINATION;
    }

    private static boolean serves(BarrierAlgorithm algorithm, CollState s) {
        return switch (algorithm) {
            case SHARED -> s.shared(0) != null;
            case TWO_LEVEL -> s.levels() != null;
            case TREE, DISSEMINATION -> true;
        };
    }

    /** The most children that a rank has in the tree. */
    static int degree(int size) {
        return size <= CollectiveTuning.LINEAR_RANKS ? size - 1 : CollectiveTuning.TREE_DEGREE;
    }
}
