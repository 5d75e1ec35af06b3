package org.bipj.mpi.coll.allgather;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;

/**
 * Allgather of equal blocks among a power of two of ranks: in round k, ranks at distance 2^k exchange the 2^k blocks that
 * they have (Thakur, Rabenseifner and Gropp, 2005, section 4.1).
 */
final class AllgatherRecursiveDoubling {
    private AllgatherRecursiveDoubling() {}

    /** Runs on this rank, whose own block is in place. */
    static void run(CollState s, Data data) {
        for (int mask = 1; mask < s.size; mask <<= 1) {
            int partner = s.rank ^ mask;
            int mine = s.rank & -mask;
            int theirs = partner & -mask;
            s.exchangeBlocks(data, mine, theirs, mask, partner, Tags.ALLGATHER);
        }
    }
}
