package org.bipj.mpi.coll.allreduce;

import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.reduce.Reduce;
import org.jspecify.annotations.Nullable;

/**
 * Allreduce by a reduce to rank 0 and a multicast of the result, as MPICH on Panda does it with its broadcast (LCI paper,
 * section 5.2).
 */
final class AllreduceMulticast {
    private AllreduceMulticast() {}

    @SuppressWarnings("NullAway") // Called where there are multicasts.
    static void run(
            ReductionContext r, long bytes, @Nullable Object in, int inStart, Object out, int outStart, int elements) {
        if (r.rank == 0) {
            Reduce.run(r, bytes, in, inStart, out, outStart, elements, 0);
        } else {
            Reduce.run(r, bytes, ReductionContext.own(in, out), in == null ? outStart : inStart, null, 0, elements, 0);
        }
        r.state.multicasts().bcast(r.elements(out, outStart, elements), 0);
    }
}
