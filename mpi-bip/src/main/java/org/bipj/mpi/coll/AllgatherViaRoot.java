package org.bipj.mpi.coll;

import org.bipj.core.payload.TypeLayout;

/** Allgather of short equal blocks by a gather to rank 0 and a message back: every other rank waits once. */
final class AllgatherViaRoot {
    private AllgatherViaRoot() {}

    /** Own blocks are in place. */
    static void run(CollState s, Object buffer, long offset, long count, TypeLayout type) {
        if (s.rank == 0) {
            GatherLinear.receive(s, Collectives.IN_PLACE, 0, 0, type, s.receive, Tags.ALLGATHER);
        } else {
            s.port.collSend(buffer, offset + s.rank * count * type.extent(), count, type, 0, Tags.ALLGATHER);
        }
        BcastLinear.run(s, buffer, offset, s.size * count, type, 0);
    }
}
