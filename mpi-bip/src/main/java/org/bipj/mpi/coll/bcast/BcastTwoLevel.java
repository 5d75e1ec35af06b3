package org.bipj.mpi.coll.bcast;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.Levels;

/** Broadcast to several hosts: the root to the leaders of the other hosts, then each leader to the ranks of its host. */
final class BcastTwoLevel {
    private BcastTwoLevel() {}

    static void run(Levels levels, Data data, int root) {
        if (levels.lead(root)) {
            Bcast.run(levels.between, data, levels.hostOf(root));
        }
        if (levels.local.size > 1) {
            Bcast.run(levels.local, data, levels.leaderPlace());
        }
    }
}
