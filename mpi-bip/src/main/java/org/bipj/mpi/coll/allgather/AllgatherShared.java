package org.bipj.mpi.coll.allgather;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.port.Turns;

/** Allgather in turns: every rank writes its block, and reads those of all others. */
final class AllgatherShared {
    private AllgatherShared() {}

    /** Own blocks are in place; {@code data} is the first block. */
    static void run(CollState s, Turns turns, Data data) {
        long bytes = data.bytes();
        int most = turns.longestBytes();
        turns.operation("allgather", bytes, most);
        turns.source(s.all(data));
        turns.target(s.all(data));
        for (long at = 0; at < bytes; at += most) {
            int n = (int) Math.min(most, bytes - at);
            turns.begin(n);
            turns.awaitRoom();
            turns.write(s.rank * bytes + at, 0, n);
            turns.publishWithAll();
            turns.awaitOthers();
            for (int rank = 0; rank < s.size; rank++) {
                if (rank != s.rank) {
                    turns.read(rank, 0, rank * bytes + at, n);
                }
            }
            turns.end();
        }
        turns.forget();
    }
}
