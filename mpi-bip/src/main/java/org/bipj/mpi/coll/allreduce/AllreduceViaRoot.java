package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.bipj.mpi.coll.reduce.ReduceLinear;

/** Allreduce by {@link ReduceLinear} to rank 0 and a message back: every other rank waits once. */
final class AllreduceViaRoot {
    private AllreduceViaRoot() {}

    /** Runs it on this rank; in the order of ranks, or as it is quickest. */
    static void run(ReductionContext r, Vectors v, boolean inOrder) {
        Object out = v.result();
        int outStart = v.resultStart();
        int elements = v.elements();
        if (r.rank != 0) {
            r.send(v.own(), v.ownStart(), elements, 0);
            r.receive(out, outStart, elements, 0);
            return;
        }
        ReduceLinear.combineAll(r, v, inOrder);
        Object[] handles = r.state.handles(r.size);
        for (int rank = 1; rank < r.size; rank++) {
            handles[rank - 1] = r.startSend(out, outStart, elements, rank);
        }
        r.state.awaitAll(r.size - 1);
    }
}
