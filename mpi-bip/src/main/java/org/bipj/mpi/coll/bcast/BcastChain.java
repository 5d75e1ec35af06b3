package org.bipj.mpi.coll.bcast;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.base.Packed;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/** Broadcast of a long message along a chain of ranks in pieces: all ranks copy at the same time. */
final class BcastChain {
    private BcastChain() {}

    static void run(CollState s, Data data, int root) {
        int virtual = Ranks.relative(s.rank, root, s.size);
        Data run = Packed.open(s, data, virtual == 0);
        pass(s, run, root, virtual);
        Packed.close(s, run, data, virtual != 0);
    }

    @SuppressWarnings("NullAway") // Whoever awaits has posted.
    private static void pass(CollState s, Data run, int root, int virtual) {
        long bytes = run.count();
        int before = Ranks.absolute(Math.max(0, virtual - 1), root, s.size);
        boolean passOn = virtual < s.size - 1;
        int after = passOn ? Ranks.absolute(virtual + 1, root, s.size) : -1;
        Object arriving = virtual == 0 ? null : post(s, run, 0, before);
        for (long at = 0; at < bytes; at += CollectiveTuning.PIECE_BYTES) {
            if (virtual != 0) {
                s.port.await(arriving);
                if (at + CollectiveTuning.PIECE_BYTES < bytes) {
                    arriving = post(s, run, at + CollectiveTuning.PIECE_BYTES, before);
                }
            }
            if (passOn) {
                s.sendBytes(run, at, Math.min(CollectiveTuning.PIECE_BYTES, bytes - at), after, Tags.BCAST);
            }
        }
    }

    private static Object post(CollState s, Data run, long at, int before) {
        return s.postBytes(run, at, Math.min(CollectiveTuning.PIECE_BYTES, run.count() - at), before, Tags.BCAST);
    }
}
