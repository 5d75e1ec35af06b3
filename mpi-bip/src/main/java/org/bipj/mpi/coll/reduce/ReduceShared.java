package org.bipj.mpi.coll.reduce;

import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.bipj.mpi.coll.port.Turns;

/**
 * Reduce in turns: every other rank writes its piece and goes on, the root folds them all. Always d(0) op (d(1) op (... op
 * d(n - 1))), so that the same data give the same result for every root, whether the operation commutes or not.
 */
public final class ReduceShared {
    private ReduceShared() {}

    /** Runs it on this rank: only the root gets a result. */
    public static void run(ReductionContext r, Vectors v, Turns turns, int root) {
        int elements = v.elements();
        int most = r.elementsOf(turns.longestBytes());
        turns.operation("reduce", (long) elements << r.shift(), (long) most << r.shift());
        for (int at = 0; at < elements; at += most) {
            int n = Math.min(most, elements - at);
            turns.begin(n << r.shift());
            if (r.rank == root) {
                turns.awaitOthers();
                SharedFold.run(r, v, turns, at, n);
            } else {
                turns.awaitRoom();
                r.write(turns, v.own(), v.ownStart() + at, n);
                turns.publishTo(root);
            }
            turns.end();
        }
        turns.forget();
    }
}
