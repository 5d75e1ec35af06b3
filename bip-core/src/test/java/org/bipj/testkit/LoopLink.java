package org.bipj.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;

/** One lane from one rank to another: slots of packet memory, and the packets on their way in the order of commits. */
final class LoopLink {
    private static final byte POISON = (byte) 0xa5;

    /** A packet in its slot, or a ready send, which has none. */
    private record Packet(long at, int length, int immediate, long number, LoopFabric.Ready ready) {}

    final int from;
    final int to;
    final int lane;
    final MemorySegment memory;
    long committed;
    private final LoopFabric fabric;
    private final int maxBytes;
    private final int slotBytes;
    private final List<Long> free = new ArrayList<>();
    private final ArrayDeque<Packet> packets = new ArrayDeque<>();
    private final Set<Long> kept = new HashSet<>();
    private long claimed = -1;
    private int claimedBytes;

    LoopLink(LoopFabric fabric, int from, int to, int lane, int maxBytes) {
        this.fabric = fabric;
        this.from = from;
        this.to = to;
        this.lane = lane;
        this.maxBytes = maxBytes;
        slotBytes = (maxBytes + 7 & ~7) + 8;
        int slots = fabric.options.slots;
        memory = Arena.ofAuto().allocate((long) slots * slotBytes, 8).fill(POISON);
        for (long slot = 0; slot < slots; slot++) {
            free.add(slot * slotBytes);
        }
    }

    boolean hasRoom() {
        return !free.isEmpty();
    }

    boolean hasPacket() {
        return !packets.isEmpty();
    }

    long claim(int bytes) {
        if (claimed >= 0) {
            throw new IllegalStateException(this + ": a claim before the last one was committed or aborted");
        }
        if (bytes < 0 || bytes > maxBytes) {
            throw new IllegalArgumentException(this + ": a packet of " + bytes + " bytes; expected 0 to " + maxBytes);
        }
        if (free.isEmpty()) {
            return NicPort.BACK_PRESSURED;
        }
        claimed = free.remove(fabric.random.nextInt(free.size()));
        claimedBytes = bytes;
        return claimed;
    }

    private void endClaim(long claim, int bytes) {
        if (claim != claimed || bytes < 0 || bytes > claimedBytes) {
            throw new IllegalArgumentException(this + ": commit or abort of " + bytes + " bytes at " + claim
                    + "; claimed were " + claimedBytes + " at " + claimed);
        }
        claimed = -1;
    }

    void abort(long claim) {
        endClaim(claim, 0);
        free(claim);
    }

    void commit(long claim, int bytes, int immediate) {
        endClaim(claim, bytes);
        long number = committed++;
        fabric.event(this + " commit #" + number + " " + bytes + " bytes " + Integer.toHexString(immediate));
        LoopOptions options = fabric.options;
        if (fabric.chance(options.drop)) {
            fabric.harmed(LoopFabric.Harm.DROPPED, this, number);
            free(claim);
            return;
        }
        int arriving = immediate;
        if (fabric.chance(options.corrupt)) {
            fabric.harmed(LoopFabric.Harm.CORRUPTED, this, number);
            arriving = flipOneBit(claim, bytes, immediate);
        }
        packets.add(new Packet(claim, bytes, arriving, number, null));
        if (!free.isEmpty() && fabric.chance(options.duplicate)) {
            fabric.harmed(LoopFabric.Harm.DUPLICATED, this, number);
            long copy = free.remove(0);
            MemorySegment.copy(memory, claim, memory, copy, bytes);
            packets.add(new Packet(copy, bytes, arriving, number, null));
        }
    }

    /** A ready send follows the packets that were committed before it. */
    void send(LoopFabric.Ready ready) {
        long number = committed++;
        fabric.event(this + " ready send #" + number + " " + ready.bytes() + " bytes to " + ready.name());
        packets.add(new Packet(-1, 0, 0, number, ready));
    }

    private int flipOneBit(long at, int bytes, int immediate) {
        int bit = fabric.random.nextInt(8 * bytes + 32);
        if (bit >= 8 * bytes) {
            return immediate ^ 1 << bit - 8 * bytes;
        }
        long place = at + bit / 8;
        memory.set(ValueLayout.JAVA_BYTE, place, (byte) (memory.get(ValueLayout.JAVA_BYTE, place) ^ 1 << bit % 8));
        return immediate;
    }

    /** Hands the oldest packet over. */
    void deliver(PacketSink sink) {
        Packet packet = packets.remove();
        fabric.event(this + " deliver #" + packet.number);
        if (packet.ready != null) {
            fabric.loopPort(to).arrived(packet.ready, sink);
            return;
        }
        boolean keep = false;
        if (lane >= NicPort.LANES) {
            sink.onMulticast(
                    from, lane - NicPort.LANES, packet.immediate, memory.asReadOnly(), packet.at, packet.length);
            free(packet.at);
            return;
        }
        try {
            keep = sink.onPacket(from, lane, packet.immediate, memory.asReadOnly(), packet.at, packet.length)
                    == PacketSink.KEEP;
        } finally {
            if (keep) {
                kept.add(packet.at);
            } else {
                free(packet.at);
            }
        }
    }

    /** The last packets, any number of them, are lost with their sender. */
    void loseTail() {
        for (int lost = fabric.random.nextInt(packets.size() + 1); lost > 0; lost--) {
            Packet packet = packets.removeLast();
            if (packet.ready == null) {
                free(packet.at);
            }
        }
    }

    /** The oldest packet's immediate and its length plus 1; 0 where there is none, or a ready send comes first. */
    long peek() {
        Packet packet = packets.peek();
        return packet == null || packet.ready != null ? 0 : (long) packet.immediate << 32 | packet.length + 1;
    }

    /** Where the oldest packet lies. */
    long peekOffset() {
        return packets.element().at;
    }

    /** Ends the oldest packet's life. */
    void take() {
        Packet packet = packets.remove();
        fabric.event(this + " take #" + packet.number);
        free(packet.at);
    }

    void release(long at) {
        if (!kept.remove(at)) {
            throw new IllegalArgumentException(this + ": no packet is kept at " + at);
        }
        free(at);
    }

    private void free(long at) {
        memory.asSlice(at, slotBytes).fill(POISON);
        free.add(at);
    }

    @Override
    public String toString() {
        return from + "->" + to + (lane == NicPort.CONTROL ? " control" : " data");
    }
}
