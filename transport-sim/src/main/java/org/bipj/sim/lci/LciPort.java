package org.bipj.sim.lci;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.Multicast;
import org.bipj.core.nic.PacketInterface;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.VirtualTime;
import org.bipj.core.nic.WaitMarks;
import org.bipj.core.protocol.PollingWatchdog;
import org.bipj.sim.hardware.BoardPort;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.PacketCounts;
import org.bipj.sim.hardware.ReportingPort;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.FiberLock;
import org.bipj.sim.kernel.KernelSemaphore;
import org.bipj.sim.kernel.Processor;

/**
 * LCI's host driver: a rank's port. Send packets lie in the board's memory, and the host writes them by programmed I/O.
 * The board stores what arrives in a ring of host memory, which the host polls (LCI paper, sections 2 and 3).
 *
 * <p>The rank's work costs time on its own clock, which may be ahead of the simulation's. Its writes take effect at the
 * rank's time. Before it reads what the board may change it is synchronised: at an empty poll, without a free send
 * packet, and in {@link LciPackets#progress}.
 */
public final class LciPort extends ReportingPort implements BoardPort, VirtualTime, LciFirmware.Driver {
    private static final long PS_PER_NS = 1000;

    private final LciNetwork network;
    private final LciSettings settings;
    private final LciHost host;
    private final BoardSendPool sends;
    private final HostReceivePool receives;
    private final GroupTable groups;
    private final LciFirmware firmware;
    /** Retransmission, if it is the host's; else null. */
    private final HostProtocol hostProtocol;

    /** The packets that clients of LCI send and receive. */
    private final LciPackets packets;
    /** The packets that the channel of MPI and BIP sends and receives. */
    private final PacketLanes lanes;

    private final LaneWait laneWait = new LaneWait();
    /** Multicasts of MPI; null where MPI has no groups. */
    private final GroupPackets groupPackets;
    /** Packets of MPI and BIP were polled last: these are what an idle rank waits for. */
    private boolean laneWaits;
    /** The first of them waits for a send packet in which this host forwards it. */
    private boolean laneHeld;

    private final PollingWatchdog watchdog;
    private KernelSemaphore interruptLine;
    private boolean interruptsOn;

    private boolean polling;

    /** Loads the control program into the board of a rank's node, and creates the rank's port. */
    public LciPort(LciNetwork network, int rank, ClusterNode node) {
        super("a packet");
        this.network = network;
        settings = network.settings();
        host = new LciHost(network.kernel(), settings, rank, node);
        sends = new BoardSendPool(host);
        receives = new HostReceivePool(host, host.ring(LciFirmware.ROOM));
        groups = new GroupTable(host);
        watchdog = new PollingWatchdog(settings.watchdogPs);
        lanes = new PacketLanes(this, receives, settings);
        groupPackets = settings.portGroups == 0 ? null : new GroupPackets(this, groups, settings);
        hostProtocol = settings.hostRetransmits ? new HostProtocol(this, host, receives) : null;
        packets = new LciPackets(this, host, sends, receives, groups, hostProtocol);
        firmware = new LciFirmware(this, network, rank, groups, receives, node.lanai());
        firmware.start();
        node.host().onDelivery(this::delivered);
    }

    @Override
    public void open(Processor program) {
        host.open(program);
    }

    // ---- for the firmware --------------------------------------------------------------------------------------

    LciFirmware firmware() {
        return firmware;
    }

    FrameFlows flows() {
        return new FrameFlows(settings.flows, groups::tree);
    }

