package org.bipj.mpi.coll.gather;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/**
 * Gather of short equal blocks up a binomial tree. The ranks of a subtree follow each other, counted from the root, so a
 * subtree's blocks are one message; inner ranks hold them packed.
 */
final class GatherBinomial {
    private GatherBinomial() {}

    /** The part of a rank that is not the root. */
    static void send(CollState s, Data data, int root) {
        int virtual = Ranks.relative(s.rank, root, s.size);
        int mask = Ranks.subtree(virtual, s.size);
        int parent = Ranks.absolute(virtual - mask, root, s.size);
        int ranks = Ranks.subtreeRanks(virtual, s.size);
        if (ranks == 1) {
            s.port.send(data, parent, Tags.GATHER);
            return;
        }
        long block = data.bytes();
        Data packed = s.takePacked(block * ranks, data.type().single());
        int n = 0;
        Object[] handles = s.handles(Integer.SIZE);
        for (int child = 1; child < mask && virtual + child < s.size; child <<= 1) {
            int source = Ranks.absolute(virtual + child, root, s.size);
            long bytes = block * Ranks.subtreeRanks(virtual + child, s.size);
            handles[n++] = s.postBytes(packed, block * child, bytes, source, Tags.GATHER);
        }
        s.pack(data, packed, 0);
        s.awaitAll(n);
        s.sendBytes(packed, 0, block * ranks, parent, Tags.GATHER);
        s.givePacked(packed);
    }

    /** The part of the root, except its own block; {@code data} are block 0. Subtrees that end beyond the last rank begin again at rank 0. */
    static void receive(CollState s, Data data, int root) {
        long block = data.bytes();
        Data packed = s.takePacked(block * s.size, data.type().single());
        Object[] handles = s.handles(Integer.SIZE);
        int n = 0;
        for (int child = 1; child < s.size; child <<= 1) {
            int ranks = Ranks.subtreeRanks(child, s.size);
            int source = Ranks.absolute(child, root, s.size);
            if (source + ranks <= s.size) {
                handles[n++] = s.port.postReceive(s.blocks(data, source, ranks), source, Tags.GATHER);
            } else {
                handles[n++] = s.postBytes(packed, block * child, block * ranks, source, Tags.GATHER);
            }
        }
        s.awaitAll(n);
        for (int child = 1; child < s.size; child <<= 1) {
            int ranks = Ranks.subtreeRanks(child, s.size);
            int source = Ranks.absolute(child, root, s.size);
            int first = s.size - source;
            if (first < ranks) {
                long at = block * child;
                s.unpackBlocks(packed, at, data, source, first);
                s.unpackBlocks(packed, at + block * first, data, 0, (long) ranks - first);
            }
        }
        s.givePacked(packed);
    }
}
