package org.bipj.sim.lci;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.Multicast;
import org.bipj.core.nic.PacketInterface;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PacketUpcalls;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.VirtualTime;
import org.bipj.core.nic.WaitReports;
import org.bipj.core.protocol.MulticastTree;
import org.bipj.core.protocol.PollingWatchdog;
import org.bipj.sim.hardware.BoardPort;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.Host;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.hardware.Traffic;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.FiberLock;
import org.bipj.sim.kernel.FiberSemaphore;
import org.bipj.sim.kernel.Processor;

/**
 * LCI's host driver: a rank's port. Send packets lie in the board's memory, and the host writes them by programmed I/O.
 * The board stores what arrives in a ring of host memory, which the host polls (LCI paper, sections 2 and 3).
 *
 * <p>The rank's work costs time on its own clock, which may be ahead of the simulation's. Its writes take effect at the
 * rank's time. Before it reads what the board may change it is synchronised: at an empty poll, without a free send
 * packet, and in {@link #progress}.
 */
public final class LciPort implements BoardPort, PacketInterface, VirtualTime, WaitReports {
    private static final long PS_PER_NS = 1000;
    /** In the queue of what has arrived: the answer to an addition. */
    private static final int ANSWER = -1;

    private final int rank;
    private final LciNetwork network;
    private final LciSettings settings;
    private final ClusterNode node;
    private final Host host;
    private final LciFirmware firmware;
    /** Retransmission, if it is the host's; else null. */
    private final HostProtocol hostProtocol;

    private final PollingWatchdog watchdog;
    private final MulticastTree[] trees;

    private final SendPacket[] sendPackets;
    private final int[] freeSend;
    private int freeSendCount;
    private int launched;

    private final ReceivePacket[] receivePackets;
    private final int[] freeReceive;
    private int freeReceiveCount;
    /** The board holds a packet that found no receive packet. */
    private boolean roomWanted;

    /** What the board has stored and the host has not taken. */
    private final PacketQueue arrived;

    private final PacketWait packetWait = new PacketWait();
    private final LaneWait laneWait = new LaneWait();
    /** The same for packets of MPI and BIP. */
    private final PacketLanes lanes;
    /** Null if MPI has no groups. */
    private final GroupPackets groupPackets;
    /** Packets of MPI and BIP were polled last: these are what an idle rank waits for. */
    private boolean laneWaits;
    /** The first of them waits for a send packet in which this host forwards it. */
    private boolean laneHeld;
    /** So many of these have been taken in, and forwarded if the host does that. */
    private int taken;

    /** When the last request reaches the board. */
    private long toldPs;

    /** Of the rank's program; null before it has opened the port. */
    private Processor cpu;

    private PacketUpcalls upcalls;
    private FiberSemaphore interruptLine;
    private Supplier<String> outstanding = () -> "";
    private boolean polling;
    private boolean closed;
    /** The host has found no send packet. */
    private boolean starved;
    /** It needs one more than so many. */
    private int spareSend;
    /** The host waits until all its packets have left. */
    private boolean draining;

    /** Peers that have become unreachable, for the client. */
    private final ArrayDeque<Integer> lost = new ArrayDeque<>();

    /** Answers to additions that the host's protocol has taken in during this poll. */
    private int answers;

    private boolean interruptsOn;
    private boolean adding;
    private long previous;

    private final Event room = new Event() {
        @Override
        protected void fire() {
            board().ring(LciFirmware.ROOM);
        }
    };

