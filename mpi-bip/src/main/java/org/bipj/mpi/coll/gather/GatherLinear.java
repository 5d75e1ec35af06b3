package org.bipj.mpi.coll.gather;

import org.bipj.core.payload.Data;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;

/** Gather in which every rank sends to the root, which posts all receives first. Serves blocks of any sizes. */
public final class GatherLinear {
    private GatherLinear() {}

    /** The part of a rank that is not the root. */
    public static void send(CollState s, Data data, int root, int tag) {
        s.port.send(data, root, tag);
    }

    /** The part of the root; {@code own} is IN_PLACE where its own block is there already. */
    public static void receive(CollState s, Data own, Blocks blocks, int tag) {
        Object[] handles = s.handles(s.size);
        int n = 0;
        for (int rank = 0; rank < s.size; rank++) {
            if (rank != s.rank) {
                handles[n++] = s.postBlock(blocks, rank, rank, tag);
            }
        }
        s.copyOwn(own, blocks);
        s.awaitAll(n);
    }
}
