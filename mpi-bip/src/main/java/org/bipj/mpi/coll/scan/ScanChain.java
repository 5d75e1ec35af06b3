package org.bipj.mpi.coll.scan;

import org.bipj.mpi.coll.base.ReductionContext;
import org.jspecify.annotations.Nullable;

/** Prefix reduction from rank to rank: the fewest messages, and one wait per rank. */
final class ScanChain {
    private ScanChain() {}

    static void inclusive(
            ReductionContext r, @Nullable Object in, int inStart, Object out, int outStart, int elements) {
        if (in != null) {
            r.copy(in, inStart, out, outStart, elements);
        }
        if (r.rank > 0) {
            Object below = r.take(elements);
            r.receive(below, 0, elements, r.rank - 1);
            r.combine(below, 0, out, outStart, elements);
            r.give(below, elements);
        }
        if (r.rank + 1 < r.size) {
            r.send(out, outStart, elements, r.rank + 1);
        }
    }

    /** {@code out} is null on rank 0, which gets no result. */
    @SuppressWarnings("NullAway") // Rank 0 alone has no result, and its own data apart.
    static void exclusive(
            ReductionContext r, @Nullable Object in, int inStart, @Nullable Object out, int outStart, int elements) {
        if (r.rank == 0) {
            r.send(in, inStart, elements, 1);
            return;
        }
        Object sum = r.take(elements);
        r.copy(ReductionContext.own(in, out), in == null ? outStart : inStart, sum, 0, elements);
        r.receive(out, outStart, elements, r.rank - 1);
        if (r.rank + 1 < r.size) {
            r.combine(out, outStart, sum, 0, elements);
            r.send(sum, 0, elements, r.rank + 1);
        }
        r.give(sum, elements);
    }
}
