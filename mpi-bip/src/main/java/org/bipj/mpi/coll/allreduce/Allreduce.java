package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.bipj.mpi.coll.port.Turns;

/** The allreduce, and the choice of its algorithm. */
public final class Allreduce {
    private Allreduce() {}

    /** Combines vectors, parts of those of {@code bytes}, among at least two ranks. */
    @SuppressWarnings("NullAway") // The choice names only what is there.
    public static void run(ReductionContext r, Vectors v, long bytes) {
        r.state.synchronise(bytes < CollectiveTuning.LONG_BYTES);
        switch (choose(r, bytes)) {
            case PAIR -> AllreducePair.run(r, v);
            case SHARED -> {
                Turns turns = r.turns(bytes);
                if (turns == null) {
                    // The memory was that of the run that is replayed.
                    AllreduceViaRoot.run(r, v, true);
                } else {
                    AllreduceShared.run(r, v, turns);
                }
            }
            case TWO_LEVEL -> AllreduceTwoLevel.run(r, v, bytes);
            case MULTICAST -> AllreduceMulticast.run(r, v, bytes);
            case VIA_ROOT -> AllreduceViaRoot.run(r, v, false);
            case RECURSIVE_DOUBLING -> AllreduceRecursiveDoubling.run(r, v);
            case RABENSEIFNER -> AllreduceRabenseifner.run(r, v);
            case RING -> AllreduceRing.run(r, v);
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    private static AllreduceAlgorithm choose(ReductionContext r, long bytes) {
        CollectiveTuning t = r.tuning();
        boolean commutative = r.commutative();
        AllreduceAlgorithm forced = t.forced(AllreduceAlgorithm.class);
        if (forced != null && serves(forced, r, bytes)) {
            return forced;
        }
        if (r.levels() != null) {
            return AllreduceAlgorithm.TWO_LEVEL;
        }
        // Two ranks with a core each are as quick with a message each way.
        if ((t.shares(bytes)
                        || t.sharesData()
                                && bytes <= CollectiveTuning.TABLE_BYTES
                                && (t.oversubscribed() || t.size() > 2))
                && r.canShare(bytes)) {
            return AllreduceAlgorithm.SHARED;
        }
        if (bytes < CollectiveTuning.LONG_BYTES && r.multicasts()) {
            return AllreduceAlgorithm.MULTICAST;
        }
        if (t.linear(bytes)) {
            return AllreduceAlgorithm.VIA_ROOT;
        }
        if (bytes <= CollectiveTuning.SHORT_BYTES) {
            return t.size() == 2 ? AllreduceAlgorithm.PAIR : AllreduceAlgorithm.RECURSIVE_DOUBLING;
        }
        // Between powers of two, Rabenseifner's ranks that are left over send everything once more.
        return t.powerOfTwo() || !commutative || bytes < CollectiveTuning.LONG_BYTES
                ? AllreduceAlgorithm.RABENSEIFNER
                : AllreduceAlgorithm.RING;
    }

    private static boolean serves(AllreduceAlgorithm algorithm, ReductionContext r, long bytes) {
        return switch (algorithm) {
            case PAIR -> r.size == 2;
            case SHARED -> r.tuning().sharesData() && r.canShare(bytes);
            case TWO_LEVEL -> r.levels() != null;
            case MULTICAST -> r.multicasts();
            case RING -> r.commutative();
            case VIA_ROOT, RECURSIVE_DOUBLING, RABENSEIFNER -> true;
        };
    }
}
