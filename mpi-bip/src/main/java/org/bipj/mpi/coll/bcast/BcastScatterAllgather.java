package org.bipj.mpi.coll.bcast;

import org.bipj.core.payload.Data;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Packed;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/**
 * Broadcast of a long message to many ranks: a binomial scatter of pieces, then a ring in which all ranks collect them
 * (van de Geijn; Thakur, Rabenseifner and Gropp, 2005, section 5).
 */
final class BcastScatterAllgather {
    /** Pieces begin at multiples of a cache line, so that no array element is cut. */
    private static final long ALIGNMENT_BYTES = 64;

    private BcastScatterAllgather() {}

    static void run(CollState s, Data data, int root) {
        int virtual = Ranks.relative(s.rank, root, s.size);
        long piece = (data.bytes() / s.size + ALIGNMENT_BYTES) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
        Data run = Packed.open(s, data, virtual == 0);
        scatter(s, run, piece, root, virtual);
        ring(s, run, piece, root, virtual);
        Packed.close(s, run, data, virtual != 0);
    }

    private static void scatter(CollState s, Data run, long piece, int root, int virtual) {
        long bytes = run.count();
        int mask = Ranks.subtree(virtual, s.size);
        if (virtual != 0) {
            long from = Math.min(bytes, virtual * piece);
            long end = Math.min(bytes, (virtual + mask) * piece);
            int parent = Ranks.absolute(virtual - mask, root, s.size);
            s.recvBytes(run, from, end - from, parent, Tags.BCAST);
        }
        for (int child = mask >> 1; child > 0; child >>= 1) {
            if (virtual + child < s.size) {
                long from = Math.min(bytes, (virtual + child) * piece);
                long end = Math.min(bytes, (virtual + 2 * child) * piece);
                s.sendBytes(run, from, end - from, Ranks.absolute(virtual + child, root, s.size), Tags.BCAST);
            }
        }
    }

    private static void ring(CollState s, Data run, long piece, int root, int virtual) {
        long bytes = run.count();
        int right = Ranks.absolute((virtual + 1) % s.size, root, s.size);
        int left = Ranks.absolute((virtual + s.size - 1) % s.size, root, s.size);
        int mine = virtual;
        for (int round = 1; round < s.size; round++) {
            int next = mine == 0 ? s.size - 1 : mine - 1;
            long from = Math.min(bytes, next * piece);
            long end = Math.min(bytes, (next + 1) * piece);
            Object handle = s.postBytes(run, from, end - from, left, Tags.BCAST);
            from = Math.min(bytes, mine * piece);
            end = Math.min(bytes, (mine + 1) * piece);
            s.sendBytes(run, from, end - from, right, Tags.BCAST);
            s.port.await(handle);
            mine = next;
        }
    }
}
