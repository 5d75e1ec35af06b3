package org.bipj.sim.lci;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.bipj.core.protocol.MulticastTree;
import org.bipj.sim.kernel.Event;

/** A send packet: a buffer of board memory that the host writes by programmed I/O, and the request to send it. */
final class BoardSendPacket extends BoardBuffer {
    /** Who has the packet. */
    enum State {
        FREE,
        /** The client has it, and may write it. */
        CLIENTS,
        /** The board is sending it. */
        LAUNCHED
    }

    private final BoardSendPool pool;
    final int number;
    private final long[] memory;
    private final MemorySegment segment;
    private final int[] receivers = new int[MulticastTree.CHILDREN];
    private int receiverCount;
    private LciFrame frame;
    State state = State.FREE;

    private final Event doorbell;

    BoardSendPacket(LciHost host, BoardSendPool pool, int number) {
        this.pool = pool;
        this.number = number;
        doorbell = host.ring(this);
        int bytes = host.settings().packetBytes;
        memory = new long[(bytes + Long.BYTES - 1) / Long.BYTES];
        segment = MemorySegment.ofArray(memory).asSlice(0, bytes);
    }

    MemorySegment segment() {
        return segment;
    }

    /** The packet becomes a frame: what the buffer holds now. */
    void fill(LciFrame with, int length) {
        frame = with;
        frame.length = length;
        if (length > 0) {
            frame.payload = Arrays.copyOf(memory, (length + Long.BYTES - 1) / Long.BYTES);
        }
        receiverCount = 0;
    }

    /** The packet's bytes come from another packet. */
    void fill(LciFrame with, LciFrame from) {
        frame = with;
        frame.length = from.length;
        frame.payload = from.payload;
        receiverCount = 0;
    }

    void addReceiver(int rank) {
        receivers[receiverCount++] = rank;
    }

    int receivers() {
        return receiverCount;
    }

    int receiver(int i) {
        return receivers[i];
    }

    LciFrame frame() {
        return frame;
    }

    Event doorbell() {
        return doorbell;
    }

    @Override
    void freed() {
        frame = null;
        pool.sent(this);
    }
}
