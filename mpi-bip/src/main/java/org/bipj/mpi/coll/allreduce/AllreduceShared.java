package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.bipj.mpi.coll.port.Turns;
import org.bipj.mpi.coll.reduce.SharedFold;

/**
 * Allreduce in turns. Short vectors: all ranks write theirs, and each folds all of them, in the same order; n times the
 * work, but each rank waits once, and for no one in particular. Longer ones: rank 0 folds, and publishes the result.
 */
final class AllreduceShared {
    /** Up to here all fold: it takes less than another wait. */
    private static final int ALL_FOLD_BYTES = 8 << 10;

    private AllreduceShared() {}

    static void run(ReductionContext r, Vectors v, Turns turns) {
        int elements = v.elements();
        long bytes = (long) elements << r.shift();
        int most = r.elementsOf(turns.longestBytes());
        turns.operation("allreduce", bytes, (long) most << r.shift());
        boolean byAll = bytes * r.size <= ALL_FOLD_BYTES;
        for (int at = 0; at < elements; at += most) {
            int n = Math.min(most, elements - at);
            if (byAll) {
                byAll(r, v, turns, at, n);
            } else {
                byFirst(r, v, turns, at, n);
            }
        }
        turns.forget();
    }

    private static void byAll(ReductionContext r, Vectors v, Turns turns, int at, int n) {
        turns.begin(n << r.shift());
        turns.awaitRoom();
        r.write(turns, v.own(), v.ownStart() + at, n);
        turns.publishWithAll();
        turns.awaitOthers();
        SharedFold.run(r, v, turns, at, n);
        turns.end();
    }

    private static void byFirst(ReductionContext r, Vectors v, Turns turns, int at, int n) {
        int bytes = n << r.shift();
        turns.begin(bytes);
        if (r.rank == 0) {
            turns.awaitOthers();
            SharedFold.run(r, v, turns, at, n);
            turns.end();
            turns.begin(bytes);
            turns.awaitRoom();
            r.write(turns, v.result(), v.resultStart() + at, n);
            turns.publish();
        } else {
            turns.awaitRoom();
            r.write(turns, v.own(), v.ownStart() + at, n);
            turns.publishTo(0);
            turns.end();
            turns.begin(bytes);
            turns.await(0);
            r.read(turns, 0, 0, v.result(), v.resultStart() + at, n);
        }
        turns.end();
    }
}
