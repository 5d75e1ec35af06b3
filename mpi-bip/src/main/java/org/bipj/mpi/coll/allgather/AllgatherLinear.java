package org.bipj.mpi.coll.allgather;

import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/** Allgather in which every rank sends its block to every other: one wait per rank, n * n messages. */
final class AllgatherLinear {
    private AllgatherLinear() {}

    /** Runs on this rank, whose own block is in place. */
    static void run(CollState s, Blocks blocks) {
        Object[] handles = s.handles(2 * s.size);
        int n = 0;
        for (int step = 1; step < s.size; step++) {
            int source = Ranks.relative(s.rank, step, s.size);
            handles[n++] = s.postBlock(blocks, source, source, Tags.ALLGATHER);
        }
        for (int step = 1; step < s.size; step++) {
            handles[n++] = s.startBlock(blocks, s.rank, Ranks.absolute(s.rank, step, s.size), Tags.ALLGATHER);
        }
        s.awaitAll(n);
    }
}
