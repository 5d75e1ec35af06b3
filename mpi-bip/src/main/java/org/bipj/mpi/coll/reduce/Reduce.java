package org.bipj.mpi.coll.reduce;

import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.base.ReductionContext;
import org.jspecify.annotations.Nullable;

/** The reduce, and the choice of its algorithm. */
public final class Reduce {
    private Reduce() {}

    /**
     * Combines {@code elements} of a vector of {@code bytes} among at least two ranks; {@code out} is null on ranks other
     * than the root.
     */
    @SuppressWarnings("NullAway") // The choice names only what is there.
    public static void run(
            ReductionContext r,
            long bytes,
            @Nullable Object in,
            int inStart,
            @Nullable Object out,
            int outStart,
            int elements,
            int root) {
        switch (choose(r, bytes)) {
            case SHARED -> ReduceShared.run(r, r.state.shared(bytes), in, inStart, out, outStart, elements, root);
            case TWO_LEVEL -> ReduceTwoLevel.run(r, bytes, in, inStart, out, outStart, elements, root);
            case LINEAR -> ReduceLinear.run(r, in, inStart, out, outStart, elements, root);
            case BINOMIAL -> ReduceBinomial.run(r, in, inStart, out, outStart, elements, root);
            case RABENSEIFNER -> ReduceRabenseifner.run(r, in, inStart, out, outStart, elements, root);
            case null -> throw new IllegalStateException("no algorithm");
        }
    }

    private static ReduceAlgorithm choose(ReductionContext r, long bytes) {
        CollectiveTuning t = r.state.tuning();
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
