package org.bipj.mpi.coll.alltoall;

import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.port.Turns;

/** Alltoall of equal blocks in turns: every rank writes all blocks for others, and reads its own of each of them. */
final class AlltoallShared {
    private AlltoallShared() {}

    /** Bytes of a rank in a turn with this much of each block. */
    static long turnBytes(CollState s, long ofBlock) {
        return ofBlock * (s.size - 1);
    }

    static void run(CollState s, Turns turns, Blocks send, Blocks receive) {
        long bytes = send.bytes(0);
        int most = turns.longestBytes() / (s.size - 1);
        turns.operation("alltoall", bytes, most);
        turns.source(s.allEqual(send));
        turns.target(s.allEqual(receive));
        for (long at = 0; at < bytes; at += most) {
            int n = (int) Math.min(most, bytes - at);
            turns.begin(n * (s.size - 1));
            turns.awaitRoom();
            write(s, turns, bytes, at, n);
            turns.publishWithAll();
            if (at == 0) {
                // While the others' marks are under way.
                s.copyBlock(send, s.rank, receive, s.rank);
            }
            turns.awaitOthers();
            for (int rank = 0; rank < s.size; rank++) {
                if (rank != s.rank) {
                    // Each rank leaves out its own block.
                    turns.read(rank, (long) n * (s.rank < rank ? s.rank : s.rank - 1), rank * bytes + at, n);
                }
            }
            turns.end();
        }
        turns.forget();
    }

    private static void write(CollState s, Turns turns, long bytes, long at, int n) {
        long skip = 0;
        for (int rank = 0; rank < s.size; rank++) {
            if (rank != s.rank) {
                turns.write(rank * bytes + at, skip, n);
                skip += n;
            }
        }
    }
}
