package org.bipj.mpi.coll.scatter;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.Blocks;
import org.bipj.mpi.coll.base.CollState;

/** Scatter in which the root sends to every rank. Serves blocks of any sizes. */
public final class ScatterLinear {
    private ScatterLinear() {}

    /** The part of a rank that is not the root. */
    public static void receive(
            CollState s, Object buffer, long offset, long count, TypeLayout type, int root, int tag) {
        s.port.collRecv(buffer, offset, count, type, root, tag);
    }

    /** The part of the root; {@code buffer} is IN_PLACE where its own block stays where it is. */
    public static void send(
            CollState s, Object buffer, long offset, long count, TypeLayout type, Blocks blocks, int tag) {
        Object[] handles = s.handles(s.size);
        int n = 0;
        for (int rank = 0; rank < s.size; rank++) {
            if (rank != s.rank) {
                handles[n++] = s.startBlock(blocks, rank, rank, tag);
            }
        }
        own(s, buffer, offset, count, type, blocks);
        s.awaitAll(n);
    }

    /** Copies the root's block to the root's receive buffer, unless it stays in place. */
    public static void own(CollState s, Object buffer, long offset, long count, TypeLayout type, Blocks blocks) {
        if (buffer != CollState.IN_PLACE) {
            s.port.localCopy(
                    blocks.buffer(),
                    blocks.offset(s.rank),
                    blocks.count(s.rank),
                    blocks.type(s.rank),
                    buffer,
                    offset,
                    count,
                    type);
        }
    }
}
