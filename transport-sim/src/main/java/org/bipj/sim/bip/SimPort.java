package org.bipj.sim.bip;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PostedReceives;
import org.bipj.core.nic.VirtualTime;
import org.bipj.core.nic.WaitReports;
import org.bipj.core.payload.Payload;
import org.bipj.sim.hardware.Host;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.hardware.Node;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Fiber;

/**
 * BIP's host driver: a rank's port. Packets are written by programmed I/O into slots of the board's memory; what
 * arrives is found in a queue in host memory that the board fills; long messages are described by lists of pinned pages
 * (BIP paper, sections 4.1 to 4.4).
 *
 * <p>What the rank does costs time on its own clock, which may be ahead of the simulation: what it writes takes effect
 * at the rank's time. It is synchronised before it looks: at an empty poll, where no slot is free, at {@link #unpost}
 * and at {@link #idle}.
 */
public final class SimPort implements NicPort, PostedReceives, VirtualTime, WaitReports, Fiber.Wanted {
    private static final long PS_PER_NS = 1000;

    private final int rank;
    private Fiber fiber;
    private final HostQueue queue;
    private final Host host;
    private final Node node;
    private final BipNetwork network;
    private final Mcp mcp;
    /** Packets that are being written, seldom more than one: linked through themselves. */
    private Packet open;

    private final BipFirmware firmware;
    private final LongMessages longs;
    /** Slots of the board that packets can be written into. */
    private int freeControlSlots;

    private int freeDataSlots;

    /** A claim has failed: room is waited for. */
    private boolean starved;
    /** What the software above waits for, in words. */
    private Supplier<String> outstanding = () -> "";

    private boolean polling;
    private boolean closed;

    SimPort(BipNetwork network, int rank, Node node) {
        this.network = network;
        this.rank = rank;
        this.node = node;
        host = node.host();
        mcp = network.mcp();
        freeControlSlots = mcp.controlSlots;
        freeDataSlots = mcp.dataSlots;
        queue = new HostQueue(network, node.lanai(), mcp.queueSlots);
        host.arrivals(queue);
        int ranks = network.ranks();
        firmware = new BipFirmware(this, node.lanai(), mcp, ranks);
        firmware.start(ranks);
        longs = new LongMessages(this, host, mcp, firmware.posted());
    }

    /** Gives the port to the rank's program. What has come for it before waits in its queue. */
    public void open(Fiber program) {
        fiber = program;
        queue.open(program);
    }

    // ---- what the firmware asks --------------------------------------------------------------------------------

    BipNetwork network() {
        return network;
    }

    HostQueue queue() {
        return queue;
    }

    BipFirmware firmware() {
        return firmware;
    }

    /** Where a message or descriptor is written: its doorbell rings when that has happened. */
    Lanai board() {
        return node.lanai();
    }

    /** The rank's time, which may be ahead of the simulation's. */
    long clock() {
        return fiber.clock();
    }

    /** Something that the rank has written to its board takes effect at the rank's time. */
    void happens(Event event) {
        network.kernel().at(fiber.clock(), event);
    }

    /** A slot of the board has been sent. */
    void slotFree(int lane) {
        addFreeSlots(lane, 1);
        if (starved) {
            starved = false;
            fiber.wake(network.kernel().now());
        }
    }

    private int freeSlots(int lane) {
        return lane == CONTROL ? freeControlSlots : freeDataSlots;
    }

    private void addFreeSlots(int lane, int count) {
        if (lane == CONTROL) {
            freeControlSlots += count;
        } else {
            freeDataSlots += count;
        }
    }

    /**
     * True if nothing of this rank's is under way, waits or holds a slot or buffer, on the host or in the board: what
     * must hold when all messages have been received.
     */
    public boolean isIdle() {
        return firmware.isIdle()
                && queue.used() == 0
                && queue.isEmpty()
                && freeControlSlots == mcp.controlSlots
                && freeDataSlots == mcp.dataSlots
                && firmware.posted().size() == 0;
    }

