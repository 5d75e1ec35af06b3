package org.bipj.mpi.coll.scatter;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/** Scatter of short equal blocks down a binomial tree: the binomial gather in reverse. */
final class ScatterBinomial {
    private ScatterBinomial() {}

    /** The part of a rank that is not the root. */
    static void receive(CollState s, Object buffer, long offset, long count, TypeLayout type, int root) {
        int virtual = Ranks.relative(s.rank, root, s.size);
        int mask = Ranks.subtree(virtual, s.size);
        int parent = Ranks.absolute(virtual - mask, root, s.size);
        int ranks = Ranks.subtreeRanks(virtual, s.size);
        if (ranks == 1) {
            s.port.collRecv(buffer, offset, count, type, parent, Tags.SCATTER);
            return;
        }
        long block = count * type.size();
        MemorySegment packed = s.packed.take(block * ranks);
        s.recvBytes(packed, 0, block * ranks, type.single(), parent, Tags.SCATTER);
        for (int child = mask >> 1; child > 0; child >>= 1) {
            if (virtual + child < s.size) {
                int dest = Ranks.absolute(virtual + child, root, s.size);
                long bytes = block * Ranks.subtreeRanks(virtual + child, s.size);
                s.sendBytes(packed, block * child, bytes, type.single(), dest, Tags.SCATTER);
            }
        }
        s.port.localCopy(packed, 0, block, TypeLayout.BYTE, buffer, offset, count, type);
        s.packed.give(packed, block * ranks);
    }

    /** The part of the root, except its own block. Subtrees that end beyond the last rank begin again at rank 0. */
    static void send(CollState s, Object buffer, long offset, long count, TypeLayout type, int root) {
        long block = count * type.size();
        long stride = count * type.extent();
        MemorySegment packed = s.packed.take(block * s.size);
        for (int child = Ranks.powerAtLeast(s.size) >> 1; child > 0; child >>= 1) {
            int ranks = Ranks.subtreeRanks(child, s.size);
            int dest = Ranks.absolute(child, root, s.size);
            int first = Math.min(ranks, s.size - dest);
            if (first == ranks) {
                s.port.collSend(buffer, offset + dest * stride, ranks * count, type, dest, Tags.SCATTER);
            } else {
                long rest = (long) ranks - first;
                s.port.localCopy(
                        buffer, offset + dest * stride, first * count, type, packed, 0, block * first, TypeLayout.BYTE);
                s.port.localCopy(
                        buffer, offset, rest * count, type, packed, block * first, block * rest, TypeLayout.BYTE);
                s.sendBytes(packed, 0, block * ranks, type.single(), dest, Tags.SCATTER);
            }
        }
        s.packed.give(packed, block * s.size);
    }
}
