package org.bipj.sim.gam;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.Endpoints;

/**
 * One message: a descriptor of a ring, with the data of a bulk packet. The host writes one and publishes it, a worm carries
 * it, and the destination's ring holds it until the host there has cleared it.
 *
 * <pre>
 *   32 bytes   | type, source or destination, kind, opcode 4 | handler 4 | 5 words x 4 | CRC 4 |
 *   then       | data of a bulk packet, up to 4 KB, from and to a pinned area of host memory   |
 * </pre>
 */
final class GamPacket {
    final int source;
    final int destination;
    final int kind;
    final int wordCount;
    final int bytes;
    final MemorySegment words;
    final MemorySegment data;
    /** The library's header: what does not fit into the handler's word goes with the data. */
    long header;

    /** Whether the packet's data is in a buffer of the sending board. */
    boolean isFetched;
    /** Whether the packet is complete in the receiver's ring: its control word is written. */
    boolean isPublished;

    GamPacket(int source, int destination, int kind, int wordCount, int bytes) {
        this.source = source;
        this.destination = destination;
        this.kind = kind;
        this.wordCount = wordCount;
        this.bytes = bytes;
        words = memory(Integer.BYTES * wordCount);
        data = memory(bytes);
    }

    private static MemorySegment memory(int bytes) {
        return MemorySegment.ofArray(new long[(bytes + Long.BYTES - 1) / Long.BYTES]);
    }

    boolean isBulk() {
        return bytes > 0;
    }

    @Override
    public String toString() {
        return (kind == Endpoints.REQUEST ? "request" : "reply") + (isBulk() ? " with " + bytes + " bytes" : "")
                + " from rank " + source + " to rank " + destination;
    }
}
