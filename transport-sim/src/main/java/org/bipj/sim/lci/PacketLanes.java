package org.bipj.sim.lci;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;

/**
 * The host driver as a port of packets, which MPI and BIP use: a packet of the port is a packet of LCI, whose header has
 * lane and immediate where others have group and client. Both lanes share the pools; the last send packets are for the lane
 * of credits and completions.
 */
final class PacketLanes {
    /** A packet that the sink keeps, at an offset of its own. */
    private record Kept(long offset, ReceivePacket packet) {}

    private final LciPort port;
    private final HostReceivePool receives;
    private final LciSettings settings;
    private final NumberQueue arrived;
    /** Packets that are claimed and not yet committed, by peer and lane. */
    private final Int2ObjectHashMap<BoardSendPacket> open = new Int2ObjectHashMap<>();

    private final List<Kept> kept = new ArrayList<>();

    PacketLanes(LciPort port, HostReceivePool receives, LciSettings settings) {
        this.port = port;
        this.receives = receives;
        this.settings = settings;
        arrived = new NumberQueue(settings.hostPackets);
    }

    // ---- packets out -------------------------------------------------------------------------------------------

    private int check(int peer, int lane) {
        if (peer == port.rank() || peer < 0 || peer >= port.size()) {
            throw new IllegalArgumentException("rank " + port.rank() + ": no port to rank " + peer
                    + "; expected another of " + port.size() + " ranks");
        }
        return NicPort.LANES * peer + lane;
    }

    long claim(int peer, int lane, int bytes) {
        int key = check(peer, lane);
        if (bytes < 0 || bytes > settings.packetBytes) {
            throw new IllegalArgumentException("rank " + port.rank() + ": a packet of " + bytes + " bytes to rank "
                    + peer + "; expected 0 to " + settings.packetBytes);
        }
        if (open.containsKey(key)) {
            throw new IllegalStateException("rank " + port.rank() + ": a claim for rank " + peer
                    + " before the last one was committed or aborted");
        }
        if (lane == NicPort.DATA && port.isClosed(peer)) {
            return NicPort.BACK_PRESSURED;
        }
        BoardSendPacket packet = port.claim(settings.reservedFor(lane));
        if (packet == null) {
            return NicPort.BACK_PRESSURED;
        }
        open.put(key, packet);
        return 0;
    }

    MemorySegment memory(int peer, int lane) {
        return open.get(check(peer, lane)).segment();
    }

    void commit(int peer, int lane, long claim, int bytes, int immediate) {
        BoardSendPacket packet = close(peer, lane, claim, bytes);
        LciFrame frame = new LciFrame(LciFrame.Kind.PORT, port.rank(), peer);
        frame.group = lane;
        frame.client = immediate;
        packet.fill(frame, bytes);
        packet.addReceiver(peer);
        port.launch(packet, "short send");
    }

    void abort(int peer, int lane, long claim) {
        port.free(close(peer, lane, claim, 0));
    }

    private BoardSendPacket close(int peer, int lane, long claim, int bytes) {
        BoardSendPacket packet = open.remove(check(peer, lane));
        if (packet == null || claim != 0 || bytes < 0 || bytes > settings.packetBytes) {
            throw new IllegalArgumentException("rank " + port.rank() + ": commit or abort of " + bytes + " bytes at "
                    + claim + " to rank " + peer + "; claimed were "
                    + (packet == null ? "none" : settings.packetBytes + " bytes at 0"));
        }
        return packet;
    }

    // ---- packets in --------------------------------------------------------------------------------------------

    /** A packet of the port is in host memory. */
    void add(int packet) {
        arrived.add(packet);
    }

    boolean isEmpty() {
        return arrived.isEmpty();
    }

    ReceivePacket remove() {
        return receives.packet(arrived.remove());
    }

    /** Numbers of the packets that have arrived and were not delivered, oldest first. */
    NumberQueue arrived() {
        return arrived;
    }

    /** Hands the oldest packet to the sink. */
    void deliver(PacketSink sink) {
        ReceivePacket packet = remove();
        LciFrame frame = packet.frame;
        if (frame.kind == LciFrame.Kind.MULTICAST) {
            deliverMulticast(packet, sink);
            return;
        }
        long offset = (long) Long.BYTES * kept.size();
        boolean keeps = false;
        try {
            keeps = sink.onPacket(frame.from, frame.group, frame.client, memory(packet, offset), offset, frame.length)
                    == PacketSink.KEEP;
        } finally {
            if (keeps) {
                kept.add(new Kept(offset, packet));
            } else {
                port.release(packet);
            }
        }
    }

    private void deliverMulticast(ReceivePacket packet, PacketSink sink) {
        LciFrame frame = packet.frame;
        int group = frame.group - settings.groups;
        try {
            sink.onMulticast(frame.root, group, frame.client, packet.segment(), 0, frame.length);
        } finally {
            port.release(packet);
        }
    }

    /** The packet's own memory, or a copy with its bytes at the offset. */
    private static MemorySegment memory(ReceivePacket packet, long offset) {
        if (offset == 0) {
            return packet.segment();
        }
        int length = packet.frame.length;
        MemorySegment memory = MemorySegment.ofArray(new long[(int) ((offset + length + Long.BYTES - 1) / Long.BYTES)]);
        MemorySegment.copy(packet.segment(), 0, memory, offset, length);
        return memory;
    }

    void release(long offset) {
        for (int i = 0; i < kept.size(); i++) {
            if (kept.get(i).offset == offset) {
                port.release(kept.remove(i).packet);
                return;
            }
        }
        throw new IllegalArgumentException("release at " + offset + ": no packet is kept there");
    }
}
