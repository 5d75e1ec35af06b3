package org.bipj.sim.lci;

import java.lang.foreign.MemorySegment;

/** A receive packet: a buffer in host memory that the board fills, and the client reads. */
final class ReceivePacket {
    /** Who has the packet. */
    enum State {
        FREE,
        /** The board stores it, or it waits to be polled. */
        BOARDS,
        CLIENTS
    }

    final int number;
    private final long[] memory;
    private final MemorySegment segment;
    /** What has arrived in it; null if it is free. */
    LciFrame frame;

    State state = State.FREE;

    ReceivePacket(int number, int bytes) {
        this.number = number;
        memory = new long[(bytes + Long.BYTES - 1) / Long.BYTES];
        segment = MemorySegment.ofArray(memory).asSlice(0, bytes);
    }

    MemorySegment segment() {
        return segment;
    }

    /** Copies the packet into host memory, as the board's DMA does. */
    void store(LciFrame arrived) {
        frame = arrived;
        System.arraycopy(arrived.payload, 0, memory, 0, arrived.payload.length);
    }
}
