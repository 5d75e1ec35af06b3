package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.Fold;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;

/**
 * Allreduce of a short vector: in round k, ranks at distance 2^k exchange what they have combined (Thakur, Rabenseifner and
 * Gropp, 2005, section 4.5). Both of a pair compute the same expression, lower ranks on the left, so that all ranks get
 * equal bits and operations need not commute. Ranks beyond a power of two first fold into a neighbour.
 */
final class AllreduceRecursiveDoubling {
    private AllreduceRecursiveDoubling() {}

    static void run(ReductionContext r, Vectors v) {
        Object out = v.result();
        int outStart = v.resultStart();
        int elements = v.elements();
        r.copyOwn(v);
        int virtual = Fold.virtual(r.rank, r.size);
        if (virtual < 0) {
            r.send(out, outStart, elements, r.rank + 1);
            r.receive(out, outStart, elements, r.rank + 1);
            return;
        }
        Object spare = r.take(elements);
        boolean absorbs = Fold.absorbs(r.rank, r.size);
        if (absorbs) {
            r.receive(spare, 0, elements, r.rank - 1);
            r.combine(spare, 0, out, outStart, elements);
        }
        doubling(r, virtual, out, outStart, spare, elements);
        r.give(spare, elements);
        if (absorbs) {
            r.send(out, outStart, elements, r.rank - 1);
        }
    }

    private static void doubling(
            ReductionContext r, int virtual, Object out, int outStart, Object spare, int elements) {
        boolean inOut = true;
        for (int mask = 1; mask < Ranks.powerAtMost(r.size); mask <<= 1) {
            int partner = Fold.rank(virtual ^ mask, r.size);
            Object mine = inOut ? out : spare;
            int mineStart = inOut ? outStart : 0;
            Object arrived = inOut ? spare : out;
            int arrivedStart = inOut ? 0 : outStart;
            r.exchange(mine, mineStart, elements, arrived, arrivedStart, elements, partner);
            if ((virtual & mask) != 0) {
                r.combine(arrived, arrivedStart, mine, mineStart, elements);
            } else {
                r.combine(mine, mineStart, arrived, arrivedStart, elements);
                inOut = !inOut;
            }
        }
        if (!inOut) {
            r.copy(spare, 0, out, outStart, elements);
        }
    }
}
