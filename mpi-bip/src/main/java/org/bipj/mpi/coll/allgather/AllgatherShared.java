package org.bipj.mpi.coll.allgather;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.port.Turns;
import org.jspecify.annotations.Nullable;

/** Allgather in turns: every rank writes its block, and reads those of all others. */
final class AllgatherShared {
    private AllgatherShared() {}

    /**
     * Own blocks are in place, or come from {@code own}; {@code data} is the first block.
     *
     * @param own as many bytes as a block has; null where own blocks are in place
     */
    static void run(CollState s, Turns turns, @Nullable Data own, Data data) {
        long bytes = data.bytes();
        long ownAt = own == null ? s.rank * bytes : 0;
        int most = turns.longestBytes();
        turns.operation("allgather", bytes, most);
        turns.source(own == null ? s.all(data) : own);
        turns.target(s.all(data));
        for (long at = 0; at < bytes; at += most) {
            int n = (int) Math.min(most, bytes - at);
            turns.begin(n);
            turns.awaitRoom();
            turns.write(ownAt + at, 0, n);
            turns.publishWithAll();
            if (at == 0 && own != null) {
                // While the others' marks are under way.
                s.copyOwn(own, s.receive);
            }
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
