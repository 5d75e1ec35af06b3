package org.bipj.mpi.coll.bcast;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/** Broadcast down a binomial tree: log2(n) rounds; between two ranks, one message. */
public final class BcastBinomial {
    private BcastBinomial() {}

    public static void run(CollState s, Data data, int root) {
        int virtual = Ranks.relative(s.rank, root, s.size);
        int mask = Ranks.subtree(virtual, s.size);
        if (virtual != 0) {
            s.port.receive(data, Ranks.absolute(virtual - mask, root, s.size), Tags.BCAST);
        }
        for (int child = mask >> 1; child > 0; child >>= 1) {
            if (virtual + child < s.size) {
                int dest = Ranks.absolute(virtual + child, root, s.size);
                s.port.send(data, dest, Tags.BCAST);
            }
        }
    }
}
