package org.bipj.mpi.coll.gather;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.Blocks;
import org.bipj.mpi.coll.base.CollState;

/** Gather in which every rank sends to the root, which posts all receives first. Serves blocks of any sizes. */
public final class GatherLinear {
    private GatherLinear() {}

    /** The part of a rank that is not the root. */
    public static void send(CollState s, Object buffer, long offset, long count, TypeLayout type, int root, int tag) {
        s.port.collSend(buffer, offset, count, type, root, tag);
    }

    /** The part of the root; {@code buffer} is IN_PLACE where its own block is there already. */
    public static void receive(
            CollState s, Object buffer, long offset, long count, TypeLayout type, Blocks blocks, int tag) {
        Object[] handles = s.handles(s.size);
        int n = 0;
        for (int rank = 0; rank < s.size; rank++) {
            if (rank != s.rank) {
                handles[n++] = s.postBlock(blocks, rank, rank, tag);
            }
        }
        s.copyOwn(buffer, offset, count, type, blocks);
        s.awaitAll(n);
    }
}
