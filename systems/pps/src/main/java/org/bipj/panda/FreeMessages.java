package org.bipj.panda;

import java.util.ArrayDeque;

/** Messages of a rank that belong to nobody, to be used again; under the lock. */
final class FreeMessages {
    private final PandaCore core;
    private final HeldPackets packets;
    private final ArrayDeque<Incoming> free = new ArrayDeque<>();

    FreeMessages(PandaCore core, HeldPackets packets) {
        this.core = core;
        this.packets = packets;
    }

    Incoming take() {
        Incoming message = free.poll();
        return message != null ? message : new Incoming(core, packets, this);
    }

    void recycle(Incoming message) {
        free.push(message);
    }
}
