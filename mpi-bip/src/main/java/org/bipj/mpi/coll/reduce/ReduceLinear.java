package org.bipj.mpi.coll.reduce;

import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;

/** Reduce of a short vector in which every rank sends to the root, which combines in the order of ranks. */
public final class ReduceLinear {
    private ReduceLinear() {}

    /** Runs it on this rank: only the root gets a result. */
    public static void run(ReductionContext r, Vectors v, int root) {
        run(r, v, root, false);
    }

    /** The same, in the order of ranks or as it is quickest. */
    static void run(ReductionContext r, Vectors v, int root, boolean inOrder) {
        if (r.rank == root) {
            combineAll(r, v, inOrder);
        } else {
            r.send(v.own(), v.ownStart(), v.elements(), root);
        }
    }

    /** The part of the root: d(0) op (d(1) op (... op d(n - 1))), with own data innermost where the operation commutes, unless in order. */
    public static void combineAll(ReductionContext r, Vectors v, boolean inOrder) {
        Object out = v.result();
        int outStart = v.resultStart();
        int elements = v.elements();
        int all = Math.multiplyExact(elements, r.size);
        Object arrived = r.take(all);
        Object[] handles = r.state.handles(r.size);
        int n = 0;
        for (int rank = 0; rank < r.size; rank++) {
            if (rank != r.rank) {
                handles[n++] = r.post(arrived, rank * elements, elements, rank);
            }
        }
        int innermost = r.commutative() && !inOrder ? r.rank : r.size - 1;
        r.copyOwn(v);
        if (innermost != r.rank) {
            r.copy(out, outStart, arrived, r.rank * elements, elements);
        }
        r.state.awaitAll(n);
        if (innermost != r.rank) {
            r.copy(arrived, innermost * elements, out, outStart, elements);
        }
        for (int rank = r.size - 1; rank >= 0; rank--) {
            if (rank != innermost) {
                r.combine(arrived, rank * elements, out, outStart, elements);
            }
        }
        r.give(arrived, all);
    }
}
