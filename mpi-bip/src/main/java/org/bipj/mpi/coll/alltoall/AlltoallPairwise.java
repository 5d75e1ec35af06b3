package org.bipj.mpi.coll.alltoall;

import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/**
 * Alltoall in n - 1 rounds: in round k, every rank sends to the rank k behind it and receives from the rank k before it,
 * so that no rank is served by two. A rank copies its own block while its first message travels, if that is short. Serves
 * blocks of any sizes.
 */
final class AlltoallPairwise {
    private AlltoallPairwise() {}

    static void run(CollState s, Blocks send, Blocks receive) {
        int next = Ranks.absolute(s.rank, 1, s.size);
        boolean leaves = s.size > 1 && s.tryBlock(send, next, next, Tags.ALLTOALL);
        s.copyBlock(send, s.rank, receive, s.rank);
        if (leaves) {
            s.receiveBlock(receive, Ranks.relative(s.rank, 1, s.size), Tags.ALLTOALL);
        }
        for (int step = leaves ? 2 : 1; step < s.size; step++) {
            int dest = Ranks.absolute(s.rank, step, s.size);
            int source = Ranks.relative(s.rank, step, s.size);
            s.exchangeBlock(send, dest, receive, source, Tags.ALLTOALL);
        }
    }
}
