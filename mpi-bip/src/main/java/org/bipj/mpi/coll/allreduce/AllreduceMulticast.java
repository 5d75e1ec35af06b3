package org.bipj.mpi.coll.allreduce;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.MulticastTurns;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.base.Vectors;
import org.bipj.mpi.coll.bcast.Bcast;
import org.bipj.mpi.coll.reduce.Reduce;

/**
 * Allreduce by a reduce to rank 0 and a multicast of the result, as MPICH on Panda does it with its broadcast (LCI paper,
 * section 5.2).
 */
final class AllreduceMulticast {
    private AllreduceMulticast() {}

    static void run(ReductionContext r, Vectors v, long bytes) {
        Object out = v.result();
        int outStart = v.resultStart();
        int elements = v.elements();
        Reduce.run(r, r.rank == 0 ? v : r.vectors.setContribution(v.own(), v.ownStart(), elements), bytes, 0);
        MulticastTurns multicasts = r.state.multicasts();
        Data result = r.elements(out, outStart, elements);
        if (multicasts == null) {
            // They were those of the run that is replayed.
            Bcast.run(r.state, result, 0);
        } else {
            multicasts.bcast(result, 0);
        }
    }
}