    LciPort(LciNetwork network, int rank, ClusterNode node) {
        this.network = network;
        this.rank = rank;
        this.node = node;
        host = node.host();
        settings = network.settings();
        watchdog = new PollingWatchdog(settings.watchdogPs);
        trees = new MulticastTree[settings.groups + settings.portGroups];
        sendPackets = new SendPacket[settings.sendPackets];
        freeSend = new int[settings.sendPackets];
        freeSendCount = settings.sendPackets;
        receivePackets = new ReceivePacket[settings.hostPackets];
        freeReceive = new int[settings.hostPackets];
        freeReceiveCount = settings.hostPackets;
        fill(freeSend);
        fill(freeReceive);
        arrived = new PacketQueue(settings.hostPackets + 1);
        lanes = new PacketLanes(this, settings);
        groupPackets = settings.portGroups == 0 ? null : new GroupPackets(this, settings);
        hostProtocol = settings.hostRetransmits ? new HostProtocol(this, settings) : null;
        firmware = new LciFirmware(this, node.lanai(), settings);
        firmware.start();
        host.onDelivery(this::delivered);
    }

    /** A stack whose top is 0: packets that were used last are used next, so that few are ever made. */
    private static void fill(int[] free) {
        for (int i = 0; i < free.length; i++) {
            free[i] = free.length - 1 - i;
        }
    }

    @Override
    public void open(Processor program) {
        cpu = program;
    }

    // ---- for the firmware --------------------------------------------------------------------------------------

    LciNetwork network() {
        return network;
    }

    Lanai board() {
        return node.lanai();
    }

    LciFirmware firmware() {
        return firmware;
    }

    MulticastTree tree(int group) {
        return trees[group];
    }

    FrameFlows flows() {
        return new FrameFlows(settings.flows, this::tree);
    }

    /** The rank's time; after its end that of the simulation. */
    long clock() {
        return closed || cpu == null ? network.kernel().now() : cpu.clock();
    }

    /** The time of the simulation. The clock of a rank that waits is behind it. */
    long kernelNow() {
        return network.kernel().now();
    }

    /** Schedules an event at the rank's time; replaces an earlier setting. */
    void schedule(Event event, long at) {
        network.kernel().cancel(event);
        network.kernel().at(Math.max(at, kernelNow()), event);
    }

    /** A timer of the host's protocol has ended. */
    void timerEnded() {
        if (closed) {
            takeInClosed();
        } else {
            wake();
        }
    }

    /** A rank that has closed its port still acknowledges. */
    private void takeInClosed() {
        boolean worked = hostProtocol != null;
        while (worked) {
            worked = hostProtocol.takeIn();
        }
        dropArrived();
    }

    /** A peer has become unreachable. */
    void unreachable(int peer) {
        lost.add(peer);
        wake();
    }

    /** Requests a transmission for the host's protocol. */
    void request(Transmission transmission) {
        schedule(
                new Event() {
                    @Override
                    protected void fire() {
                        board().ring(transmission);
                    }
                },
                clock());
    }

    /** The host's protocol has accepted a packet. */
    void accepted(ReceivePacket packet) {
        if (packet.frame.isForPort(settings.groups)) {
            lanes.add(packet.number);
            hostProtocol.consumed();
        } else {
            arrived.add(packet.number);
        }
    }

    /** The answer to the rank's addition has come. */
    void answered(long before) {
        spendReceive();
        previous = before;
        adding = false;
        answers++;
    }

    /** Charges what it takes to find a frame that has arrived. */
    void spendReceive() {
        spend("receive", host.pollPs() + settings.hostReceivePs);
    }

    /** Charges what it takes to write a frame to the board. */
    void spendSend(String what, LciFrame frame) {
        spend(what, settings.hostSendPs + host.pioWritePs(frame.wireBytes(), clock()));
    }

    boolean hasInterrupts() {
        return interruptsOn;
    }

    /** The clock of the host's soft timers ticks. */
    void clockTicked(long now) {
        if (hostProtocol.ticked(now)) {
            interruptLine.release(Math.max(now, kernelNow()));
        }
    }

    private void wake() {
        if (cpu != null) {
            cpu.wake(kernelNow());
        }
    }

    /** The board has sent a packet to all its receivers. */
    void sendPacketFree(SendPacket packet) {
        launched--;
        giveBack(packet);
        if (starved || draining && launched == 0) {
            wake();
        }
    }

    private void giveBack(SendPacket packet) {
        packet.state = SendPacket.State.FREE;
        freeSend[freeSendCount++] = packet.number;
    }

