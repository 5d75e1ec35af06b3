package org.bipj.mpi.coll.reducescatter;

import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.ReductionContext;

/**
 * Reduce-scatter in n - 1 rounds: in round k, every rank sends to the rank k behind it that one's block, and receives from
 * the rank k before it its own. The sources of a rank thus count down, first the ranks below it, then from the last one
 * those above it: two runs in order, so that operations need not commute.
 */
final class ReduceScatterPairwise {
    private ReduceScatterPairwise() {}

    /** {@code starts[i]} to {@code starts[i + 1]} is rank i's block of {@code in}; {@code out} is apart from it. */
    static void run(ReductionContext r, Object in, int inStart, int[] starts, Object out, int outStart) {
        int elements = starts[r.rank + 1] - starts[r.rank];
        Object own = in;
        int ownStart = inStart + starts[r.rank];
        Object above = null;
        for (int round = 1; round < r.size; round++) {
            int dest = Ranks.absolute(r.rank, round, r.size);
            int source = Ranks.relative(r.rank, round, r.size);
            int from = inStart + starts[dest];
            int length = starts[dest + 1] - starts[dest];
            if (r.commutative() || source < r.rank) {
                r.exchangeCombine(in, from, length, dest, own, ownStart, out, outStart, elements, source, true);
                own = out;
                ownStart = outStart;
            } else {
                Object sofar = above;
                above = sofar == null ? r.take(elements) : sofar;
                r.exchangeCombine(in, from, length, dest, sofar, 0, above, 0, elements, source, true);
            }
        }
        if (above != null) {
            r.combine(own, ownStart, above, 0, elements);
            r.copy(above, 0, out, outStart, elements);
            r.give(above, elements);
        } else if (own != out || ownStart != outStart) {
            r.copy(own, ownStart, out, outStart, elements);
        }
    }
}
