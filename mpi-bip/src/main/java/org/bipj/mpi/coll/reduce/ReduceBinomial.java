package org.bipj.mpi.coll.reduce;

import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.ReductionContext;
import org.jspecify.annotations.Nullable;

/**
 * Reduce up a binomial tree, in pieces that are combined while the next ones arrive. The tree begins at the root where the
 * operation commutes, else at rank 0, which then passes the result on: a subtree must hold neighbouring ranks.
 */
public final class ReduceBinomial {
    private ReduceBinomial() {}

    /** {@code out} is null on ranks other than the root. */
    public static void run(
            ReductionContext r,
            @Nullable Object in,
            int inStart,
            @Nullable Object out,
            int outStart,
            int elements,
            int root) {
        int top = r.commutative() ? root : 0;
        int virtual = Ranks.relative(r.rank, top, r.size);
        boolean leaf = Ranks.subtreeRanks(virtual, r.size) == 1;
        @Nullable Object scratch = out == null && !leaf ? r.take(elements) : null;
        Object acc = out == null ? scratch : out;
        int accStart = out == null ? 0 : outStart;
        Object own = ReductionContext.own(in, out);
        int ownStart = in == null ? outStart : inStart;
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
                assert out != null : "the root has a result";
                r.receiveCombine(null, 0, out, outStart, elements, top, false);
            }
        }
        if (scratch != null) {
            r.give(scratch, elements);
        }
    }
}
