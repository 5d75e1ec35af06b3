package org.bipj.mpi.coll.scatter;

import org.bipj.core.payload.Data;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;

/** Scatter in which the root sends to every rank. Serves blocks of any sizes. */
public final class ScatterLinear {
    private ScatterLinear() {}

    /** The part of a rank that is not the root. */
    public static void receive(CollState s, Data data, int root, int tag) {
        s.port.receive(data, root, tag);
    }

    /** The part of the root; {@code own} is IN_PLACE where its own block stays where it is. */
    public static void send(CollState s, Data own, Blocks blocks, int tag) {
        Object[] handles = s.handles(s.size);
        int n = 0;
        for (int rank = 0; rank < s.size; rank++) {
            if (rank != s.rank) {
                handles[n++] = s.startBlock(blocks, rank, rank, tag);
            }
        }
        s.copyBlockToOwn(blocks, own);
        s.awaitAll(n);
    }
}
