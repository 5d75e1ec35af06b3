package org.bipj.mpi.coll.scan;

import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;

/** Prefix reduction from rank to rank: the fewest messages, and one wait per rank. */
final class ScanChain {
    private ScanChain() {}

    static void inclusive(ReductionContext r, Vectors v) {
        Object out = v.result();
        int outStart = v.resultStart();
        int elements = v.elements();
        r.copyOwn(v);
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

    /** The exclusive scan, in which rank 0 gets no result. */
    static void exclusive(ReductionContext r, Vectors v) {
        int elements = v.elements();
        if (r.rank == 0) {
            r.send(v.own(), v.ownStart(), elements, 1);
            return;
        }
        Object sum = r.take(elements);
        r.copy(v.own(), v.ownStart(), sum, 0, elements);
        Object out = v.result();
        int outStart = v.resultStart();
        r.receive(out, outStart, elements, r.rank - 1);
        if (r.rank + 1 < r.size) {
            r.combine(out, outStart, sum, 0, elements);
            r.send(sum, 0, elements, r.rank + 1);
        }
        r.give(sum, elements);
    }
}
