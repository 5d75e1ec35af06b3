package org.bipj.mpi.coll.bcast;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Packed;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.base.Tuning;

/** Broadcast of a long message along a chain of ranks in pieces: all ranks copy at the same time. */
final class BcastChain {
    private BcastChain() {}

    static void run(CollState s, Object buffer, long offset, long count, TypeLayout type, int root) {
        int virtual = Ranks.relative(s.rank, root, s.size);
        Object run = Packed.open(s, buffer, offset, count, type, virtual == 0);
        pass(s, run, Packed.start(offset, type), count * type.size(), type.single(), root, virtual);
        Packed.close(s, run, buffer, offset, count, type, virtual != 0);
    }

    private static void pass(CollState s, Object run, long start, long bytes, TypeLayout unit, int root, int virtual) {
        int before = Ranks.absolute(Math.max(0, virtual - 1), root, s.size);
        boolean passOn = virtual < s.size - 1;
        int after = passOn ? Ranks.absolute(virtual + 1, root, s.size) : -1;
        Object arriving = virtual == 0 ? null : post(s, run, start, 0, bytes, unit, before);
        for (long at = 0; at < bytes; at += Tuning.PIECE_BYTES) {
            if (virtual != 0) {
                s.port.collAwait(arriving);
                if (at + Tuning.PIECE_BYTES < bytes) {
                    arriving = post(s, run, start, at + Tuning.PIECE_BYTES, bytes, unit, before);
                }
            }
            if (passOn) {
                s.sendBytes(run, start + at, Math.min(Tuning.PIECE_BYTES, bytes - at), unit, after, Tags.BCAST);
            }
        }
    }

    private static Object post(CollState s, Object run, long start, long at, long bytes, TypeLayout unit, int before) {
        return s.postBytes(run, start + at, Math.min(Tuning.PIECE_BYTES, bytes - at), unit, before, Tags.BCAST);
    }
}
