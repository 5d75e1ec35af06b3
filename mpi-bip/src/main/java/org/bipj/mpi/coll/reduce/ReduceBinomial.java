package org.bipj.mpi.coll.reduce;

import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.jspecify.annotations.Nullable;

/**
 * Reduce up a binomial tree, in pieces that are combined while the next ones arrive. The tree begins at the root where the
 * operation commutes, else at rank 0, which then passes the result on: a subtree must hold neighbouring ranks.
 */
public final class ReduceBinomial {
    private ReduceBinomial() {}

    /** Runs it on this rank: only the root gets a result. */
    public static void run(ReductionContext r, Vectors v, int root) {
        int elements = v.elements();
        int top = r.commutative() ? root : 0;
        int virtual = Ranks.relative(r.rank, top, r.size);
        boolean leaf = Ranks.subtreeRanks(virtual, r.size) == 1;
        @Nullable Object scratch = v.hasResult() || leaf ? null : r.take(elements);
        @Nullable Object acc = v.hasResult() ? v.result() : scratch;
        int accStart = v.hasResult() ? v.resultStart() : 0;
        Object own = v.own();
        int ownStart = v.ownStart();
        int mask = Ranks.subtree(virtual, r.size);
        for (int child = 1; child < mask && virtual + child < r.size; child <<= 1) {
            int source = Ranks.absolute(virtual + child, top, r.size);
            assert acc != null : "a rank that combines has room";
            r.receiveCombine(own, ownStart, acc, accStart, elements, source, false);
            own = acc;
            ownStart = accStart;
        }
        if (virtual != 0) {
            r.sendPieces(own, ownStart, elements, Ranks.absolute(virtual - mask, top, r.size));
        }
        if (top != root) {
            if (r.rank == top) {
                r.sendPieces(own, ownStart, elements, root);
            } else if (r.rank == root) {
                r.receiveCombine(null, 0, v.result(), v.resultStart(), elements, top, false);
            }
        }
        if (scratch != null) {
            r.give(scratch, elements);
        }
    }
}
