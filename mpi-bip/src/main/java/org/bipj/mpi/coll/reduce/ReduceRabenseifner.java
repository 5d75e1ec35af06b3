package org.bipj.mpi.coll.reduce;

import org.bipj.mpi.coll.base.Fold;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;

/** Reduce of a long vector: {@link Halving}, then every rank sends its part of the result to the root (Rabenseifner, 2004). */
final class ReduceRabenseifner {
    private ReduceRabenseifner() {}

    /** Runs it on this rank: only the root gets a result. */
    static void run(ReductionContext r, Vectors v, int root) {
        int elements = v.elements();
        Object acc = v.hasResult() ? v.result() : r.take(elements);
        int accStart = v.hasResult() ? v.resultStart() : 0;
        int virtual = Halving.run(r, v, acc, accStart);
        int parts = Ranks.powerAtMost(r.size);
        if (r.rank == root) {
            collect(r, acc, accStart, elements, virtual, parts);
        } else if (virtual >= 0) {
            int part = Halving.first(virtual, parts, parts);
            int from = r.bound(elements, part, parts);
            r.send(acc, accStart + from, r.bound(elements, part + 1, parts) - from, root);
        }
        if (!v.hasResult()) {
            r.give(acc, elements);
        }
    }

    private static void collect(ReductionContext r, Object out, int outStart, int elements, int virtual, int parts) {
        Object[] handles = r.state.handles(parts);
        int n = 0;
        for (int other = 0; other < parts; other++) {
            if (other != virtual) {
                int part = Halving.first(other, parts, parts);
                int from = r.bound(elements, part, parts);
                int length = r.bound(elements, part + 1, parts) - from;
                handles[n++] = r.post(out, outStart + from, length, Fold.rank(other, r.size));
            }
        }
        r.state.awaitAll(n);
    }
}
