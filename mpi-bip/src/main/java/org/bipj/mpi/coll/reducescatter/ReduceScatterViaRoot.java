package org.bipj.mpi.coll.reducescatter;

import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.bipj.mpi.coll.reduce.ReduceBinomial;
import org.bipj.mpi.coll.reduce.ReduceLinear;

/** Reduce-scatter of short blocks: reduce to rank 0, which sends every rank its block. */
final class ReduceScatterViaRoot {
    private ReduceScatterViaRoot() {}

    /** {@code starts[i]} to {@code starts[i + 1]} is rank i's block of {@code in}. */
    @SuppressWarnings("NullAway") // The root alone uses its result.
    static void run(
            ReductionContext r, Object in, int inStart, int[] starts, Object out, int outStart, boolean linear) {
        int all = starts[r.size];
        Object result = r.rank == 0 ? r.take(all) : null;
        Vectors v = r.vectors.set(in, inStart, result, 0, all);
        if (linear) {
            ReduceLinear.run(r, v, 0);
        } else {
            ReduceBinomial.run(r, v, 0);
        }
        int mine = starts[r.rank + 1] - starts[r.rank];
        if (r.rank != 0) {
            r.receive(out, outStart, mine, 0);
            return;
        }
        Object[] handles = r.state.handles(r.size);
        for (int rank = 1; rank < r.size; rank++) {
            handles[rank - 1] = r.startSend(result, starts[rank], starts[rank + 1] - starts[rank], rank);
        }
        r.copy(result, 0, out, outStart, mine);
        r.state.awaitAll(r.size - 1);
        r.give(result, all);
    }
}
