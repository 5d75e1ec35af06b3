package org.bipj.mpi.coll.bcast;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.port.Turns;

/** Broadcast in turns: the root copies each piece in once and goes on; the others copy it out as they come. */
final class BcastShared {
    private BcastShared() {}

    static void run(CollState s, Turns turns, Data data, int root) {
        long bytes = data.bytes();
        int most = turns.longestBytes();
        turns.operation("bcast", bytes, most);
        boolean writes = s.rank == root;
        if (writes) {
            turns.source(data);
        } else {
            turns.target(data);
        }
        for (long at = 0; at < bytes; at += most) {
            int n = (int) Math.min(most, bytes - at);
            turns.begin(n);
            if (writes) {
                turns.awaitRoom();
                turns.write(at, 0, n);
                turns.publish();
            } else {
                turns.await(root);
                turns.read(root, 0, at, n);
            }
            turns.end();
        }
        turns.forget();
    }
}
