package org.bipj.mpi.coll.barrier;

import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;

/**
 * Barrier up and down a tree of given degree, rank r below rank (r - 1) / degree. With degree n - 1, every rank but the
 * root waits once, which is what counts where ranks outnumber cores.
 */
public final class BarrierTree {
    private BarrierTree() {}

    /** Runs it on this rank, with a tree of this degree. */
    public static void run(CollState s, int degree) {
        int first = Math.min(s.size, degree * s.rank + 1);
        int children = Math.min(s.size - first, degree);
        Object[] handles = s.handles(children);
        for (int i = 0; i < children; i++) {
            handles[i] = s.postSignal(first + i, Tags.BARRIER);
        }
        s.awaitAll(children);
        if (s.rank > 0) {
            int parent = (s.rank - 1) / degree;
            s.signal(parent, Tags.BARRIER);
            s.awaitSignal(parent, Tags.BARRIER);
        }
        for (int i = 0; i < children; i++) {
            s.signal(first + i, Tags.BARRIER);
        }
    }
}