    /** A timer of the host's protocol has ended. */
    void timerEnded() {
        if (host.isClosed()) {
            takeInClosed();
        } else {
            host.wake();
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

    @Override
    public void unreachable(int peer) {
        packets.unreachable(peer);
        host.wake();
    }

    /** Requests a transmission for the host's protocol. */
    void request(Transmission transmission) {
        host.schedule(host.ring(transmission), host.clock());
    }

    /** The host's protocol has accepted a packet. */
    void accepted(ReceivePacket packet) {
        if (packet.frame.isForPort(settings.groups)) {
            lanes.add(packet.number);
            hostProtocol.consumed();
        } else {
            packets.add(packet.number);
        }
    }

    /** The answer to the rank's addition has come. */
    void answered(long before) {
        packets.answered(before);
    }

    boolean hasInterrupts() {
        return interruptsOn;
    }

    @Override
    public void clockTicked(long now) {
        if (hostProtocol.ticked(now)) {
            interruptLine.release(Math.max(now, host.kernelNow()));
        }
    }

    /** What the board has stored is visible to a poll. */
    private void delivered(Object cookie, int bytes) {
        BoardDelivery delivery = (BoardDelivery) cookie;
        if (delivery.packet() == BoardDelivery.NO_PACKET) {
            packets.store(delivery.frame().value);
        } else {
            receives.packet(delivery.packet()).store(delivery.frame());
            if (hostProtocol != null) {
                hostProtocol.stored(delivery.packet());
            } else if (delivery.frame().isForPort(settings.groups)) {
                lanes.add(delivery.packet());
            } else {
                packets.add(delivery.packet());
            }
            if (hostProtocol != null || !delivery.frame().isForPort(settings.groups)) {
                watchdog.arrived(host.kernelNow());
                firmware.watch(watchdog.deadline());
            }
        }
        if (host.isClosed()) {
            takeInClosed();
        } else {
            host.wake();
        }
    }

    private void dropArrived() {
        packets.drop();
        while (!lanes.isEmpty()) {
            release(lanes.remove());
        }
    }

    @Override
    public void watchdogExpired(long now) {
        if (watchdog.expired(now)) {
            interruptLine.release(Math.max(now, host.kernelNow()));
        } else {
            firmware.watch(watchdog.deadline());
        }
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    @Override
    public PacketInterface packetInterface() {
        return packets;
    }

    /** A free send packet if there are more than some; else null. */
    BoardSendPacket claim(int spare) {
        host.checkCaller();
        if (!sends.hasMoreThan(spare) && !polling) {
            host.cpu().sync();
        }
        if (!sends.hasMoreThan(spare)) {
            sends.starve(spare);
            return null;
        }
        return sends.take();
    }

    /** Gives back a send packet that the client has. */
    void free(BoardSendPacket packet) {
        sends.giveBack(sends.clients(packet.number));
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
            host.cpu().sync();
            if (takeInFrames()) {
                polled(0);
            }
        }
        return !hostProtocol.hasRoom(peer);
    }

    void multicast(int group, BoardSendPacket launch, int length, int client) {
        LciFrame frame = new LciFrame(LciFrame.Kind.MULTICAST, rank(), rank());
        frame.root = rank();
        frame.group = group;
        frame.client = client;
        launch.fill(frame, length);
        if (!settings.boardForwards) {
            groups.addChildren(launch);
        }
        launch(launch, "multicast");
    }

    /** Writes a packet to the board by programmed I/O, once, and asks for its transmission to each receiver. */
    void launch(BoardSendPacket packet, String what) {
        int more = Math.max(0, packet.receivers() - 1);
        long work = settings.hostSendPs + more * settings.hostRequestPs;
        int bytes = packet.frame().wireBytes() + more * LciSettings.REQUEST;
        host.spend(what, work + host.hardware().pioWritePs(bytes, host.cpu().clock() + work));
        sends.launch(packet);
        host.cpu().news();
        boolean isToSelf = packet.frame().kind == LciFrame.Kind.UNICAST && packet.frame().to == rank();
        if (hostProtocol == null || isToSelf) {
            host.tellBoard(packet.doorbell());
            return;
        }
        packet.use();
        for (int i = 0; i < packet.receivers(); i++) {
            hostProtocol.submit(packet.frame().to(rank(), packet.receiver(i)), packet);
        }
        packet.done();
        if (hostProtocol.isBlocked() && !polling) {
            host.cpu().sync();
            if (takeInFrames()) {
                polled(0);
            }
        }
    }

    @Override
    public Multicast multicast() {
        return groupPackets;
    }

    // ---- receiving ---------------------------------------------------------------------------------------------

    void checkPoll() {
        host.checkCaller();
        host.cpu().looks();
        if (polling) {
            throw new IllegalStateException(host.who() + " polls within a poll");
        }
    }

    /** Packets are handed over from now on: whoever gets one may send, but not poll. */
    void beginPoll() {
        polling = true;
    }

    void endPoll() {
        polling = false;
    }

    /**
     * The packet at a place cannot be forwarded now. Where depths have send packets of their own, brings the first one behind it
     * that can be delivered to its place: packets of different depths have no order. False if there is none.
     */
    boolean promote(NumberQueue queue, int from) {
        for (int place = from + 1; settings.reserves && place < queue.size(); place++) {
            if (isDeliverable(queue.get(place))) {
                queue.promote(place, from);
                return true;
            }
        }
        return false;
    }

    private boolean isDeliverable(int number) {
        return number == LciPackets.ANSWER || sends.hasMoreThan(groups.spare(receives.packet(number).frame));
    }

    /** The host's protocol takes in all that the board has stored. Returns whether that was anything. */
    boolean takeInFrames() {
        boolean any = false;
        while (hostProtocol != null && hostProtocol.takeIn()) {
            any = true;
        }
        return any;
    }

    void polled(int packets) {
        int consumed = hostProtocol == null ? 0 : hostProtocol.polled();
        watchdog.polled(packets + consumed, host.cpu().clock());
        firmware.watch(watchdog.deadline());
    }

    void release(ReceivePacket packet) {
        if (hostProtocol != null) {
            hostProtocol.released(packet.frame);
        }
        receives.recycle(packet);
    }

    /** Takes a packet in, and forwards it if this host does that; null: an answer. False if there is no send packet now. */
    boolean takeIn(LciFrame frame) {
        boolean forwards = frame != null && groups.isForwarded(frame);
        if (forwards && !sends.hasMoreThan(groups.spare(frame))) {
            sends.starve(groups.spare(frame));
            return false;
        }
        host.spendReceive();
        if (forwards) {
            BoardSendPacket packet = sends.take();
            packet.fill(frame.to(rank(), rank()), frame);
            groups.addChildren(packet);
            launch(packet, "forward");
        }
        return true;
    }

    // ---- interrupts --------------------------------------------------------------------------------------------

    void interrupts(boolean on) {
        host.checkCaller();
        if (interruptLine == null) {
            interruptLine = new KernelSemaphore("an interrupt of the board");
            host.cpu().spawn("interrupt of rank " + rank(), Processor.Priority.INTERRUPT, this::serveInterrupts);
        }
        interruptsOn = on;
        watchdog.enable(on, host.cpu().clock());
        firmware.watch(watchdog.deadline());
    }

    private void serveInterrupts() {
        while (true) {
            interruptLine.acquire();
            if (!host.isClosed()) {
                host.spend("interrupt", settings.interruptPs);
                packets.interrupt();
            }
        }
    }

    // ---- waiting and time --------------------------------------------------------------------------------------

    @Override
    public void idle(int fruitless) {
        host.checkCaller();
        if (!isReady()) {
            host.cpu().block(this);
        }
        endWait();
    }

    /** True if what the caller waits for is there: a send packet if it has found none, else something that has arrived. */
    boolean isReady() {
        if (packets.hasLost() || hostProtocol != null && !hostProtocol.isQuiet()) {
            return true;
        }
        if (sends.isStarved()) {
            return sends.isFed() || laneWaits && !laneHeld && !lanes.isEmpty();
        }
        return !(laneWaits ? lanes.isEmpty() : packets.isEmpty()) || sends.isDrained();
    }

    void endWait() {
        sends.endWait();
        laneWaits = false;
        laneHeld = false;
    }

    @Override
    public ReentrantLock newLock() {
        return new FiberLock(host.cpu());
    }

    @Override
    public void pause() {
        host.checkCaller();
        if (!isReady()) {
            host.cpu().pause(this);
        }
        endWait();
    }

    @Override
    public long now() {
        host.checkCaller();
        return host.cpu().read(host.hardware().pollPs()) / PS_PER_NS;
    }

    @Override
    public VirtualTime virtualTime() {
        return this;
    }

    @Override
    public void charge(HostWork work) {
        host.spend(work.name(), settings.workPs(work, host.hardware()));
        if (work == HostWork.FAILED_TEST) {
            host.cpu().called(true);
        } else {
            host.cpu().news();
        }
    }

    @Override
    public void chargeCopy(long bytes) {
        host.spend("copy", host.hardware().copyPs(bytes));
        host.cpu().news();
    }

    @Override
    public void chargeCopy(long bytes, long extent) {
        host.spend("copy", host.hardware().copyPs(bytes, extent));
        host.cpu().news();
    }

    @Override
    public void programEnded() {
        host.close();
        takeInClosed();
    }

    @Override
    public void close() {
        if (!host.isClosed()) {
            host.close();
            takeInClosed();
        }
    }

    @Override
    public boolean isIdle() {
        return firmware.isIdle()
                && (hostProtocol == null || hostProtocol.isIdle())
                && packets.isEmpty()
                && lanes.isEmpty()
                && receives.isIdle()
                && sends.isIdle();
    }

    @Override
    public List<PacketCounts> received() {
        return firmware.received();
    }

    @Override
    public String state() {
        return host.who() + ": " + sends + " and " + receives + " free, " + packets.size() + " to poll; " + firmware
                + (hostProtocol == null ? "" : hostProtocol);
    }

    // ---- packets of MPI and BIP --------------------------------------------------------------------------------

    @Override
    public int rank() {
        return host.rank();
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
            host.cpu().sync();
        }
        return deliverLanes(sink, limit);
    }

    /** Waits for a packet of MPI or BIP. */
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
        if (!hasLanePacket()) {
            WaitMarks.pauses();
        }
        host.cpu().await(laneWait);
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
        beginPoll();
        try {
            while (delivered < limit && hasLanePacket() && mayDeliverLane()) {
                delivered++;
                lanes.deliver(sink);
            }
        } finally {
            endPoll();
        }
        if (delivered == 0) {
            nothingInLanes();
        } else {
            host.cpu().news();
            polled(0);
        }
        return delivered;
    }

    private void nothingInLanes() {
        laneWaits = true;
        laneHeld = !lanes.isEmpty();
        host.spendEmptyPoll();
        polled(0);
    }

    private boolean hasLanePacket() {
        boolean worked = hostProtocol != null;
        while (lanes.isEmpty() && worked) {
            worked = hostProtocol.takeIn();
        }
        return !lanes.isEmpty();
    }

    /** True if the oldest packet of MPI or BIP may be delivered now. */
    private boolean mayDeliverLane() {
        if (takeInLane()) {
            return true;
        }
        // A host that only polls is ahead of its board.
        host.cpu().sync();
        return takeInLane() || takeInFrames() && takeInLane() || promote(lanes.arrived(), 0) && takeInLane();
    }

    private boolean takeInLane() {
        return takeIn(receives.packet(lanes.arrived().get(0)).frame);
    }

    @Override
    public void release(int peer, int lane, long offset) {
        lanes.release(offset);
    }
}
