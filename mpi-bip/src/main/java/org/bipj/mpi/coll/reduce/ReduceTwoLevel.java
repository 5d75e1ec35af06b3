package org.bipj.mpi.coll.reduce;

import org.bipj.mpi.coll.base.Levels;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.jspecify.annotations.Nullable;

/**
 * Reduce of several hosts: the ranks of each host to their leader, then the leaders to the root, which leads its own host.
 * Operations that do not commute need hosts whose ranks follow each other.
 */
final class ReduceTwoLevel {
    private ReduceTwoLevel() {}

    /** Runs it on this rank: only the root gets a result. */
    @SuppressWarnings("NullAway") // Called where there are two levels.
    static void run(ReductionContext r, Vectors v, long bytes, int root) {
        Levels levels = r.levels();
        boolean leads = levels.lead(root);
        int elements = v.elements();
        Vectors ofHost = v;
        @Nullable Object scratch = null;
        if (levels.local.size > 1) {
            ReductionContext local = levels.beginLocal(r);
            if (leads && !v.hasResult()) {
                scratch = r.take(elements);
                local.vectors.set(v.own(), v.ownStart(), scratch, 0, elements);
            }
            Reduce.run(local, scratch == null ? v : local.vectors, bytes, levels.leaderPlace());
            local.end();
        }
        if (leads) {
            ReductionContext between = levels.beginBetween(r);
            if (scratch != null) {
                ofHost = between.vectors.setContribution(scratch, 0, elements);
            } else if (levels.local.size > 1) {
                ofHost = between.vectors.setInPlace(v.result(), v.resultStart(), elements);
            }
            Reduce.run(between, ofHost, bytes, levels.hostOf(root));
            between.end();
        }
        if (scratch != null) {
            r.give(scratch, elements);
        }
    }
}
