package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.port.Turns;
import org.bipj.mpi.coll.reduce.SharedFold;
import org.jspecify.annotations.Nullable;

/**
 * Allreduce in turns. Short vectors: all ranks write theirs, and each folds all of them, in the same order; n times the
 * work, but each rank waits once, and for no one in particular. Longer ones: rank 0 folds, and publishes the result.
 */
final class AllreduceShared {
    /** Up to here all fold: it takes less than another wait. */
    private static final int ALL_FOLD_BYTES = 8 << 10;

    private AllreduceShared() {}

    static void run(
            ReductionContext r, Turns turns, @Nullable Object in, int inStart, Object out, int outStart, int elements) {
        long bytes = (long) elements << r.shift();
        int most = r.elementsOf(turns.longestBytes());
        turns.operation("allreduce", bytes, (long) most << r.shift());
        boolean byAll = bytes * r.size <= ALL_FOLD_BYTES;
        for (int at = 0; at < elements; at += most) {
            int n = Math.min(most, elements - at);
            if (byAll) {
                byAll(r, turns, in, inStart + at, out, outStart + at, n);
            } else {
                byFirst(r, turns, in, inStart + at, out, outStart + at, n);
            }
        }
        turns.forget();
    }

    private static void byAll(
            ReductionContext r, Turns turns, @Nullable Object in, int inStart, Object out, int outStart, int n) {
        turns.begin(n << r.shift());
        turns.awaitRoom();
        r.write(turns, ReductionContext.own(in, out), in == null ? outStart : inStart, n);
        turns.publishWithAll();
        turns.awaitOthers();
        SharedFold.run(r, turns, in, inStart, out, outStart, n);
        turns.end();
    }

    private static void byFirst(
            ReductionContext r, Turns turns, @Nullable Object in, int inStart, Object out, int outStart, int n) {
        int bytes = n << r.shift();
        turns.begin(bytes);
        if (r.rank == 0) {
            turns.awaitOthers();
            SharedFold.run(r, turns, in, inStart, out, outStart, n);
            turns.end();
            turns.begin(bytes);
            turns.awaitRoom();
            r.write(turns, out, outStart, n);
            turns.publish();
        } else {
            turns.awaitRoom();
            r.write(turns, ReductionContext.own(in, out), in == null ? outStart : inStart, n);
            turns.publishTo(0);
            turns.end();
            turns.begin(bytes);
            turns.await(0);
            r.read(turns, 0, 0, out, outStart, n);
        }
        turns.end();
    }
}
