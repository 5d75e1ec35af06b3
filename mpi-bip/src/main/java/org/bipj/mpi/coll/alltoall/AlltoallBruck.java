package org.bipj.mpi.coll.alltoall;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.Ranks;
import org.bipj.mpi.coll.base.Tags;

/**
 * Alltoall of short equal blocks in log2(n) rounds, rounded up (Bruck et al., 1997): a block that must travel d ranks
 * travels 2^k of them in round k if bit k of d is set. Each block is copied log2(n) times.
 */
final class AlltoallBruck {
    private AlltoallBruck() {}

    static void run(CollState s, Blocks send, Blocks receive) {
        int block = Math.toIntExact(send.bytes(0));
        long all = (long) block * s.size;
        TypeLayout outUnit = send.type(0).single();
        TypeLayout inUnit = receive.type(0).single();
        MemorySegment packed = s.packed.take(all);
        MemorySegment outgoing = s.packed.take(all);
        MemorySegment incoming = s.packed.take(all);
        for (int distance = 0; distance < s.size; distance++) {
            copy(s, send, Ranks.absolute(s.rank, distance, s.size), packed, (long) distance * block, block, true);
        }
        for (int bit = 1; bit < s.size; bit <<= 1) {
            long bytes = (long) block * select(s, bit, packed, outgoing, block, true);
            Object handle = s.postBytes(incoming, 0, bytes, inUnit, Ranks.relative(s.rank, bit, s.size), Tags.ALLTOALL);
            s.sendBytes(outgoing, 0, bytes, outUnit, Ranks.absolute(s.rank, bit, s.size), Tags.ALLTOALL);
            s.port.collAwait(handle);
            select(s, bit, packed, incoming, block, false);
        }
        for (int distance = 0; distance < s.size; distance++) {
            copy(s, receive, Ranks.relative(s.rank, distance, s.size), packed, (long) distance * block, block, false);
        }
        s.packed.give(packed, all);
        s.packed.give(outgoing, all);
        s.packed.give(incoming, all);
    }

    private static void copy(
            CollState s, Blocks user, int rank, MemorySegment packed, long at, int block, boolean out) {
        Object buffer = user.buffer();
        long offset = user.offset(rank);
        long count = user.count(rank);
        TypeLayout type = user.type(rank);
        if (out) {
            s.port.localCopy(buffer, offset, count, type, packed, at, block, TypeLayout.BYTE);
        } else {
            s.port.localCopy(packed, at, block, TypeLayout.BYTE, buffer, offset, count, type);
        }
    }

    /** Copies the blocks whose distance has the bit set out to a message, or back in from one; returns their number. */
    private static int select(
            CollState s, int bit, MemorySegment packed, MemorySegment message, int block, boolean out) {
        int n = 0;
        for (int distance = bit; distance < s.size; distance++) {
            if ((distance & bit) != 0) {
                if (out) {
                    s.port.collMove(packed, (long) distance * block, message, (long) n * block, block);
                } else {
                    s.port.collMove(message, (long) n * block, packed, (long) distance * block, block);
                }
                n++;
            }
        }
        return n;
    }
}
