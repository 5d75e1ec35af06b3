package org.bipj.mpi.coll.reducescatter;

import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.reduce.Reduce;
import org.bipj.mpi.coll.reduce.ReduceAlgorithm;

/** The reduce-scatter, and the choice of its algorithm. */
public final class ReduceScatter {
    private ReduceScatter() {}

    /** {@code starts[i]} to {@code starts[i + 1]} is rank i's block of {@code in}; {@code out} is apart from it. */
    public static void run(ReductionContext r, Object in, int inStart, int[] starts, Object out, int outStart) {
        CollectiveTuning tuning = r.state.tuning();
        long allBytes = (long) starts[r.size] << r.shift();
        switch (choose(tuning, allBytes)) {
            case PAIRWISE -> ReduceScatterPairwise.run(r, in, inStart, starts, out, outStart);
            case VIA_ROOT -> {
                boolean linear = Reduce.choose(tuning, allBytes) == ReduceAlgorithm.LINEAR;
                ReduceScatterViaRoot.run(r, in, inStart, starts, out, outStart, linear);
            }
            default -> throw new IllegalStateException("no algorithm");
        }
    }

    private static ReduceScatterAlgorithm choose(CollectiveTuning t, long allBytes) {
        ReduceScatterAlgorithm forced = t.forced(ReduceScatterAlgorithm.class);
        if (forced != null && t.size() > 1) {
            return forced;
        }
        return allBytes <= CollectiveTuning.SHORT_BYTES && t.size() > 2
                ? ReduceScatterAlgorithm.VIA_ROOT
                : ReduceScatterAlgorithm.PAIRWISE;
    }
}
