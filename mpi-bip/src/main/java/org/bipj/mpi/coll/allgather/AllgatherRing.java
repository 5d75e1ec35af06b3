package org.bipj.mpi.coll.allgather;

import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/** Allgather around a ring: n - 1 rounds, in each of which every rank passes on the block that it received last. */
final class AllgatherRing {
    private AllgatherRing() {}

    /** Runs on this rank, whose own block is in place. */
    static void run(CollState s, Blocks blocks) {
        int right = Ranks.absolute(s.rank, 1, s.size);
        int left = Ranks.relative(s.rank, 1, s.size);
        int mine = s.rank;
        for (int round = 1; round < s.size; round++) {
            int next = Ranks.relative(mine, 1, s.size);
            Object handle = s.postBlock(blocks, next, left, Tags.ALLGATHER);
            s.sendBlock(blocks, mine, right, Tags.ALLGATHER);
            s.port.await(handle);
            mine = next;
        }
    }
}
