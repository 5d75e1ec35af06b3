package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.ReductionContext;
import org.jspecify.annotations.Nullable;

/**
 * Allreduce of a short vector between two ranks: one exchange, then both compute the same expression. Where a change of operands
 * could change the result, rank 0's data are on the left on both ranks, so that the results are equal to the last bit.
 */
final class AllreducePair {
    private AllreducePair() {}

    static void run(ReductionContext r, @Nullable Object in, int inStart, Object out, int outStart, int elements) {
        int other = 1 - r.rank;
        if (in != null && (r.rank == 0 || r.symmetric())) {
            r.exchange(in, inStart, elements, out, outStart, elements, other);
            r.combine(in, inStart, out, outStart, elements);
            return;
        }
        Object arrived = r.take(elements);
        if (in == null) {
            r.exchange(out, outStart, elements, arrived, 0, elements, other);
        } else {
            r.exchange(in, inStart, elements, arrived, 0, elements, other);
            r.copy(in, inStart, out, outStart, elements);
        }
        if (r.rank == 1 || r.symmetric()) {
            r.combine(arrived, 0, out, outStart, elements);
        } else {
            r.combine(out, outStart, arrived, 0, elements);
            r.copy(arrived, 0, out, outStart, elements);
        }
        r.give(arrived, elements);
    }
}
