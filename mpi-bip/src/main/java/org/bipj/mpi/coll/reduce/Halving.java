package org.bipj.mpi.coll.reduce;

import org.bipj.mpi.coll.base.Fold;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;

/**
 * Recursive vector halving with distance doubling, the reduce-scatter of Rabenseifner's algorithms: in round k, ranks at
 * distance 2^k halve the range that they share, and each combines one half of it. What a rank holds is always combined
 * from neighbouring ranks, so that operations need not commute. After the last round the rank with new number v (see
 * {@link Fold}) holds the result for part {@link #first first(v, n, n)} of n, n the number of unfolded ranks.
 */
public final class Halving {
    private Halving() {}

    /** First part that a rank holds after the rounds below {@code mask}; it holds {@code parts / mask} of them. */
    public static int first(int virtual, int mask, int parts) {
        int first = 0;
        for (int bit = 1; bit < mask; bit <<= 1) {
            if ((virtual & bit) != 0) {
                first += parts / bit / 2;
            }
        }
        return first;
    }

    /**
     * Runs all rounds, and combines into {@code out}: the result's array, or scratch where this rank gets no result. Returns
     * this rank's new number, or -1 if its successor absorbed it and it holds nothing.
     */
    public static int run(ReductionContext r, Vectors v, Object out, int outStart) {
        Object own = v.own();
        int ownStart = v.ownStart();
        int elements = v.elements();
        int virtual = Fold.virtual(r.rank, r.size);
        if (virtual < 0) {
            r.sendPieces(own, ownStart, elements, r.rank + 1);
            return virtual;
        }
        if (Fold.absorbs(r.rank, r.size)) {
            r.receiveCombine(own, ownStart, out, outStart, elements, r.rank - 1, true);
            own = out;
            ownStart = outStart;
        }
        int parts = Ranks.powerAtMost(r.size);
        for (int mask = 1; mask < parts; mask <<= 1) {
            boolean upper = (virtual & mask) != 0;
            int first = first(virtual, mask, parts);
            int low = r.bound(elements, first, parts);
            int middle = r.bound(elements, first + parts / mask / 2, parts);
            int high = r.bound(elements, first + parts / mask, parts);
            int partner = Fold.rank(virtual ^ mask, r.size);
            int keep = upper ? middle : low;
            int pass = upper ? low : middle;
            r.exchangeCombine(
                    own,
                    ownStart + pass,
                    upper ? middle - low : high - middle,
                    partner,
                    own,
                    ownStart + keep,
                    out,
                    outStart + keep,
                    upper ? high - middle : middle - low,
                    partner,
                    upper);
            own = out;
            ownStart = outStart;
        }
        return virtual;
    }
}
