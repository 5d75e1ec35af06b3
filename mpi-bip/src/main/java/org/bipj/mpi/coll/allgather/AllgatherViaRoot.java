package org.bipj.mpi.coll.allgather;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.bcast.BcastLinear;
import org.bipj.mpi.coll.gather.GatherLinear;

/** Allgather of short equal blocks by a gather to rank 0 and a message back: every other rank waits once. */
final class AllgatherViaRoot {
    private AllgatherViaRoot() {}

    /** Runs on this rank, whose own block is in place. */
    static void run(CollState s, Data data) {
        if (s.rank == 0) {
            GatherLinear.receive(s, s.inPlace, s.receive, Tags.ALLGATHER);
        } else {
            s.port.send(s.blocks(data, s.rank, 1), 0, Tags.ALLGATHER);
        }
        BcastLinear.run(s, s.all(data), 0);
    }
}
