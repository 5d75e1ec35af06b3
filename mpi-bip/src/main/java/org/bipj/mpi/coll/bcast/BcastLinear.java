package org.bipj.mpi.coll.bcast;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;

/** Broadcast in which the root sends to every rank: the others wait once. */
public final class BcastLinear {
    private BcastLinear() {}

    public static void run(CollState s, Data data, int root) {
        if (s.rank != root) {
            s.port.receive(data, root, Tags.BCAST);
            return;
        }
        Object[] handles = s.handles(s.size);
        int n = 0;
        for (int rank = 0; rank < s.size; rank++) {
            if (rank != root) {
                handles[n++] = s.start(data, rank, Tags.BCAST);
            }
        }
        s.awaitAll(n);
    }
}
