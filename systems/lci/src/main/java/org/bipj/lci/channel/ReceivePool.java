package org.bipj.lci.channel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.bipj.core.nic.HostTime;

/**
 * The receive packets of a rank. The pool makes them as they are needed. Beyond its limit it makes as many as peers have
 * credits for, and withholds these credits until the packets are released.
 */
final class ReceivePool {
    private static final int FIRST = 64;
    private static final int NOBODY = -1;

    /** Returns credits that were withheld while a packet was kept. */
    @FunctionalInterface
    interface Credits {
        void consumed(int peer, int bytes);
    }

    private final int limit;
    private final int payload;
    private final HostTime time;
    private final Credits credits;

    /** By packet: memory of its own; null until it is needed. */
    private MemorySegment[] own = new MemorySegment[FIRST];
    /** By packet: the memory that has its payload now. */
    private MemorySegment[] current = new MemorySegment[FIRST];

    private long[] at = new long[FIRST];
    private long[] envelopes = new long[FIRST];
    private int[] lengths = new int[FIRST];
    /** By packet: the client, and destinations to which it has to be forwarded. */
    private int[] users = new int[FIRST];
    /** By packet: who waits for credits, and for how many bytes. */
    private int[] creditors = new int[FIRST];

    private int[] owed = new int[FIRST];
    private int[] free = new int[FIRST];
    private int frees;
    private int made;

    ReceivePool(int limit, int payload, HostTime time, Credits credits) {
        this.limit = limit;
        this.payload = payload;
        this.time = time;
        this.credits = credits;
    }

    /** A packet for the client, without a payload yet. */
    int take(long envelope, int length) {
        if (frees == 0) {
            make();
        }
        int packet = free[--frees];
        envelopes[packet] = envelope;
        lengths[packet] = length;
        users[packet] = 1;
        return packet;
    }

    private void make() {
        if (made == own.length) {
            int more = 2 * made;
            own = Arrays.copyOf(own, more);
            current = Arrays.copyOf(current, more);
            at = Arrays.copyOf(at, more);
            envelopes = Arrays.copyOf(envelopes, more);
            lengths = Arrays.copyOf(lengths, more);
            users = Arrays.copyOf(users, more);
            creditors = Arrays.copyOf(creditors, more);
            owed = Arrays.copyOf(owed, more);
            free = Arrays.copyOf(free, more);
        }
        creditors[made] = NOBODY;
        free[frees++] = made++;
    }

    /** How many packets are in use. */
    int used() {
        return made - frees;
    }

    /** True if packets in use exceed the limit: credits for the latest one are withheld. */
    boolean isOver() {
        return used() > limit;
    }

    /** The payload of a packet is in memory of the network. */
    void place(int packet, MemorySegment memory, long offset) {
        current[packet] = memory;
        at[packet] = offset;
    }

    /** Copies bytes into the packet's own memory, behind those that are there. */
    void append(int packet, int filled, MemorySegment memory, long offset, int bytes) {
        MemorySegment into = own(packet);
        MemorySegment.copy(memory, offset, into, filled, bytes);
        time.chargeCopy(bytes);
        current[packet] = into;
        at[packet] = 0;
        lengths[packet] = filled + bytes;
    }

    private MemorySegment own(int packet) {
        if (own[packet] == null) {
            own[packet] = Arena.ofAuto().allocate(payload, Long.BYTES);
        }
        return own[packet];
    }

    /** Moves the payload to the packet's own memory, if it is not there. */
    void pin(int packet) {
        if (current[packet] != own[packet] || own[packet] == null) {
            append(packet, 0, current[packet], at[packet], lengths[packet]);
        }
    }

    MemorySegment memory(int packet) {
        return current[packet];
    }

    long at(int packet) {
        return at[packet];
    }

    long envelope(int packet) {
        return envelopes[packet];
    }

    void envelope(int packet, long envelope) {
        envelopes[packet] = envelope;
    }

    int length(int packet) {
        return lengths[packet];
    }

    /** The packet is to be forwarded to so many destinations. */
    void use(int packet, int destinations) {
        users[packet] += destinations;
    }

    /** A peer gets its credits for so many bytes only when the packet is released. */
    void owe(int packet, int peer, int bytes) {
        creditors[packet] = peer;
        owed[packet] = bytes;
    }

    /** The client, or a destination, does not need the packet any more. */
    void release(int packet) {
        if (--users[packet] > 0) {
            return;
        }
        current[packet] = null;
        free[frees++] = packet;
        int peer = creditors[packet];
        if (peer != NOBODY) {
            creditors[packet] = NOBODY;
            credits.consumed(peer, owed[packet]);
        }
    }
}
