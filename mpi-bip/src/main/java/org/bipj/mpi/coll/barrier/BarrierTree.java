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
        arrive(s, degree);
        release(s, degree);
    }

    /** The way up: returns at rank 0 when all ranks have called it. */
    static void arrive(CollState s, int degree) {
        int first = Math.min(s.size, degree * s.rank + 1);
        int children = Math.min(s.size - first, degree);
        Object[] handles = s.handles(children);
        for (int i = 0; i < children; i++) {
            handles[i] = s.postSignal(first + i, Tags.BARRIER);
        }
        s.awaitAll(children);
        if (s.rank > 0) {
            s.signal((s.rank - 1) / degree, Tags.BARRIER);
        }
    }

    /** The way down: returns when rank 0 has called it. */
    static void release(CollState s, int degree) {
        if (s.rank > 0) {
            s.awaitSignal((s.rank - 1) / degree, Tags.BARRIER);
        }
        int first = Math.min(s.size, degree * s.rank + 1);
        int children = Math.min(s.size - first, degree);
        for (int i = 0; i < children; i++) {
            s.signal(first + i, Tags.BARRIER);
        }
    }
}
