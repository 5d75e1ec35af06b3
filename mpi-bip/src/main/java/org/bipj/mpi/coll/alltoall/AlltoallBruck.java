package org.bipj.mpi.coll.alltoall;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Blocks;
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
        Data packed = s.takePacked(all, TypeLayout.BYTE);
        Data outgoing = s.takePacked(all, send.type(0).single());
        Data incoming = s.takePacked(all, receive.type(0).single());
        for (int distance = 0; distance < s.size; distance++) {
            s.packBlock(send, Ranks.absolute(s.rank, distance, s.size), packed, (long) distance * block);
        }
        for (int bit = 1; bit < s.size; bit <<= 1) {
            long bytes = (long) block * select(s, bit, packed, outgoing, block, true);
            Object handle = s.postBytes(incoming, 0, bytes, Ranks.relative(s.rank, bit, s.size), Tags.ALLTOALL);
            s.sendBytes(outgoing, 0, bytes, Ranks.absolute(s.rank, bit, s.size), Tags.ALLTOALL);
            s.port.await(handle);
            select(s, bit, packed, incoming, block, false);
        }
        for (int distance = 0; distance < s.size; distance++) {
            s.unpackBlock(packed, (long) distance * block, receive, Ranks.relative(s.rank, distance, s.size));
        }
        s.givePacked(packed);
        s.givePacked(outgoing);
        s.givePacked(incoming);
    }

    /** Copies the blocks whose distance has the bit set out to a message, or back in from one; returns their number. */
    @SuppressWarnings("NullAway") // Packed data have memory.
    private static int select(CollState s, int bit, Data packedBlocks, Data packedMessage, int block, boolean out) {
        MemorySegment packed = (MemorySegment) packedBlocks.buffer();
        MemorySegment message = (MemorySegment) packedMessage.buffer();
        int n = 0;
        for (int distance = bit; distance < s.size; distance++) {
            if ((distance & bit) != 0) {
                if (out) {
                    s.port.move(packed, (long) distance * block, message, (long) n * block, block);
                } else {
                    s.port.move(message, (long) n * block, packed, (long) distance * block, block);
                }
                n++;
            }
        }
        return n;
    }
}
