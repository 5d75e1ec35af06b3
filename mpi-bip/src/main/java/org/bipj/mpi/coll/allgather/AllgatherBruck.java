package org.bipj.mpi.coll.allgather;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/**
 * Allgather of short equal blocks among any number of ranks in log2(n) rounds, rounded up (Bruck et al., 1997). Blocks are
 * collected packed, own block first, and turned into place at the end.
 */
final class AllgatherBruck {
    private AllgatherBruck() {}

    /** Own blocks are in place. */
    static void run(CollState s, Object buffer, long offset, long count, TypeLayout type) {
        long block = count * type.size();
        long stride = count * type.extent();
        MemorySegment packed = s.packed.take(block * s.size);
        s.port.localCopy(buffer, offset + s.rank * stride, count, type, packed, 0, block, TypeLayout.BYTE);
        for (int have = 1; have < s.size; have <<= 1) {
            int dest = Ranks.relative(s.rank, have, s.size);
            int source = Ranks.absolute(s.rank, have, s.size);
            long bytes = block * Math.min(have, s.size - have);
            Object handle = s.postBytes(packed, block * have, bytes, type.single(), source, Tags.ALLGATHER);
            s.sendBytes(packed, 0, bytes, type.single(), dest, Tags.ALLGATHER);
            s.port.collAwait(handle);
        }
        long behind = (long) s.size - s.rank;
        s.port.localCopy(
                packed, 0, block * behind, TypeLayout.BYTE, buffer, offset + s.rank * stride, behind * count, type);
        s.port.localCopy(packed, block * behind, block * s.rank, TypeLayout.BYTE, buffer, offset, s.rank * count, type);
        s.packed.give(packed, block * s.size);
    }
}
