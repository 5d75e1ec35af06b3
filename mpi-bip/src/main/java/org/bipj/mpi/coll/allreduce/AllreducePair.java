package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.Reducing;

/**
 * Allreduce of a short vector between two ranks: one exchange, then both compute the same expression, rank 0's data on the
 * left, so that the results are equal to the last bit.
 */
final class AllreducePair {
    private AllreducePair() {}

    static void run(Reducing r, Object in, int inStart, Object out, int outStart, int elements) {
        if (r.rank == 0 && in != null) {
            r.exchange(in, inStart, elements, out, outStart, elements, 1);
            r.combine(in, inStart, out, outStart, elements);
            return;
        }
        Object arrived = r.take(elements);
        if (in == null) {
            r.exchange(out, outStart, elements, arrived, 0, elements, 1 - r.rank);
        } else {
            r.exchange(in, inStart, elements, arrived, 0, elements, 0);
            r.copy(in, inStart, out, outStart, elements);
        }
        if (r.rank == 1) {
            r.combine(arrived, 0, out, outStart, elements);
        } else {
            r.combine(out, outStart, arrived, 0, elements);
            r.copy(arrived, 0, out, outStart, elements);
        }
        r.give(arrived, elements);
    }
}
