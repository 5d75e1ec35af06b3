package org.bipj.sim.bip;

import java.lang.foreign.MemorySegment;

/**
 * A short message: a packet of the port, written by programmed I/O into a slot of the sending board's memory. The same
 * object stands for the slot, for the worm's content, and for the receiving board's buffer.
 *
 * <pre>
 *   on the wire:  type (2)  source (2)  number (2)  length (2)  immediate (4)  the packet's bytes
 * </pre>
 */
final class Packet extends Message {
    /** Bytes before the packet's own on the wire, in the board's memory and in the host's queue. */
    static final int HEADER = 12;

    final long[] words;
    final MemorySegment memory;
    SimPort source;
    int lane;
    int immediate;
    int length;

    Packet(int maxBytes) {
        words = new long[(maxBytes + 7) / 8];
        memory = MemorySegment.ofArray(words);
    }

    @Override
    protected void fire() {
        source.ring(this);
    }

    @Override
    int wireBytes() {
        return HEADER + length;
    }
}
