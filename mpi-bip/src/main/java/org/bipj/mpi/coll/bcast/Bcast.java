package org.bipj.mpi.coll.bcast;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.CollectiveTuning;

/** The broadcast, and the choice of its algorithm. */
public final class Bcast {
    private Bcast() {}

    /** Copies the root's elements, at least one byte, to all ranks, of which there are at least two. */
    @SuppressWarnings("NullAway") // The choice names only what is there.
    public static void run(CollState s, Data data, int root) {
        switch (choose(s, data.bytes())) {
            case SHARED -> BcastShared.run(s, s.shared(data.bytes()), data, root);
            case TWO_LEVEL -> BcastTwoLevel.run(s.levels(), data, root);
            case MULTICAST -> s.multicasts().bcast(data, root);
            case LINEAR -> BcastLinear.run(s, data, root);
            case BINOMIAL -> BcastBinomial.run(s, data, root);
            case CHAIN -> BcastChain.run(s, data, root);
            case SCATTER_ALLGATHER -> BcastScatterAllgather.run(s, data, root);
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    private static BcastAlgorithm choose(CollState s, long bytes) {
        CollectiveTuning t = s.tuning();
        BcastAlgorithm forced = t.forced(BcastAlgorithm.class);
        boolean wanted = forced == null ? isForShared(t, bytes) : forced == BcastAlgorithm.SHARED;
        if (wanted && t.sharesData() && s.shared(bytes) != null) {
            return BcastAlgorithm.SHARED;
        }
        if (forced != null && serves(forced, s)) {
            return forced;
        }
        if (s.levels() != null) {
            return BcastAlgorithm.TWO_LEVEL;
        }
        if (s.multicasts() != null) {
            return BcastAlgorithm.MULTICAST;
        }
        if (t.linear(bytes)) {
            return BcastAlgorithm.LINEAR;
        }
        // With more ranks than cores the copies are the work, and all algorithms copy the same bytes.
        if (t.size() == 2
                || bytes < CollectiveTuning.LONG_BYTES
                || bytes > CollectiveTuning.PACKED_BYTES_MAX
                || t.oversubscribed()) {
            return BcastAlgorithm.BINOMIAL;
        }
        return t.size() <= CollectiveTuning.CHAIN_RANKS ? BcastAlgorithm.CHAIN : BcastAlgorithm.SCATTER_ALLGATHER;
    }

    /** True for an algorithm that needs no shared memory, and what else it needs is there. */
    private static boolean serves(BcastAlgorithm algorithm, CollState s) {
        return switch (algorithm) {
            case SHARED -> false;
            case TWO_LEVEL -> s.levels() != null;
            case MULTICAST -> s.multicasts() != null;
            case LINEAR, BINOMIAL, CHAIN, SCATTER_ALLGATHER -> true;
        };
    }

    private static boolean isForShared(CollectiveTuning t, long bytes) {
        return t.size() == 2
                ? bytes >= CollectiveTuning.PAIR_BCAST_BYTES && !t.oversubscribed()
                : t.oversubscribed() && bytes >= CollectiveTuning.RUN_AHEAD_BYTES;
    }
}
