package org.bipj.mpi.coll.alltoall;

import org.bipj.core.payload.Data;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/**
 * Alltoall out of the receive buffer (MPI_IN_PLACE). In round k, the two ranks whose numbers add up to k, modulo n,
 * exchange their blocks; a packed copy of the outgoing block makes room for the incoming one.
 */
public final class AlltoallInPlace {
    private AlltoallInPlace() {}

    public static void run(CollState s, Blocks blocks) {
        for (int round = 0; round < s.size; round++) {
            int partner = Ranks.relative(round, s.rank, s.size);
            if (partner != s.rank) {
                exchange(s, blocks, partner);
            }
        }
    }

    private static void exchange(CollState s, Blocks blocks, int partner) {
        long bytes = blocks.bytes(partner);
        Data outgoing = s.takePacked(bytes, blocks.type(partner).single());
        s.packBlock(blocks, partner, outgoing, 0);
        Object handle = s.postBlock(blocks, partner, partner, Tags.ALLTOALL);
        s.sendBytes(outgoing, 0, bytes, partner, Tags.ALLTOALL);
        s.port.await(handle);
        s.givePacked(outgoing);
    }
}
