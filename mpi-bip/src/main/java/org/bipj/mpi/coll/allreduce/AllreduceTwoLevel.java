package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.Levels;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.bcast.Bcast;
import org.bipj.mpi.coll.reduce.Reduce;
import org.jspecify.annotations.Nullable;

/**
 * Allreduce of several hosts: a reduce to the leader of each host, an allreduce among the leaders, and a broadcast on each
 * host. Operations that do not commute need hosts whose ranks follow each other.
 */
final class AllreduceTwoLevel {
    private AllreduceTwoLevel() {}

    @SuppressWarnings("NullAway") // Called where there are two levels.
    static void run(
            ReductionContext r, long bytes, @Nullable Object in, int inStart, Object out, int outStart, int elements) {
        Levels levels = r.levels();
        boolean leads = levels.lead(0);
        boolean alone = levels.local.size == 1;
        ReductionContext local = levels.beginLocal(r);
        if (!alone && leads) {
            Reduce.run(local, bytes, in, inStart, out, outStart, elements, 0);
        } else if (!alone) {
            Reduce.run(
                    local, bytes, ReductionContext.own(in, out), in == null ? outStart : inStart, null, 0, elements, 0);
        }
        if (leads) {
            ReductionContext between = levels.beginBetween(r);
            Allreduce.run(between, bytes, alone ? in : null, inStart, out, outStart, elements);
            between.end();
        }
        if (!alone) {
            Bcast.run(levels.local, local.elements(out, outStart, elements), 0);
        }
        local.end();
    }
}
