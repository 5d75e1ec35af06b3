package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.Levels;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.bipj.mpi.coll.bcast.Bcast;
import org.bipj.mpi.coll.reduce.Reduce;

/**
 * Allreduce of several hosts: a reduce to the leader of each host, an allreduce among the leaders, and a broadcast on each
 * host. Operations that do not commute need hosts whose ranks follow each other.
 */
final class AllreduceTwoLevel {
    private AllreduceTwoLevel() {}

    @SuppressWarnings("NullAway") // Called where there are two levels.
    static void run(ReductionContext r, Vectors v, long bytes) {
        Levels levels = r.levels();
        boolean leads = levels.lead(0);
        boolean alone = levels.local.size == 1;
        int elements = v.elements();
        ReductionContext local = levels.beginLocal(r);
        if (!alone) {
            Vectors mine = leads ? v : local.vectors.setContribution(v.own(), v.ownStart(), elements);
            Reduce.run(local, mine, bytes, 0);
        }
        if (leads) {
            ReductionContext between = levels.beginBetween(r);
            Vectors ofHost = alone ? v : between.vectors.setInPlace(v.result(), v.resultStart(), elements);
            Allreduce.run(between, ofHost, bytes);
            between.end();
        }
        if (!alone) {
            Bcast.run(levels.local, local.elements(v.result(), v.resultStart(), elements), 0);
        }
        local.end();
    }
}