    // ---- packets out -------------------------------------------------------------------------------------------

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return network.ranks();
    }

    @Override
    public Capabilities capabilities() {
        return mcp.capabilities;
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        check(peer);
        int most = lane == CONTROL ? mcp.maxControl : mcp.maxPacket;
        if (bytes < 0 || bytes > most) {
            throw new IllegalArgumentException(
                    "rank " + rank + ": a packet of " + bytes + " bytes to rank " + peer + "; expected 0 to " + most);
        }
        if (open(peer, lane) != null) {
            throw new IllegalStateException(
                    "rank " + rank + ": a claim for rank " + peer + " before the last one was committed or aborted");
        }
        if (freeSlots(lane) == 0 && !polling) {
            fiber.sync();
        }
        if (freeSlots(lane) == 0) {
            starved = true;
            return BACK_PRESSURED;
        }
        addFreeSlots(lane, -1);
        Packet packet = network.newPacket();
        packet.board = board();
        packet.from = rank;
        packet.to = peer;
        packet.lane = lane;
        packet.length = bytes;
        packet.next = open;
        open = packet;
        return 0;
    }

    private Packet open(int peer, int lane) {
        Packet packet = open;
        while (packet != null && (packet.to != peer || packet.lane != lane)) {
            packet = (Packet) packet.next;
        }
        return packet;
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        return open(peer, lane).memory;
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        Packet packet = closeClaim(peer, lane, claim, bytes);
        packet.length = bytes;
        packet.immediate = immediate;
        long work = host.workPs(HostWork.BIP_SEND);
        spend("short send", work + host.pioWritePs(packet.wireBytes(), fiber.clock() + work));
        happens(packet);
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        network.recycle(closeClaim(peer, lane, claim, 0));
        addFreeSlots(lane, 1);
    }

    private Packet closeClaim(int peer, int lane, long claim, int bytes) {
        check(peer);
        Packet packet = open(peer, lane);
        if (packet == null || claim != 0 || bytes < 0 || bytes > packet.length) {
            throw new IllegalArgumentException("rank " + rank + ": commit or abort of " + bytes + " bytes at " + claim
                    + " to rank " + peer + "; claimed were "
                    + (packet == null ? "none" : packet.length + " bytes at 0"));
        }
        unlink(packet);
        return packet;
    }

    private void unlink(Packet packet) {
        if (open == packet) {
            open = (Packet) packet.next;
        } else {
            Message before = open;
            while (before.next != packet) {
                before = before.next;
            }
            before.next = packet.next;
        }
        packet.next = null;
    }

    private void check(int peer) {
        checkCaller();
        if (peer == rank || peer < 0 || peer >= network.ranks()) {
            throw new IllegalArgumentException("rank " + rank + ": no port to rank " + peer + "; expected another of "
                    + network.ranks() + " ranks");
        }
    }

    private void checkCaller() {
        fiber.check();
        if (closed) {
            throw new IllegalStateException("rank " + rank + ": its port is closed");
        }
    }

    // ---- packets in --------------------------------------------------------------------------------------------

    @Override
    public int poll(PacketSink sink, int limit) {
        checkPoll();
        if (queue.isEmpty()) {
            fiber.sync();
            if (isEmptyPoll()) {
                return 0;
            }
        }
        return hand(sink, limit);
    }

    /** Without going on in between: that would cost more than all else of a short message's way through the host. */
    @Override
    public int pollOrIdle(PacketSink sink, int limit, int fruitless) {
        if (starved) {
            return NicPort.super.pollOrIdle(sink, limit, fruitless);
        }
        checkPoll();
        if (queue.isEmpty()) {
            fiber.await(this);
        }
        return hand(sink, limit);
    }

    private void checkPoll() {
        checkCaller();
        if (polling) {
            throw new IllegalStateException("rank " + rank + " polls in a poll");
        }
    }

    /** What an idle rank waits for. */
    @Override
    public boolean isThere() {
        return !isEmptyPoll();
    }

    /** A look at the queue, charged if it finds nothing. */
    private boolean isEmptyPoll() {
        if (!queue.isEmpty()) {
            return false;
        }
        spend("empty poll", host.pollPs());
        return true;
    }

    private int hand(PacketSink sink, int limit) {
        int handed = 0;
        polling = true;
        try {
            while (handed < limit && !queue.isEmpty()) {
                spend("poll", host.pollPs() + host.workPs(HostWork.BIP_RETURN));
                hand(queue.remove(), sink);
                handed++;
            }
        } finally {
            polling = false;
        }
        return handed;
    }

    private void hand(Message message, PacketSink sink) {
        if (message instanceof Packet packet) {
            handPacket(packet, sink);
        } else {
            handNotice((Notice) message, sink);
        }
    }

    private void handPacket(Packet packet, PacketSink sink) {
        int place = queue.place();
        boolean keep = false;
        try {
            keep = sink.onPacket(
                            packet.from,
                            packet.lane,
                            packet.immediate,
                            HostQueue.memory(packet, place),
                            HostQueue.offset(place),
                            packet.length)
                    == PacketSink.KEEP;
        } finally {
            if (keep) {
                queue.keep(place);
            } else {
                network.recycle(packet);
                queue.freeSlot();
            }
        }
    }

    private void handNotice(Notice notice, PacketSink sink) {
        int peer = notice.from;
        long cookie = notice.cookie;
        long bytes = notice.bytes;
        switch (notice.kind) {
            case RECEIVED -> {
                if (notice.packed) {
                    chargeCopy(bytes);
                }
                network.recycle(notice);
                sink.onReceived(peer, cookie, bytes);
            }
            case SENT -> {
                longs.recycle(notice.transfer);
                network.recycle(notice);
                sink.onCompletion(cookie);
            }
            case UNPOSTED -> {
                long name = notice.name;
                network.recycle(notice);
                sink.onUnposted(peer, name, bytes, cookie);
            }
            case DAMAGED -> sink.onDamage(peer, notice.what);
        }
    }

    @Override
    public void release(int peer, int lane, long offset) {
        queue.release(offset);
    }

    // ---- long messages -----------------------------------------------------------------------------------------

    @Override
    public PostedReceives postedReceives() {
        return this;
    }

    @Override
    public void post(long name, Payload into, long bytes, long cookie) {
        checkCaller();
        longs.post(name, into, bytes, cookie);
    }

    @Override
    public boolean unpost(long name) {
        checkCaller();
        fiber.sync();
        return longs.unpost(name);
    }

    @Override
    public void readySend(int peer, long name, Payload from, long bytes, long cookie) {
        check(peer);
        longs.readySend(peer, name, from, bytes, cookie);
    }

    // ---- time --------------------------------------------------------------------------------------------------

    @Override
    public long now() {
        checkCaller();
        return fiber.read(host.pollPs()) / PS_PER_NS;
    }

    @Override
    public void idle(int fruitless) {
        checkCaller();
        // No synchronisation: what comes before the rank's own time wakes it at its own time.
        if (queue.isEmpty() && !(starved && freeControlSlots > 0 && freeDataSlots > 0)) {
            fiber.block(this);
        }
        starved = false;
    }

    @Override
    public VirtualTime virtualTime() {
        return this;
    }

    @Override
    public WaitReports waitReports() {
        return this;
    }

    @Override
    public void reportBy(Supplier<String> report) {
        outstanding = report;
    }

    /** Nobody asks a rank that can go on: where none can, the simulation asks by {@link #toString}. */
    @Override
    public void reportIfAsked() {}

    @Override
    public void charge(HostWork work) {
        spend(work.name(), host.workPs(work));
    }

    @Override
    public void chargeCopy(long bytes) {
        spend("copy", host.copyPs(bytes));
    }

    /** The host works: its program's clock goes on, and the trace shows it. */
    void spend(String what, long ps) {
        node.worked(what, fiber.clock(), ps);
        fiber.charge(ps);
    }

    @Override
    public void close() {
        closed = true;
        queue.close();
    }

    /** What the rank waits for, as the report of a standstill has it. */
    @Override
    public String toString() {
        String known = outstanding.get();
        return known.isEmpty() ? "something from the network" : known;
    }

    /** How things stand, in words. */
    public String state() {
        return "rank " + rank + ": free slots " + freeControlSlots + " and " + freeDataSlots + ", " + queue.used()
                + " in the queue, " + firmware.posted().size() + " posted, " + firmware;
    }
}
