package org.bipj.lci.channel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The send packets of a rank. A launched packet is free again once it has gone to all of its destinations. */
final class SendPool {
    private final int payload;
    private final MemorySegment[] memory;
    /** Destinations to which a launched packet has not gone. */
    private final int[] waiting;
    /** The numbers of free packets; the last one is taken first. */
    private final int[] free;

    private int frees;

    SendPool(int packets, int payload) {
        this.payload = payload;
        memory = new MemorySegment[packets];
        waiting = new int[packets];
        free = new int[packets];
        for (int packet = packets - 1; packet >= 0; packet--) {
            give(packet);
        }
    }

    /** Takes a free packet; -1 if there is none. */
    int take() {
        return frees == 0 ? -1 : free[--frees];
    }

    void give(int packet) {
        free[frees++] = packet;
    }

    /** True if all packets are free. */
    boolean isFull() {
        return frees == free.length;
    }

    MemorySegment memory(int packet) {
        if (memory[packet] == null) {
            memory[packet] = Arena.ofAuto().allocate(payload, Long.BYTES);
        }
        return memory[packet];
    }

    /** A packet has been launched, and waits for so many destinations. */
    void launched(int packet, int destinations) {
        waiting[packet] = destinations;
        if (destinations == 0) {
            give(packet);
        }
    }

    /** A packet has gone to one of the destinations for which it waits. */
    void gone(int packet) {
        if (--waiting[packet] == 0) {
            give(packet);
        }
    }
}
