package org.bipj.sim.lci;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.bipj.core.nic.PacketInterface;
import org.bipj.core.nic.PacketUpcalls;
import org.bipj.sim.kernel.Fiber;

/**
 * The packets of LCI at a host: what its clients send, poll and add to counters. The port has what these have in common with
 * packets of MPI and BIP.
 */
final class LciPackets implements PacketInterface {
    /** In the queue of what has arrived: the answer to an addition. */
    static final int ANSWER = -1;

    private final LciPort port;
    private final LciHost host;
    private final LciSettings settings;
    private final BoardSendPool sends;
    private final HostReceivePool receives;
    private final GroupTable groups;
    /** Retransmission, if it is the host's; else null. */
    private final HostProtocol protocol;

    private PacketUpcalls upcalls;
    /** What the board has stored and the host has not taken. */
    private final NumberQueue arrived;
    /** So many of these have been taken in, and forwarded if the host does that. */
    private int taken;

    private final PacketWait packetWait = new PacketWait();
    /** Peers that have become unreachable, for the client. */
    private final ArrayDeque<Integer> lost = new ArrayDeque<>();

    /** Answers to additions that the host's protocol has taken in during this poll. */
    private int answers;

    /** Whether the client has left, and accepts no more packets. */
    private boolean left;

    private boolean adding;
    private long previous;

    /**
     * No packet has arrived.
     *
     * @param protocol null if the host does not retransmit
     */
    LciPackets(
            LciPort port,
            LciHost host,
            BoardSendPool sends,
            HostReceivePool receives,
            GroupTable groups,
            HostProtocol protocol) {
        this.port = port;
        this.host = host;
        settings = host.settings();
        this.sends = sends;
        this.receives = receives;
        this.groups = groups;
        this.protocol = protocol;
        arrived = new NumberQueue(settings.hostPackets + 1);
    }

    @Override
    public Limits limits() {
        return settings.limits();
    }

    @Override
    public String placement() {
        return settings.placement();
    }

    @Override
    public void attach(PacketUpcalls to) {
        host.checkCaller();
        if (upcalls != null) {
            throw new IllegalStateException(host.who() + ": packets have a receiver already");
        }
        upcalls = to;
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    @Override
    public int allocate() {
        BoardSendPacket packet = port.claim(settings.reservedSendPackets(0));
        return packet == null ? -1 : packet.number;
    }

    @Override
    public void free(int packet) {
        sends.giveBack(sends.clients(packet));
    }

    @Override
    public MemorySegment sendBuffer(int packet) {
        return sends.clients(packet).segment();
    }

    @Override
    public void unicast(int destination, int packet, int length, int client) {
        BoardSendPacket launch = sends.clients(packet);
        LciFrame frame = new LciFrame(LciFrame.Kind.UNICAST, host.rank(), destination);
        frame.client = client;
        launch.fill(frame, length);
        launch.addReceiver(destination);
        port.launch(launch, "unicast");
    }

    @Override
    public void multicast(int group, int packet, int length, int client) {
        port.multicast(group, sends.clients(packet), length, client);
    }

    @Override
    public void group(int group, int[] members) {
        host.checkCaller();
        groups.installOrThrow(group, members);
    }

    // ---- receiving ---------------------------------------------------------------------------------------------

    /** A packet of LCI is in host memory. */
    void add(int packet) {
        if (left) {
            port.release(receives.packet(packet));
        } else {
            arrived.add(packet);
        }
    }

    /** Notes a peer that has become unreachable, for the client's next poll. */
    void unreachable(int peer) {
        lost.add(peer);
    }

    /** True if there is an unreachable peer that was not reported to the client. */
    boolean hasLost() {
        return !lost.isEmpty();
    }

    /** True if nothing has arrived that was not delivered. */
    boolean isEmpty() {
        return arrived.isEmpty();
    }

    /** How many packets and answers have arrived. */
    int size() {
        return arrived.size();
    }

    @Override
    public void leave() {
        host.checkCaller();
        left = true;
        drop();
    }

    /** Releases packets that have arrived and were not delivered. */
    void drop() {
        while (!arrived.isEmpty()) {
            int number = arrived.remove();
            if (number != ANSWER) {
                port.release(receives.packet(number));
            }
        }
        taken = 0;
    }

    @Override
    public int poll(int limit) {
        port.checkPoll();
        if (upcalls != null && !lost.isEmpty()) {
            upcalls.onUnreachable(lost.remove(), "it has not answered " + settings.tries + " times (lci.tries)");
        }
        if (hasNothing()) {
            host.cpu().sync();
        }
        if (hasNothing()) {
            host.spendEmptyPoll();
            port.polled(0);
            return 0;
        }
        return deliver(limit);
    }

    private boolean hasNothing() {
        return upcalls == null || arrived.isEmpty() && (protocol == null || protocol.isQuiet());
    }

    /** True if a packet has arrived, and the protocol has accepted it. */
    private boolean hasPacket() {
        boolean worked = protocol != null;
        while (arrived.isEmpty() && worked) {
            worked = protocol.takeIn();
        }
        return !arrived.isEmpty();
    }

    private int deliver(int limit) {
        int delivered = 0;
        int packets = 0;
        port.beginPoll();
        try {
            while (delivered < limit && hasPacket() && mayDeliver()) {
                delivered++;
                packets += deliverNext() ? 1 : 0;
            }
        } finally {
            port.endPoll();
            port.polled(packets);
            delivered += answers;
            answers = 0;
        }
        if (delivered > 0) {
            host.cpu().news();
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
        host.cpu().sync();
        return takeIn() || port.takeInFrames() && takeIn() || port.promote(arrived, 0) && takeIn();
    }

    /** Delivers what has arrived first; false if it is no packet. */
    private boolean deliverNext() {
        int number = arrived.remove();
        taken--;
        if (number == ANSWER) {
            adding = false;
            return false;
        }
        ReceivePacket packet = receives.packet(number);
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
                port.release(packet);
            }
        }
        return true;
    }