    /** The board takes a free receive packet; negative if there is none, and then {@link LciFirmware#ROOM} follows. */
    int takeReceivePacket() {
        if (freeReceiveCount == 0) {
            roomWanted = true;
            return Delivery.NO_PACKET;
        }
        int number = freeReceive[--freeReceiveCount];
        receivePacket(number).state = ReceivePacket.State.BOARDS;
        return number;
    }

    boolean hasReceivePacket() {
        return freeReceiveCount > 0;
    }

    ReceivePacket receivePacket(int number) {
        if (receivePackets[number] == null) {
            receivePackets[number] = new ReceivePacket(number, settings.packetBytes);
        }
        return receivePackets[number];
    }

    /** What the board has stored is visible to a poll. */
    private void delivered(Object cookie, int bytes) {
        Delivery delivery = (Delivery) cookie;
        if (delivery.packet() == Delivery.NO_PACKET) {
            previous = delivery.frame().value;
            arrived.add(ANSWER);
        } else {
            receivePackets[delivery.packet()].store(delivery.frame());
            if (hostProtocol != null) {
                hostProtocol.stored(delivery.packet());
            } else if (delivery.frame().isForPort(settings.groups)) {
                lanes.add(delivery.packet());
            } else {
                arrived.add(delivery.packet());
            }
            if (hostProtocol != null || !delivery.frame().isForPort(settings.groups)) {
                watchdog.arrived(kernelNow());
                firmware.watch(watchdog.deadline());
            }
        }
        if (closed) {
            takeInClosed();
        } else {
            wake();
        }
    }

    private void dropArrived() {
        while (!arrived.isEmpty()) {
            int number = arrived.remove();
            if (number != ANSWER) {
                release(receivePackets[number]);
            }
        }
        taken = 0;
        while (!lanes.isEmpty()) {
            release(lanes.remove());
        }
    }

