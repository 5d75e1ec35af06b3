package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;

/**
 * Allreduce of a short vector between two ranks: one exchange, then both compute the same expression. Where a change of operands
 * could change the result, rank 0's data are on the left on both ranks, so that the results are equal to the last bit.
 */
final class AllreducePair {
    private AllreducePair() {}

    static void run(ReductionContext r, Vectors v) {
        Object out = v.result();
        int outStart = v.resultStart();
        int elements = v.elements();
        int other = 1 - r.rank;
        if (!v.isInPlace() && (r.rank == 0 || r.symmetric())) {
            r.exchange(v.own(), v.ownStart(), elements, out, outStart, elements, other);
            r.combine(v.own(), v.ownStart(), out, outStart, elements);
            return;
        }
        Object arrived = r.take(elements);
        r.exchange(v.own(), v.ownStart(), elements, arrived, 0, elements, other);
        r.copyOwn(v);
        if (r.rank == 1 || r.symmetric()) {
            r.combine(arrived, 0, out, outStart, elements);
        } else {
            r.combine(out, outStart, arrived, 0, elements);
            r.copy(arrived, 0, out, outStart, elements);
        }
        r.give(arrived, elements);
    }
}
