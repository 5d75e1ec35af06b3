package org.bipj.sim.bip;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.PostedReceives;
import org.bipj.core.nic.VirtualTime;
import org.bipj.core.nic.WaitMarks;
import org.bipj.core.payload.Payload;
import org.bipj.sim.hardware.ArrivalGate;
import org.bipj.sim.hardware.BoardPort;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.Host;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.hardware.ReportingPort;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.FiberLock;
import org.bipj.sim.kernel.Processor;

/**
 * BIP's host driver: a rank's port. Packets are written by programmed I/O into slots of the board's memory. The board
 * stores arriving packets in a queue in host memory. Long messages are described by lists of pinned pages (BIP paper,
 * sections 4.1 to 4.4).
 *
 * <p>The rank's work costs time on its own clock, which may be ahead of the simulation's. Its writes take effect at the
 * rank's time. Before it reads anything that the board may change it is synchronised: at an empty poll, if no slot is
 * free, at {@link #unpost} and at {@link #idle}.
 */
public final class SimPort extends ReportingPort
        implements BoardPort, PostedReceives, VirtualTime, Fiber.Condition, FirmwareHost {
    private static final long PS_PER_NS = 1000;

    private final int rank;
    private final int place;
    private final PeerNumbers numbers;
    /** Above all numbers of peers. */
    private int size;
    /** The processor of the rank's program; null before it has opened the port. */
    private Processor cpu;

    private final HostQueue queue;
    private final Host host;
    private final ClusterNode node;
    private final BipNetwork network;
    private final FirmwareSettings mcp;
    /** Claimed packets, rarely more than one, linked through themselves. */
    private ShortMessage open;

    private final BipFirmware firmware;
    private final LongMessageDriver longMessages;
    // Slots of the board that packets can be written into.
    private int freeControlSlots;
    private int freeDataSlots;

    /** A claim has failed: the rank waits for a slot. */
    private boolean starved;

    /** What the rank waits for may have happened beside the network. */
    private boolean poked;

    /** Processes that have died, which the client has not been told, and how; by place. */
    private final Map<Integer, String> deaths = new TreeMap<>();
    /** The same of those that it has been told of, by number; null before the first. */
    private Map<Integer, String> failures;

    /** Null: what has come is taken. */
    private ArrivalGate gate;

    private long sent;

    private boolean polling;
    /** The client is being told of deaths. */
    private boolean isTelling;
    /** The rank has no client that polls. */
    private boolean paused;

    /** Loads the firmware into the board of the node of a process, whose rank in its job is what its port's numbers say. */
    public SimPort(BipNetwork network, int place, PeerNumbers numbers, ClusterNode node) {
        super("something from the network");
        this.network = network;
        this.place = place;
        this.numbers = numbers;
        rank = numbers.number(place);
        size = numbers.size();
        this.node = node;
        host = node.host();
        mcp = network.mcp();
        freeControlSlots = mcp.controlSlots;
        freeDataSlots = mcp.dataSlots;
        queue = new HostQueue(network, node.lanai(), mcp.queueSlots);
        host.onDelivery(queue);
        firmware = new BipFirmware(this, node.lanai(), mcp, network.ranks());
        firmware.start();
        longMessages = new LongMessageDriver(this, host, mcp, firmware.posted());
    }

    @Override
    public void open(Processor program) {
        cpu = program;
        queue.open(program);
    }

    // ---- for the firmware --------------------------------------------------------------------------------------

    @Override
    public BipNetwork network() {
        return network;
    }

    @Override
    public int place() {
        return place;
    }

    @Override
    public HostQueue queue() {
        return queue;
    }

    BipFirmware firmware() {
        return firmware;
    }

    PeerNumbers numbers() {
        return numbers;
    }

    /** The board that messages and descriptors are written into. */
    Lanai board() {
        return node.lanai();
    }

    /** The rank's time, which may be ahead of the simulation's. */
    long clock() {
        return cpu.clock();
    }

    /** Schedules a write of the rank to its board, which takes effect at the rank's time. */
    void schedule(Event event) {
        network.kernel().at(cpu.clock(), event);
    }

    @Override
    public void slotFree(int lane) {
        addFreeSlots(lane, 1);
        if (starved) {
            starved = false;
            // News also for a thread that has not paused yet.
            cpu.news();
            cpu.wake(network.kernel().now());
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

    @Override
    public boolean isBoardIdle() {
        return firmware.isIdle();
    }

    @Override
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
        return size;
    }

    @Override
    public Capabilities capabilities() {
        return mcp.capabilities;
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        check(peer);
        if (hasFailed(peer)) {
            throw new PeerFailedException(peer, failures.get(peer));
        }
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
            cpu.sync();
        }
        if (freeSlots(lane) == 0) {
            starved = true;
            return BACK_PRESSURED;
        }
        addFreeSlots(lane, -1);
        ShortMessage packet = network.newPacket();
        packet.board = board();
        packet.from = place;
        packet.to = numbers.place(peer);
        packet.lane = lane;
        packet.length = bytes;
        packet.next = open;
        open = packet;
        return 0;
    }

    private ShortMessage open(int peer, int lane) {
        int to = numbers.place(peer);
        ShortMessage packet = open;
        while (packet != null && (packet.to != to || packet.lane != lane)) {
            packet = (ShortMessage) packet.next;
        }
        return packet;
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        return open(peer, lane).memory;
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        begins();
        ShortMessage packet = closeClaim(peer, lane, claim, bytes);
        packet.length = bytes;
        packet.immediate = immediate;
        long work = host.workPs(HostWork.BIP_SEND);
        spend("short send", work + host.pioWritePs(packet.wireBytes(), cpu.clock() + work));
        schedule(packet);
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        network.recycle(closeClaim(peer, lane, claim, 0));
        addFreeSlots(lane, 1);
    }

    /** The rank sends something. */
    private void begins() {
        if (gate != null) {
            gate.sends();
        }
        sent++;
    }

    private ShortMessage closeClaim(int peer, int lane, long claim, int bytes) {
        check(peer);
        ShortMessage packet = open(peer, lane);
        if (packet == null || claim != 0 || bytes < 0 || bytes > packet.length) {
            throw new IllegalArgumentException("rank " + rank + ": commit or abort of " + bytes + " bytes at " + claim
                    + " to rank " + peer + "; claimed were "
                    + (packet == null ? "none" : packet.length + " bytes at 0"));
        }
        unlink(packet);
        return packet;
    }

    private void unlink(ShortMessage packet) {
        if (open == packet) {
            open = (ShortMessage) packet.next;
        } else {
            BoardMessage before = open;
            while (before.next != packet) {
                before = before.next;
            }
            before.next = packet.next;
        }
        packet.next = null;
    }

    private void check(int peer) {
        checkCaller();
        if (peer == rank || peer < 0 || peer >= size) {
            throw new IllegalArgumentException(
                    "rank " + rank + ": no port to rank " + peer + "; expected another of " + size + " ranks");
        }
    }

    private void checkCaller() {
        cpu.check();
        if (paused) {
            throw new IllegalStateException("rank " + rank + ": its port is closed");
        }
    }

    // ---- packets in --------------------------------------------------------------------------------------------

    @Override
    public int poll(PacketSink sink, int limit) {
        checkPoll();
        if (!hasNews()) {
            cpu.sync();
            if (isEmptyPoll()) {
                return 0;
            }
        }
        return deliver(sink, limit);
    }

    /**
     * Without resuming the rank in between, which would cost more than all other work of a short message in the host.
     */
    @Override
    public int pollOrIdle(PacketSink sink, int limit, int fruitless) {
        if (starved) {
            return BoardPort.super.pollOrIdle(sink, limit, fruitless);
        }
        checkPoll();
        if (!hasNews()) {
            WaitMarks.pauses();
            cpu.await(this);
        }
        return deliver(sink, limit);
    }

    private void checkPoll() {
        checkCaller();
        cpu.looks();
        if (polling) {
            throw new IllegalStateException("rank " + rank + " polls within a poll");
        }
    }

    /** The condition that an idle rank waits for: something in the queue. */
    @Override
    public boolean isMet() {
        return !isEmptyPoll();
    }

    /** True if something has come that the rank may take. */
    private boolean hasNews() {
        return !queue.isEmpty() && (gate == null || !gate.isShut());
    }

    private boolean isOpenTo(BoardMessage message) {
        return gate == null
                || message instanceof HostNotice notice && notice.kind == HostNotice.Kind.SENT
                || gate.opensTo(message.from);
    }

    /** Polls the queue, and charges the poll if it finds nothing. */
    private boolean isEmptyPoll() {
        if (hasNews() || poked || !deaths.isEmpty()) {
            poked = false;
            return false;
        }
        spend("empty poll", host.pollPs());
        return true;
    }

    private int deliver(PacketSink sink, int limit) {
        int delivered = 0;
        polling = true;
        try {
            while (delivered < limit && !queue.isEmpty() && isOpenTo(queue.first())) {
                spend("poll", host.pollPs() + host.workPs(HostWork.BIP_RETURN));
                deliver(queue.remove(), sink);
                delivered++;
            }
        } finally {
            polling = false;
        }
        if (!deaths.isEmpty() && !hasNews()) {
            delivered += tellDeaths(sink);
        }
        if (delivered > 0) {
            cpu.news();
        }
        return delivered;
    }

    /** Reports processes that have died, behind all that has come. */
    private int tellDeaths(PacketSink sink) {
        // The client withdraws receives that it has posted for messages of theirs.
        cpu.sync();
        int told = 0;
        failures = failures == null ? new HashMap<>() : failures;
        polling = true;
        isTelling = true;
        try {
            for (int from : hasNews() ? List.<Integer>of() : List.copyOf(deaths.keySet())) {
                // They are there behind a shut gate.
                for (BoardMessage last = queue.removeOf(from); last != null; last = queue.removeOf(from)) {
                    deliver(last, sink);
                }
                int peer = numbers.number(from);
                String why = deaths.remove(from);
                failures.put(peer, why);
                told++;
                sink.onFailure(peer, why, false);
                if (gate != null) {
                    gate.told(from);
                }
            }
        } finally {
            polling = false;
            isTelling = false;
        }
        return told;
    }

    /** True for a process of which the client has been told that nothing comes any more. */
    private boolean hasFailed(int peer) {
        return failures != null && failures.containsKey(peer);
    }

    private void deliver(BoardMessage message, PacketSink sink) {
        if (message instanceof ShortMessage packet) {
            deliverPacket(packet, sink);
        } else {
            deliverNotice((HostNotice) message, sink);
        }
    }

    private void deliverPacket(ShortMessage packet, PacketSink sink) {
        int position = queue.freePosition();
        int from = numbers.number(packet.from);
        if (hasFailed(from)) {
            network.recycle(packet);
            queue.freeSlot();
            return;
        }
        // A rank of another job may be the first to know that they are connected.
        reach(from + 1);
        boolean keep = false;
        try {
            keep = sink.onPacket(
                            from,
                            packet.lane,
                            packet.immediate,
                            HostQueue.memory(packet, position),
                            HostQueue.offset(position),
                            packet.length)
                    == PacketSink.KEEP;
        } finally {
            if (keep) {
                queue.keep(position);
            } else {
                network.recycle(packet);
                queue.freeSlot();
            }
        }
    }

    private void deliverNotice(HostNotice notice, PacketSink sink) {
        int peer = numbers.number(notice.from);
        long cookie = notice.cookie;
        long bytes = notice.bytes;
        if (hasFailed(peer)) {
            network.recycle(notice);
            return;
        }
        switch (notice.kind) {
            case RECEIVED -> {
                if (notice.packed) {
                    chargeCopy(bytes);
                }
                network.recycle(notice);
                sink.onReceived(peer, cookie, bytes);
            }
            case SENT -> {
                longMessages.recycle(notice.subject);
                network.recycle(notice);
                sink.onCompletion(cookie);
            }
            case UNPOSTED -> {
                long name = notice.name;
                network.recycle(notice);
                sink.onUnposted(peer, name, bytes, cookie);
            }
            case DAMAGED -> {
                // A worm that a board was sending when it died is cut short.
                if (!network.isDead(notice.from)) {
                    sink.onDamage(peer, notice.damage);
                }
            }
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
        longMessages.post(name, into, bytes, cookie);
    }

    @Override
    public boolean unpost(long name) {
        checkCaller();
        // Before deaths are told, it was done.
        if (!isTelling) {
            cpu.sync();
        }
        return longMessages.unpost(name);
    }

    @Override
    public void readySend(int peer, long name, Payload from, long bytes, long cookie) {
        check(peer);
        begins();
        longMessages.readySend(peer, name, from, bytes, cookie);
    }

    // ---- time --------------------------------------------------------------------------------------------------

    @Override
    public long now() {
        checkCaller();
        return cpu.read(host.pollPs()) / PS_PER_NS;
    }

    @Override
    public void idle(int fruitless) {
        checkCaller();
        // No synchronisation: a message that arrives before the rank's own time wakes it at its own time.
        if (hasToWait()) {
            cpu.block(this);
        }
        poked = false;
        starved = false;
    }

    private boolean hasToWait() {
        return !hasNews() && !poked && deaths.isEmpty() && !(starved && freeControlSlots > 0 && freeDataSlots > 0);
    }

    /** What the rank waits for may have happened beside the network: it looks once more. For other fibers and events. */
    @Override
    public void poke() {
        if (cpu != null) {
            poked = true;
            cpu.news();
            cpu.wake(network.kernel().now());
        }
    }

    @Override
    public void boardDied() {
        network.died(place);
    }

    @Override
    public void tell(int from, String why) {
        firmware.abandon(from);
        deaths.put(from, why);
        poke();
    }

    @Override
    public void gate(ArrivalGate decides) {
        gate = decides;
    }

    @Override
    public long sent() {
        return sent;
    }

    @Override
    public void reach(int numbersOfPeers) {
        size = Math.max(size, numbersOfPeers);
    }

    @Override
    public boolean grow(int places) {
        boolean hasRoom = firmware.grow(places);
        network.grow(hasRoom ? places : network.ranks());
        return hasRoom;
    }

    @Override
    public ReentrantLock newLock() {
        return new FiberLock(cpu);
    }

    @Override
    public void pause() {
        checkCaller();
        if (hasToWait()) {
            cpu.pause(this);
        }
        poked = false;
        // Not the end of starving, which may be another thread's: the next free slot is.
    }

    @Override
    public VirtualTime virtualTime() {
        return this;
    }

    @Override
    public void charge(HostWork work) {
        spend(work.name(), host.workPs(work));
        if (work == HostWork.FAILED_TEST) {
            cpu.called(true);
        } else {
            cpu.news();
        }
    }

    @Override
    public void chargeCopy(long bytes) {
        spend("copy", host.copyPs(bytes));
        cpu.news();
    }

    /** Charges work of the host to its program's clock, and shows it in the trace. */
    void spend(String what, long ps) {
        node.worked(cpu.current(), what, cpu.clock(), ps);
        cpu.charge(ps + host.delayPs());
    }

    @Override
    public boolean pause(PacketSink sink) {
        paused = true;
        queue.pause();
        return true;
    }

    @Override
    public void resume() {
        paused = false;
        queue.resume();
    }

    @Override
    public void close() {
        boolean ignored = pause(null);
    }

    @Override
    public String state() {
        return "rank " + rank + ": free slots " + freeControlSlots + " and " + freeDataSlots + ", " + queue.used()
                + " in the queue, " + firmware.posted().size() + " posted, " + firmware;
    }
}