    /** The watchdog's timer has expired. */
    void watchdogExpired(long now) {
        if (watchdog.expired(now)) {
            interruptLine.release(Math.max(now, kernelNow()));
        } else {
            firmware.watch(watchdog.deadline());
        }
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    @Override
    public PacketInterface packetInterface() {
        return this;
    }

    @Override
    public Limits limits() {
        return settings.limits();
    }

    @Override
    public void attach(PacketUpcalls to) {
        checkCaller();
        if (upcalls != null) {
            throw new IllegalStateException(who() + ": packets have a receiver already");
        }
        upcalls = to;
    }

    @Override
    public int allocate() {
        SendPacket packet = claim(settings.reservedSendPackets(0));
        return packet == null ? -1 : packet.number;
    }

    /** A free send packet if there are more than some; else null. */
    SendPacket claim(int spare) {
        checkCaller();
        if (freeSendCount <= spare && !polling) {
            cpu.sync();
        }
        if (freeSendCount <= spare) {
            starve(spare);
            return null;
        }
        return take();
    }

    /**
     * True if the host would have to keep a packet to a peer because its window is closed, although it has looked for
     * acknowledgements. MPI's host then stalls (LCI paper, section 6.7): what it left behind would wait until its next poll, and
     * so would the receiver.
     */
    boolean isClosed(int peer) {
        if (hostProtocol == null || hostProtocol.hasRoom(peer)) {
            return false;
        }
        if (!polling) {
            cpu.sync();
            if (takeInFrames()) {
                polled(0);
            }
        }
        return !hostProtocol.hasRoom(peer);
    }

    /** The host has found no more than some send packets: of several things that wait for them, the most modest one wakes it. */
    private void starve(int spare) {
        spareSend = starved ? Math.min(spareSend, spare) : spare;
        starved = true;
    }

    private SendPacket take() {
        int number = freeSend[--freeSendCount];
        if (sendPackets[number] == null) {
            sendPackets[number] = new SendPacket(this, number, settings.packetBytes);
        }
        sendPackets[number].state = SendPacket.State.CLIENTS;
        return sendPackets[number];
    }

    private SendPacket clients(int packet) {
        checkCaller();
        SendPacket known = packet < 0 || packet >= sendPackets.length ? null : sendPackets[packet];
        if (known == null || known.state != SendPacket.State.CLIENTS) {
            throw new IllegalArgumentException(
                    who() + ": send packet " + packet + " is not the caller's; expected one that was allocated");
        }
        return known;
    }

    @Override
    public void free(int packet) {
        giveBack(clients(packet));
    }

    @Override
    public MemorySegment sendBuffer(int packet) {
        return clients(packet).segment();
    }

    @Override
    public void unicast(int destination, int packet, int length, int client) {
        SendPacket launch = clients(packet);
        LciFrame frame = new LciFrame(LciFrame.Kind.UNICAST, rank, destination);
        frame.client = client;
        launch.fill(frame, length);
        launch.addReceiver(destination);
        launch(launch, "unicast");
    }

    @Override
    public void multicast(int group, int packet, int length, int client) {
        multicast(group, clients(packet), length, client);
    }

    void multicast(int group, SendPacket launch, int length, int client) {
        LciFrame frame = new LciFrame(LciFrame.Kind.MULTICAST, rank, rank);
        frame.root = rank;
        frame.group = group;
        frame.client = client;
        launch.fill(frame, length);
        if (!settings.boardForwards) {
            addChildren(launch);
        }
        launch(launch, "multicast");
    }

    private void addChildren(SendPacket packet) {
        LciFrame frame = packet.frame();
        for (int which = 0; which < MulticastTree.CHILDREN; which++) {
            int child = trees[frame.group].child(frame.root, rank, which);
            if (child != MulticastTree.NONE) {
                packet.addReceiver(child);
            }
        }
    }

    /** Writes a packet to the board by programmed I/O, once, and asks for its transmission to each receiver. */
    void launch(SendPacket packet, String what) {
        int more = Math.max(0, packet.receivers() - 1);
        long work = settings.hostSendPs + more * settings.hostRequestPs;
        int bytes = packet.frame().wireBytes() + more * LciSettings.REQUEST;
        spend(what, work + host.pioWritePs(bytes, cpu.clock() + work));
        packet.state = SendPacket.State.LAUNCHED;
        launched++;
        cpu.news();
        boolean isToSelf = packet.frame().kind == LciFrame.Kind.UNICAST && packet.frame().to == rank;
        if (hostProtocol == null || isToSelf) {
            tellBoard(packet.doorbell());
            return;
        }
        packet.use();
        for (int i = 0; i < packet.receivers(); i++) {
            hostProtocol.submit(packet.frame().to(rank, packet.receiver(i)), packet);
        }
        packet.done();
        if (hostProtocol.isBlocked() && !polling) {
            cpu.sync();
            if (takeInFrames()) {
                polled(0);
            }
        }
    }

    /**
     * A request reaches the board, behind all that this host has made before. The fibers of a rank have clocks of their own: one
     * that an interrupt resumes may be behind one whose request is still to come.
     */
    private void tellBoard(Event event) {
        toldPs = Math.max(toldPs, cpu.clock());
        network.kernel().at(toldPs, event);
    }

    @Override
    public void group(int group, int[] members) {
        checkCaller();
        if (group >= settings.groups) {
            throw new PortException(who() + ": multicast group " + group + "; its board has room for " + settings.groups
                    + " (lci.groups)");
        }
        if (!install(group, members)) {
            throw new PortException(who() + ": multicast group " + group + " of " + members.length + " members takes "
                    + LciSettings.groupBytes(members.length) + " bytes of board memory (sram.size); "
                    + board().available() + " are free");
        }
    }

    /** Writes a group into the board's table; false if board memory has no room. */
    boolean install(int group, int[] members) {
        int bytes = LciSettings.groupBytes(members.length);
        if (!board().allocate(bytes)) {
            return false;
        }
        spend("group", host.pioWritePs(bytes, cpu.clock()));
        trees[group] = new MulticastTree(members);
        return true;
    }

    /** Has the board take a group out of its table, behind the packets that the host has requested before. */
    void uninstall(int group) {
        spend("group", settings.hostRequestPs + host.pioWritePs(LciSettings.REQUEST, cpu.clock()));
        tellBoard(new Event() {
            @Override
            protected void fire() {
                board().ring(new LciFirmware.Leave(group));
            }
        });
    }

    /** The board takes a group out of its table. */
    void uninstalled(int group) {
        board().free(LciSettings.groupBytes(trees[group].size()));
        trees[group] = null;
    }

    @Override
    public Multicast multicast() {
        return groupPackets;
    }

    // ---- receiving ---------------------------------------------------------------------------------------------

    @Override
    public int poll(int limit) {
        checkPoll();
        if (upcalls != null && !lost.isEmpty()) {
            upcalls.onUnreachable(lost.remove(), "it has not answered " + settings.tries + " times (lci.tries)");
        }
        if (hasNothing()) {
            cpu.sync();
        }
        if (hasNothing()) {
            spend("empty poll", host.pollPs());
            polled(0);
            return 0;
        }
        return deliver(limit);
    }

    private void checkPoll() {
        checkCaller();
        cpu.looks();
        if (polling) {
            throw new IllegalStateException(who() + " polls within a poll");
        }
    }

    private boolean hasNothing() {
        return upcalls == null || arrived.isEmpty() && (hostProtocol == null || hostProtocol.isQuiet());
    }

    /** True if a packet has arrived, and the protocol has accepted it. */
    private boolean hasPacket() {
        boolean worked = hostProtocol != null;
        while (arrived.isEmpty() && worked) {
            worked = hostProtocol.takeIn();
        }
        return !arrived.isEmpty();
    }

    private int deliver(int limit) {
        int delivered = 0;
        int packets = 0;
        polling = true;
        try {
            while (delivered < limit && hasPacket() && mayDeliver()) {
                delivered++;
                packets += deliverNext() ? 1 : 0;
            }
        } finally {
            polling = false;
            polled(packets);
            delivered += answers;
            answers = 0;
        }
        if (delivered > 0) {
            cpu.news();
        }
        return delivered;
    }

    /**
     * A packet that this host forwards is delivered only then: the client may change its bytes. Without a send packet for
     * that, acknowledgements behind it are taken in, which free some.
     */
    private boolean mayDeliver() {
        if (taken > 0 || takeIn()) {
            return true;
        }
        // A host that only polls is ahead of its board.
        cpu.sync();
        return takeIn() || takeInFrames() && takeIn() || promote(arrived, 0) && takeIn();
    }

    /**
     * The packet at a place cannot be forwarded now. Where depths have send packets of their own, brings the first one behind it
     * that can be delivered to its place: packets of different depths have no order. False if there is none.
     */
    private boolean promote(PacketQueue queue, int from) {
        for (int place = from + 1; settings.reserves && place < queue.size(); place++) {
            if (queue.get(place) == ANSWER || freeSendCount > spare(receivePackets[queue.get(place)].frame)) {
                queue.promote(place, from);
                return true;
            }
        }
        return false;
    }

    /** The host's protocol takes in all that the board has stored. Returns whether that was anything. */
    private boolean takeInFrames() {
        boolean any = false;
        while (hostProtocol != null && hostProtocol.takeIn()) {
            any = true;
        }
        return any;
    }

    /** Delivers what has arrived first; false if it is no packet. */
    private boolean deliverNext() {
        int number = arrived.remove();
        taken--;
        if (number == ANSWER) {
            adding = false;
            return false;
        }
        ReceivePacket packet = receivePackets[number];
        LciFrame frame = packet.frame;
        packet.state = ReceivePacket.State.CLIENTS;
        boolean isMulticast = frame.kind == LciFrame.Kind.MULTICAST;
        boolean keep = PacketUpcalls.RELEASE;
        try {
            keep = upcalls.onPacket(
                    frame.sender(),
                    isMulticast ? frame.group : PacketUpcalls.UNICAST,
                    frame.client,
                    number,
                    frame.length);
        } finally {
            if (keep == PacketUpcalls.RELEASE) {
                release(packet);
            }
        }
        return true;
    }

    private void polled(int packets) {
        int consumed = hostProtocol == null ? 0 : hostProtocol.polled();
        watchdog.polled(packets + consumed, cpu.clock());
        firmware.watch(watchdog.deadline());
    }

    void release(ReceivePacket packet) {
        if (hostProtocol != null) {
            hostProtocol.released(packet.frame);
        }
        recycle(packet);
    }

    /** A receive packet is free. */
    void recycle(ReceivePacket packet) {
        packet.state = ReceivePacket.State.FREE;
        packet.frame = null;
        freeReceive[freeReceiveCount++] = packet.number;
        if (roomWanted && !room.isScheduled()) {
            roomWanted = false;
            schedule(room, clock());
        }
    }

    @Override
    public MemorySegment receiveBuffer(int packet) {
        return held(packet).segment();
    }

    @Override
    public void release(int packet) {
        checkCaller();
        release(held(packet));
    }

    private ReceivePacket held(int packet) {
        ReceivePacket known = packet < 0 || packet >= receivePackets.length ? null : receivePackets[packet];
        if (known == null || known.state != ReceivePacket.State.CLIENTS) {
            throw new IllegalArgumentException(
                    who() + ": receive packet " + packet + " is not the caller's; expected one that was delivered");
        }
        return known;
    }

    @Override
    public boolean progress() {
        checkCaller();
        cpu.sync();
        spend("progress", host.pollPs());
        boolean done = takeInFrames();
        if (done) {
            polled(0);
        }
        done |= starved && freeSendCount > spareSend;
        while (!settings.boardForwards && taken < arrived.size() && (takeIn() || promote(arrived, taken) && takeIn())) {
            done = true;
        }
        return done;
    }

    /**
     * Takes in the next packet that has arrived, and forwards it if this host forwards (LCI paper, section 3.4): one copy to
     * the board, a request for each child.
     *
     * @return false if there is no send packet now
     */
    private boolean takeIn() {
        int number = arrived.get(taken);
        if (!takeIn(number == ANSWER ? null : receivePackets[number].frame)) {
            return false;
        }
        taken++;
        return true;
    }

    /** Takes a packet in; null: an answer. */
    private boolean takeIn(LciFrame frame) {
        boolean forwards = frame != null && isForwarded(frame);
        if (forwards && freeSendCount <= spare(frame)) {
            starve(spare(frame));
            return false;
        }
        spend("receive", host.pollPs() + settings.hostReceivePs);
        if (forwards) {
            SendPacket packet = take();
            packet.fill(frame.to(rank, rank), frame);
            addChildren(packet);
            launch(packet, "forward");
        }
        return true;
    }

    /** A packet can be taken in while more than so many send packets are free. */
    private int spare(LciFrame frame) {
        return isForwarded(frame)
                ? settings.reservedSendPackets(trees[frame.group].depth(frame.root, rank))
                : Integer.MIN_VALUE;
    }

    private boolean isForwarded(LciFrame frame) {
        return !settings.boardForwards
                && frame.kind == LciFrame.Kind.MULTICAST
                && trees[frame.group].child(frame.root, rank, 0) != MulticastTree.NONE;
    }

    // ---- counters ----------------------------------------------------------------------------------------------

    @Override
    public void fetchAndAdd(int owner, int counter, long n) {
        checkCaller();
        if (adding) {
            throw new IllegalStateException(who() + ": another addition to a counter is outstanding");
        }
        if (hostProtocol != null && owner == rank) {
            previous = hostProtocol.add(counter, n);
            return;
        }
        adding = true;
        LciFrame request = new LciFrame(LciFrame.Kind.ADD, rank, owner);
        request.counter = counter;
        request.value = n;
        spendSend("fetch and add", request);
        cpu.news();
        if (hostProtocol != null) {
            hostProtocol.submit(request, null);
            return;
        }
        tellBoard(new Event() {
            @Override
            protected void fire() {
                board().ring(request);
            }
        });
    }

    @Override
    public boolean added() {
        checkCaller();
        return !adding;
    }

    @Override
    public long previous() {
        return previous;
    }

    // ---- interrupts --------------------------------------------------------------------------------------------

    @Override
    public boolean canInterrupt() {
        return true;
    }

    @Override
    public void interrupts(boolean on) {
        checkCaller();
        if (interruptLine == null) {
            interruptLine = new FiberSemaphore("an interrupt of the board");
            cpu.spawn("interrupt of rank " + rank, Processor.Priority.INTERRUPT, this::serveInterrupts);
        }
        interruptsOn = on;
        watchdog.enable(on, cpu.clock());
        firmware.watch(watchdog.deadline());
    }

    private void serveInterrupts() {
        while (true) {
            interruptLine.acquire();
            if (!closed) {
                spend("interrupt", settings.interruptPs);
                upcalls.onInterrupt();
            }
        }
    }

    // ---- waiting and time --------------------------------------------------------------------------------------

    /** A poll, and the wait behind it. The rank does not resume for a poll that finds nothing. */
    private final class PacketWait implements Fiber.Condition {
        private boolean found;

        @Override
        public boolean isMet() {
            found = !hasNothing();
            if (found) {
                return true;
            }
            spend("empty poll", host.pollPs());
            polled(0);
            return isReady();
        }

        @Override
        public String toString() {
            return LciPort.this.toString();
        }
    }

    @Override
    public int pollOrIdle(int limit, int fruitless) {
        if (upcalls == null || !lost.isEmpty() || !hasNothing()) {
            return PacketInterface.super.pollOrIdle(limit, fruitless);
        }
        checkPoll();
        cpu.await(packetWait);
        if (packetWait.found) {
            return deliver(limit);
        }
        endWait();
        return 0;
    }

    @Override
    public void idle(int fruitless) {
        checkCaller();
        if (!isReady()) {
            cpu.block(this);
        }
        endWait();
    }

    /** True if what the caller waits for is there: a send packet if it has found none, else something that has arrived. */
    private boolean isReady() {
        if (!lost.isEmpty() || hostProtocol != null && !hostProtocol.isQuiet()) {
            return true;
        }
        if (starved) {
            return freeSendCount > spareSend || laneWaits && !laneHeld && !lanes.isEmpty();
        }
        return !(laneWaits ? lanes.isEmpty() : arrived.isEmpty()) || draining && launched == 0;
    }

    private void endWait() {
        starved = false;
        laneWaits = false;
        laneHeld = false;
        draining = false;
    }

    @Override
    public boolean busy() {
        checkCaller();
        cpu.sync();
        draining = launched > 0;
        boolean hasToReport = upcalls != null && !lost.isEmpty();
        return draining || hasToReport || !settings.boardForwards && taken < arrived.size();
    }

    @Override
    public ReentrantLock newLock() {
        return new FiberLock(cpu);
    }

    @Override
    public void pause() {
        checkCaller();
        if (!isReady()) {
            cpu.pause(this);
        }
        endWait();
    }

    @Override
    public long now() {
        checkCaller();
        return cpu.read(host.pollPs()) / PS_PER_NS;
    }

    @Override
    public VirtualTime virtualTime() {
        return this;
    }

    @Override
    public void charge(HostWork work) {
        spend(work.name(), settings.workPs(work, host));
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

    @Override
    public void chargeCopy(long bytes, long extent) {
        spend("copy", host.copyPs(bytes, extent));
        cpu.news();
    }

    /** Charges work of the host. A rank that has closed its port has no clock any more. */
    void spend(String what, long ps) {
        if (closed) {
            return;
        }
        node.worked(cpu.current(), what, cpu.clock(), ps);
        cpu.charge(ps + host.delayPs());
    }

    @Override
    public WaitReports waitReports() {
        return this;
    }

    @Override
    public void reportBy(Supplier<String> report) {
        outstanding = report;
    }

    /** Does nothing: the simulation requests reports by {@link #toString}, and only when no rank can continue. */
    @Override
    public void reportIfAsked() {}

    private void checkCaller() {
        cpu.check();
        if (closed) {
            throw new IllegalStateException(who() + ": its port is closed");
        }
    }

    private String who() {
        return "rank " + rank;
    }

    @Override
    public void programEnded() {
        closed = true;
        takeInClosed();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            takeInClosed();
        }
    }

    @Override
    public boolean isIdle() {
        return firmware.isIdle()
                && (hostProtocol == null || hostProtocol.isIdle())
                && launched == 0
                && arrived.isEmpty()
                && lanes.isEmpty()
                && freeReceiveCount == settings.hostPackets
                && freeSendCount == settings.sendPackets;
    }

    @Override
    public List<Traffic> received() {
        return firmware.received();
    }

    @Override
    public String state() {
        return who() + ": " + freeSendCount + " of " + settings.sendPackets + " send packets and " + freeReceiveCount
                + " of " + settings.hostPackets + " receive packets free, " + arrived.size() + " to poll; " + firmware
                + (hostProtocol == null ? "" : hostProtocol);
    }

    /** Describes what the rank waits for, for the report of a deadlock. */
    @Override
    public String toString() {
        String known = outstanding.get();
        return known.isEmpty() ? "a packet" : known;
    }

    // ---- packets of MPI and BIP --------------------------------------------------------------------------------

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
        return settings.capabilities;
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        return lanes.claim(peer, lane, bytes);
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        return lanes.memory(peer, lane);
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        lanes.commit(peer, lane, claim, bytes, immediate);
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        lanes.abort(peer, lane, claim);
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        checkPoll();
        if (lanes.isEmpty()) {
            cpu.sync();
        }
        return deliverLanes(sink, limit);
    }

