package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.reduce.ReduceLinear;
import org.jspecify.annotations.Nullable;

/** Allreduce by {@link ReduceLinear} to rank 0 and a message back: every other rank waits once. */
final class AllreduceViaRoot {
    private AllreduceViaRoot() {}

    static void run(ReductionContext r, @Nullable Object in, int inStart, Object out, int outStart, int elements) {
        if (r.rank != 0) {
            r.send(ReductionContext.own(in, out), in == null ? outStart : inStart, elements, 0);
            r.receive(out, outStart, elements, 0);
            return;
        }
        ReduceLinear.combineAll(r, in, inStart, out, outStart, elements);
        Object[] handles = r.state.handles(r.size);
        for (int rank = 1; rank < r.size; rank++) {
            handles[rank - 1] = r.startSend(out, outStart, elements, rank);
        }
        r.state.awaitAll(r.size - 1);
    }
}
