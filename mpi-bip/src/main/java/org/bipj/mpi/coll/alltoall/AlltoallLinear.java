package org.bipj.mpi.coll.alltoall;

import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/** Alltoall in which every rank posts all receives and sends at once: one wait per rank. Serves blocks of any sizes. */
final class AlltoallLinear {
    private AlltoallLinear() {}

    static void run(CollState s, Blocks send, Blocks receive) {
        Object[] handles = s.handles(2 * s.size);
        int n = 0;
        for (int step = 1; step < s.size; step++) {
            int source = Ranks.relative(s.rank, step, s.size);
            handles[n++] = s.postBlock(receive, source, source, Tags.ALLTOALL);
        }
        for (int step = 1; step < s.size; step++) {
            int dest = Ranks.absolute(s.rank, step, s.size);
            handles[n++] = s.startBlock(send, dest, dest, Tags.ALLTOALL);
        }
        s.copyBlock(send, s.rank, receive, s.rank);
        s.awaitAll(n);
    }
}