    /** The same with a wait. */
    private final class LaneWait implements Fiber.Condition {
        private boolean found;

        @Override
        public boolean isMet() {
            found = !lanes.isEmpty();
            if (found) {
                return true;
            }
            nothingInLanes();
            return isReady();
        }

        @Override
        public String toString() {
            return LciPort.this.toString();
        }
    }

    @Override
    public int pollOrIdle(PacketSink sink, int limit, int fruitless) {
        if (!lanes.isEmpty() || hostProtocol != null) {
            return BoardPort.super.pollOrIdle(sink, limit, fruitless);
        }
        checkPoll();
        cpu.await(laneWait);
        if (laneWait.found) {
            int delivered = deliverLanes(sink, limit);
            if (delivered == 0) {
                idle(fruitless);
            }
            return delivered;
        }
        endWait();
        return 0;
    }

    private int deliverLanes(PacketSink sink, int limit) {
        int delivered = 0;
        polling = true;
        try {
            while (delivered < limit && hasLanePacket() && mayDeliverLane()) {
                delivered++;
                lanes.deliver(sink);
            }
        } finally {
            polling = false;
        }
        if (delivered == 0) {
            nothingInLanes();
        } else {
            cpu.news();
            polled(0);
        }
        return delivered;
    }

    private void nothingInLanes() {
        laneWaits = true;
        laneHeld = !lanes.isEmpty();
        spend("empty poll", host.pollPs());
        polled(0);
    }

    private boolean hasLanePacket() {
        boolean worked = hostProtocol != null;
        while (lanes.isEmpty() && worked) {
            worked = hostProtocol.takeIn();
        }
        return !lanes.isEmpty();
    }

    /** As {@link #mayDeliver}. */
    private boolean mayDeliverLane() {
        if (takeInLane()) {
            return true;
        }
        // As in mayDeliver.
        cpu.sync();
        return takeInLane() || takeInFrames() && takeInLane() || promote(lanes.arrived(), 0) && takeInLane();
    }

    private boolean takeInLane() {
        return takeIn(receivePackets[lanes.arrived().get(0)].frame);
    }

    @Override
    public void release(int peer, int lane, long offset) {
        lanes.release(offset);
    }
}
