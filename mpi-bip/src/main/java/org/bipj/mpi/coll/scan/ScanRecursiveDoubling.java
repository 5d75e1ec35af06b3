package org.bipj.mpi.coll.scan;

import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.jspecify.annotations.Nullable;

/**
 * Prefix reduction in log2(n) rounds, rounded up (Hillis and Steele, 1986): in round k, every rank receives from the rank
 * 2^k before it what that one has combined. That always comes from the ranks just below, so operations need not commute.
 */
final class ScanRecursiveDoubling {
    private ScanRecursiveDoubling() {}

    static void inclusive(ReductionContext r, Vectors v) {
        Object out = v.result();
        int outStart = v.resultStart();
        int elements = v.elements();
        r.copyOwn(v);
        Object arrived = r.take(elements);
        for (int distance = 1; distance < r.size; distance <<= 1) {
            if (shift(r, out, outStart, arrived, 0, elements, distance)) {
                r.combine(arrived, 0, out, outStart, elements);
            }
        }
        r.give(arrived, elements);
    }

    /** The exclusive scan, in which rank 0 gets no result. */
    @SuppressWarnings("NullAway") // Rank 0 alone has no result, and receives nothing.
    static void exclusive(ReductionContext r, Vectors v) {
        @Nullable Object out = v.hasResult() ? v.result() : null;
        int outStart = v.resultStart();
        int elements = v.elements();
        Object sum = r.take(elements);
        Object arrived = r.take(elements);
        r.copy(v.own(), v.ownStart(), sum, 0, elements);
        for (int distance = 1; distance < r.size; distance <<= 1) {
            boolean first = distance == 1;
            if (shift(r, sum, 0, first ? out : arrived, first ? outStart : 0, elements, distance)) {
                if (first) {
                    r.combine(out, outStart, sum, 0, elements);
                } else {
                    r.combine(arrived, 0, out, outStart, elements);
                    r.combine(arrived, 0, sum, 0, elements);
                }
            }
        }
        r.give(arrived, elements);
        r.give(sum, elements);
    }

    /** Sends up and receives from below where there are such ranks; true if something was received. */
    @SuppressWarnings("NullAway") // Whoever receives has where to, and awaits what it has posted.
    private static boolean shift(
            ReductionContext r,
            Object send,
            int sendStart,
            @Nullable Object into,
            int intoStart,
            int elements,
            int distance) {
        boolean below = r.rank >= distance;
        Object handle = below ? r.post(into, intoStart, elements, r.rank - distance) : null;
        if (r.rank + distance < r.size) {
            r.send(send, sendStart, elements, r.rank + distance);
        }
        if (below) {
            r.port.await(handle);
        }
        return below;
    }
}
