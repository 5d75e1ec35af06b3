package org.bipj.mpi.coll.allgather;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.bcast.BcastLinear;
import org.bipj.mpi.coll.gather.GatherLinear;

/** Allgather of short equal blocks by a gather to rank 0 and a message back: every other rank waits once. */
final class AllgatherViaRoot {
    private AllgatherViaRoot() {}

    /** Own blocks are in place. */
    static void run(CollState s, Object buffer, long offset, long count, TypeLayout type) {
        if (s.rank == 0) {
            GatherLinear.receive(s, CollState.IN_PLACE, 0, 0, type, s.receive, Tags.ALLGATHER);
        } else {
            s.port.collSend(buffer, offset + s.rank * count * type.extent(), count, type, 0, Tags.ALLGATHER);
        }
        BcastLinear.run(s, buffer, offset, s.size * count, type, 0);
    }
}
