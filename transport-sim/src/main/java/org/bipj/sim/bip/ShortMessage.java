package org.bipj.sim.bip;

import java.lang.foreign.MemorySegment;

/**
 * A short message: a packet of the port, written by programmed I/O into a slot of the sending board's memory. The same
 * object represents the slot, the worm's content, the receiving board's buffer, and the slot in the host's queue, so
 * its bytes are written once and read once.
 *
 * <pre>
 *   on the wire:  type (2)  source (2)  number (2)  length (2)  immediate (4)  the packet's bytes
 * </pre>
 */
final class ShortMessage extends BoardMessage {
    /** Bytes before the packet's own on the wire, in the board's memory and in the host's queue. */
    static final int HEADER = 12;

    final MemorySegment memory;
    int lane;
    int immediate;
    int length;
    /** What a datagram carries; null in a packet of the port. */
    Object content;
    /** A slot in the host's queue is reserved for it. */
    boolean hasSlot;

    ShortMessage(int maxBytes) {
        memory = MemorySegment.ofArray(new long[words(maxBytes)]);
    }

    /** Number of Java {@code long}s that hold a number of bytes. */
    static int words(int bytes) {
        return (bytes + Long.BYTES - 1) / Long.BYTES;
    }

    @Override
    int wireBytes() {
        return HEADER + length;
    }
}
