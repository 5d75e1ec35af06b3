package org.bipj.mpi.coll.gather;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.TypeLayout;
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
    static void send(CollState s, Object buffer, long offset, long count, TypeLayout type, int root) {
        int virtual = Ranks.relative(s.rank, root, s.size);
        int mask = Ranks.subtree(virtual, s.size);
        int parent = Ranks.absolute(virtual - mask, root, s.size);
        int ranks = Ranks.subtreeRanks(virtual, s.size);
        if (ranks == 1) {
            s.port.collSend(buffer, offset, count, type, parent, Tags.GATHER);
            return;
        }
        long block = count * type.size();
        MemorySegment packed = s.packed.take(block * ranks);
        int n = 0;
        Object[] handles = s.handles(Integer.SIZE);
        for (int child = 1; child < mask && virtual + child < s.size; child <<= 1) {
            int source = Ranks.absolute(virtual + child, root, s.size);
            long bytes = block * Ranks.subtreeRanks(virtual + child, s.size);
            handles[n++] = s.postBytes(packed, block * child, bytes, type.single(), source, Tags.GATHER);
        }
        s.port.localCopy(buffer, offset, count, type, packed, 0, block, TypeLayout.BYTE);
        s.awaitAll(n);
        s.sendBytes(packed, 0, block * ranks, type.single(), parent, Tags.GATHER);
        s.packed.give(packed, block * ranks);
    }

    /** The part of the root, except its own block. Subtrees that end beyond the last rank begin again at rank 0. */
    static void receive(CollState s, Object buffer, long offset, long count, TypeLayout type, int root) {
        long block = count * type.size();
        long stride = count * type.extent();
        MemorySegment packed = s.packed.take(block * s.size);
        Object[] handles = s.handles(Integer.SIZE);
        int n = 0;
        for (int child = 1; child < s.size; child <<= 1) {
            int ranks = Ranks.subtreeRanks(child, s.size);
            int source = Ranks.absolute(child, root, s.size);
            if (source + ranks <= s.size) {
                handles[n++] =
                        s.port.collPostRecv(buffer, offset + source * stride, ranks * count, type, source, Tags.GATHER);
            } else {
                handles[n++] = s.postBytes(packed, block * child, block * ranks, type.single(), source, Tags.GATHER);
            }
        }
        s.awaitAll(n);
        for (int child = 1; child < s.size; child <<= 1) {
            int ranks = Ranks.subtreeRanks(child, s.size);
            int source = Ranks.absolute(child, root, s.size);
            int first = s.size - source;
            if (first < ranks) {
                long at = block * child;
                long rest = (long) ranks - first;
                copyOut(s, packed, at, block * first, buffer, offset + source * stride, first * count, type);
                copyOut(s, packed, at + block * first, block * rest, buffer, offset, rest * count, type);
            }
        }
        s.packed.give(packed, block * s.size);
    }

    private static void copyOut(
            CollState s, MemorySegment from, long at, long bytes, Object to, long offset, long count, TypeLayout type) {
        s.port.localCopy(from, at, bytes, TypeLayout.BYTE, to, offset, count, type);
    }
}