    @Override
    public MemorySegment receiveBuffer(int packet) {
        return receives.held(packet).segment();
    }

    @Override
    public void release(int packet) {
        host.checkCaller();
        port.release(receives.held(packet));
    }

    @Override
    public boolean progress() {
        host.checkCaller();
        host.cpu().sync();
        host.spend("progress", host.hardware().pollPs());
        boolean done = port.takeInFrames();
        if (done) {
            port.polled(0);
        }
        done |= sends.isFed();
        while (!settings.boardForwards
                && taken < arrived.size()
                && (takeIn() || port.promote(arrived, taken) && takeIn())) {
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
        if (!port.takeIn(number == ANSWER ? null : receives.packet(number).frame)) {
            return false;
        }
        taken++;
        return true;
    }

    // ---- counters ----------------------------------------------------------------------------------------------

    @Override
    public void fetchAndAdd(int owner, int counter, long n) {
        host.checkCaller();
        if (adding) {
            throw new IllegalStateException(host.who() + ": another addition to a counter is outstanding");
        }
        if (protocol != null && owner == host.rank()) {
            previous = protocol.add(counter, n);
            return;
        }
        adding = true;
        LciFrame request = new LciFrame(LciFrame.Kind.ADD, host.rank(), owner);
        request.counter = counter;
        request.value = n;
        host.spendSend("fetch and add", request);
        host.cpu().news();
        if (protocol != null) {
            protocol.submit(request, null);
            return;
        }
        host.tellBoard(host.ring(request));
    }

    /** The answer to the rank's addition is in host memory. */
    void store(long before) {
        previous = before;
        arrived.add(ANSWER);
    }

    /** The answer to the rank's addition has come. */
    void answered(long before) {
        host.spendReceive();
        previous = before;
        adding = false;
        answers++;
    }

    @Override
    public boolean added() {
        host.checkCaller();
        return !adding;
    }

    @Override
    public long previous() {
        return previous;
    }

    // ---- interrupts and waiting --------------------------------------------------------------------------------

    @Override
    public boolean canInterrupt() {
        return true;
    }

    @Override
    public void interrupts(boolean on) {
        port.interrupts(on);
    }

    /** Resumes the client by its interrupt upcall. */
    void interrupt() {
        upcalls.onInterrupt();
    }

    /** A poll, and the wait behind it. The rank does not resume for a poll that finds nothing. */
    private final class PacketWait implements Fiber.Condition {
        private boolean found;

        @Override
        public boolean isMet() {
            found = !hasNothing();
            if (found) {
                return true;
            }
            host.spendEmptyPoll();
            port.polled(0);
            return port.isReady();
        }

        @Override
        public String toString() {
            return port.toString();
        }
    }

    @Override
    public int pollOrIdle(int limit, int fruitless) {
        if (upcalls == null || !lost.isEmpty() || !hasNothing()) {
            return PacketInterface.super.pollOrIdle(limit, fruitless);
        }
        port.checkPoll();
        host.cpu().await(packetWait);
        if (packetWait.found) {
            return deliver(limit);
        }
        port.endWait();
        return 0;
    }

    @Override
    public void idle(int fruitless) {
        port.idle(fruitless);
    }

    @Override
    public boolean busy() {
        host.checkCaller();
        host.cpu().sync();
        boolean draining = sends.drain();
        boolean hasToReport = upcalls != null && !lost.isEmpty();
        return draining || hasToReport || !settings.boardForwards && taken < arrived.size();
    }
}
