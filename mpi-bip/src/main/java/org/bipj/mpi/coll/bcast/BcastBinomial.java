package org.bipj.mpi.coll.bcast;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/** Broadcast down a binomial tree: log2(n) rounds; between two ranks, one message. */
public final class BcastBinomial {
    private BcastBinomial() {}

    /** Runs it on this rank. */
    public static void run(CollState s, Object buffer, long offset, long count, TypeLayout type, int root) {
        int virtual = Ranks.relative(s.rank, root, s.size);
        int mask = Ranks.subtree(virtual, s.size);
        if (virtual != 0) {
            s.port.collRecv(buffer, offset, count, type, Ranks.absolute(virtual - mask, root, s.size), Tags.BCAST);
        }
        for (int child = mask >> 1; child > 0; child >>= 1) {
            if (virtual + child < s.size) {
                int dest = Ranks.absolute(virtual + child, root, s.size);
                s.port.collSend(buffer, offset, count, type, dest, Tags.BCAST);
            }
        }
    }
}
