package org.bipj.mpi.coll.scatter;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/** Scatter of short equal blocks down a binomial tree: the binomial gather in reverse. */
final class ScatterBinomial {
    private ScatterBinomial() {}

    /** The part of a rank that is not the root. */
    static void receive(CollState s, Data data, int root) {
        int virtual = Ranks.relative(s.rank, root, s.size);
        int mask = Ranks.subtree(virtual, s.size);
        int parent = Ranks.absolute(virtual - mask, root, s.size);
        int ranks = Ranks.subtreeRanks(virtual, s.size);
        if (ranks == 1) {
            s.port.receive(data, parent, Tags.SCATTER);
            return;
        }
        long block = data.bytes();
        Data packed = s.takePacked(block * ranks, data.type().single());
        s.recvBytes(packed, 0, block * ranks, parent, Tags.SCATTER);
        for (int child = mask >> 1; child > 0; child >>= 1) {
            if (virtual + child < s.size) {
                int dest = Ranks.absolute(virtual + child, root, s.size);
                long bytes = block * Ranks.subtreeRanks(virtual + child, s.size);
                s.sendBytes(packed, block * child, bytes, dest, Tags.SCATTER);
            }
        }
        s.unpack(packed, 0, data);
        s.givePacked(packed);
    }

    /** The part of the root, except its own block; {@code data} are block 0. Subtrees that end beyond the last rank begin again at rank 0. */
    static void send(CollState s, Data data, int root) {
        long block = data.bytes();
        Data packed = s.takePacked(block * s.size, data.type().single());
        for (int child = Ranks.powerAtLeast(s.size) >> 1; child > 0; child >>= 1) {
            int ranks = Ranks.subtreeRanks(child, s.size);
            int dest = Ranks.absolute(child, root, s.size);
            int first = Math.min(ranks, s.size - dest);
            if (first == ranks) {
                s.port.send(s.blocks(data, dest, ranks), dest, Tags.SCATTER);
            } else {
                s.packBlocks(data, dest, first, packed, 0);
                s.packBlocks(data, 0, (long) ranks - first, packed, block * first);
                s.sendBytes(packed, 0, block * ranks, dest, Tags.SCATTER);
            }
        }
        s.givePacked(packed);
    }
}
