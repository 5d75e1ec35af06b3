package org.bipj.mpi.coll.reduce;

import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.bipj.mpi.coll.port.Turns;

/** The reduce, and the choice of its algorithm. */
public final class Reduce {
    private Reduce() {}

    /**
     * Combines vectors, parts of those of {@code bytes}, among at least two ranks; only the root gets a result.
     */
    @SuppressWarnings("NullAway") // The choice names only what is there.
    public static void run(ReductionContext r, Vectors v, long bytes, int root) {
        switch (choose(r, bytes)) {
            case SHARED -> {
                Turns turns = r.turns(bytes);
                if (turns == null) {
                    // The memory was that of the run that is replayed.
                    ReduceLinear.run(r, v, root, true);
                } else {
                    ReduceShared.run(r, v, turns, root);
                }
            }
            case TWO_LEVEL -> ReduceTwoLevel.run(r, v, bytes, root);
            case LINEAR -> ReduceLinear.run(r, v, root);
            case BINOMIAL -> ReduceBinomial.run(r, v, root);
            case RABENSEIFNER -> ReduceRabenseifner.run(r, v, root);
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    private static ReduceAlgorithm choose(ReductionContext r, long bytes) {
        CollectiveTuning t = r.tuning();
        ReduceAlgorithm forced = t.forced(ReduceAlgorithm.class);
        boolean wanted = forced == null
                ? t.shares(bytes) && bytes >= CollectiveTuning.RUN_AHEAD_BYTES
                : forced == ReduceAlgorithm.SHARED;
        if (wanted && t.sharesData() && r.canShare(bytes)) {
            return ReduceAlgorithm.SHARED;
        }
        boolean isOneLevel = forced != null && forced != ReduceAlgorithm.SHARED && forced != ReduceAlgorithm.TWO_LEVEL;
        return !isOneLevel && r.levels() != null ? ReduceAlgorithm.TWO_LEVEL : choose(t, bytes);
    }

    /** The choice among messages of all ranks for a vector of that many bytes. */
    public static ReduceAlgorithm choose(CollectiveTuning t, long bytes) {
        ReduceAlgorithm forced = t.forced(ReduceAlgorithm.class);
        if (forced != null && forced != ReduceAlgorithm.SHARED && forced != ReduceAlgorithm.TWO_LEVEL) {
            return forced;
        }
        if (t.linear(bytes)) {
            return ReduceAlgorithm.LINEAR;
        }
        return t.size() > 2 && bytes >= CollectiveTuning.LONG_BYTES
                ? ReduceAlgorithm.RABENSEIFNER
                : ReduceAlgorithm.BINOMIAL;
    }
}
