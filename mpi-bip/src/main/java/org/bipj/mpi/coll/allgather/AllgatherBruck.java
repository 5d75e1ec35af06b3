package org.bipj.mpi.coll.allgather;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/**
 * Allgather of short equal blocks among any number of ranks in log2(n) rounds, rounded up (Bruck et al., 1997). Blocks are
 * collected packed, own block first, and turned into place at the end.
 */
final class AllgatherBruck {
    private AllgatherBruck() {}

    /** Runs on this rank, whose own block is in place. */
    static void run(CollState s, Data data) {
        long block = data.bytes();
        Data packed = s.takePacked(block * s.size, data.type().single());
        s.packBlocks(data, s.rank, 1, packed, 0);
        for (int have = 1; have < s.size; have <<= 1) {
            int dest = Ranks.relative(s.rank, have, s.size);
            int source = Ranks.absolute(s.rank, have, s.size);
            long bytes = block * Math.min(have, s.size - have);
            Object handle = s.postBytes(packed, block * have, bytes, source, Tags.ALLGATHER);
            s.sendBytes(packed, 0, bytes, dest, Tags.ALLGATHER);
            s.port.await(handle);
        }
        long behind = (long) s.size - s.rank;
        s.unpackBlocks(packed, 0, data, s.rank, behind);
        s.unpackBlocks(packed, block * behind, data, 0, s.rank);
        s.givePacked(packed);
    }
}
