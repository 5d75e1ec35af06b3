package org.bipj.mpi.coll.allgather;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;

/**
 * Allgather of equal blocks among a power of two of ranks: in round k, ranks at distance 2^k exchange the 2^k blocks that
 * they have (Thakur, Rabenseifner and Gropp, 2005, section 4.1).
 */
final class AllgatherRecursiveDoubling {
    private AllgatherRecursiveDoubling() {}

    /** Own blocks are in place. */
    static void run(CollState s, Object buffer, long offset, long count, TypeLayout type) {
        long stride = count * type.extent();
        for (int mask = 1; mask < s.size; mask <<= 1) {
            int partner = s.rank ^ mask;
            int mine = s.rank & -mask;
            int theirs = partner & -mask;
            long elements = mask * count;
            Object handle =
                    s.port.collPostRecv(buffer, offset + theirs * stride, elements, type, partner, Tags.ALLGATHER);
            s.port.collSend(buffer, offset + mine * stride, elements, type, partner, Tags.ALLGATHER);
            s.port.collAwait(handle);
        }
    }
}
