package org.bipj.sim.lci;

import org.bipj.core.protocol.Deadlines;
import org.bipj.core.protocol.SoftClock;
import org.bipj.sim.kernel.Event;

/**
 * Retransmission by the host (LCI paper, section 3.2): the half of the host driver that runs go-back-N. It takes in what the
 * board has stored, frame by frame, before the client sees it, and requests transmissions from the board. Packets stay in
 * board memory meanwhile. Counters are in host memory.
 *
 * <p>Timers are soft: every poll looks at them, and a rank that waits is woken for them. While interrupts are on, the
 * board's clock interrupts a host that has not polled for a period and whose timers run. A rank whose port is closed goes on
 * to acknowledge, at no cost: its peers may not have all acknowledgements.
 */
final class HostProtocol implements GoBackProtocol.Place {
    private final LciPort port;
    private final LciHost host;
    private final HostReceivePool receives;
    private final LciSettings settings;
    private final GoBackProtocol protocol;
    private final SoftClock softClock;
    private final long[] counters;
    /** What the board has stored and the protocol has not seen. */
    private final NumberQueue stored;
    /** Frames that this class has consumed since the last poll: they never get to the client. */
    private int consumed;

    private boolean ticking;
    /** When the rank is woken for a timer. */
    private long timerPs = Deadlines.NEVER;

    private final Event timer = new Event() {
        @Override
        protected void fire() {
            timerPs = Deadlines.NEVER;
            if (protocol.deadline() > host.kernelNow()) {
                watch(protocol.deadline());
            } else {
                port.timerEnded();
            }
        }
    };

    HostProtocol(LciPort port, LciHost host, HostReceivePool receives) {
        this.port = port;
        this.host = host;
        this.receives = receives;
        settings = host.settings();
        protocol = new GoBackProtocol(this, port.flows(), settings);
        softClock = new SoftClock(settings.clockPs);
        counters = new long[settings.counters];
        stored = new NumberQueue(settings.hostPackets);
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    /** Requests a transmission, and lets leave what may leave. */
    void submit(LciFrame frame, BoardBuffer buffer) {
        protocol.submit(Transmission.of(frame, buffer));
        transmit();
    }

    /** Requests from the board what may leave now. */
    void transmit() {
        Transmission next = protocol.nextAcknowledgement();
        while (next != null) {
            host.spend("acknowledge", settings.hostAckSendPs);
            port.request(next);
            next = protocol.nextAcknowledgement();
        }
        next = protocol.next(false);
        while (next != null) {
            port.request(next);
            next = protocol.next(false);
        }
    }

    /** True if packets wait because their window is closed: the host then looks for acknowledgements. */
    boolean isBlocked() {
        return protocol.isBlocked();
    }

    /** True if a packet to a peer may leave at once. */
    boolean hasRoom(int peer) {
        return protocol.hasRoom(peer);
    }

    /** Adds to a counter of the rank's own. Returns its value before. */
    long add(int counter, long n) {
        host.spend("add", settings.hostAddPs);
        long before = counters[counter];
        counters[counter] += n;
        return before;
    }

    // ---- receiving ---------------------------------------------------------------------------------------------

    /** Notes a frame that the board has stored; the next poll takes it in. */
    void stored(int packet) {
        stored.add(packet);
    }

    /** True if nothing waits for the protocol: no frame, and no timer that has ended. */
    boolean isQuiet() {
        return stored.isEmpty() && protocol.deadline() > clock();
    }

    /** Takes frames in until one is a packet for the client, or none is left. Returns whether anything was done. */
    boolean takeIn() {
        boolean worked = false;
        boolean found = false;
        while (!found && !stored.isEmpty()) {
            worked = true;
            found = takeIn(receives.packet(stored.remove()));
        }
        if (protocol.deadline() <= clock()) {
            worked = true;
            protocol.expire();
        }
        transmit();
        return worked;
    }

    /** Returns true if the client gets the packet. */
    private boolean takeIn(ReceivePacket packet) {
        LciFrame frame = packet.frame;
        if (frame.from == host.rank()) {
            port.accepted(packet);
            return true;
        }
        if (!frame.isPacket()) {
            host.spend("acknowledgement", settings.hostAckReceivePs);
        }
        boolean isTaken = protocol.arrived(frame, hasRoom());
        if (isTaken && frame.isForClient()) {
            port.accepted(packet);
            return true;
        }
        if (isTaken) {
            serve(frame);
            protocol.released(frame);
        }
        consumed++;
        receives.recycle(packet);
        return false;
    }

    /** One place in the ring is left to acknowledgements: a client that waits for them takes no packets meanwhile. */
    private boolean hasRoom() {
        return !stored.isEmpty() || receives.hasFree();
    }

    /** Serves a request to add to a counter, or takes in the answer to one of this host. */
    private void serve(LciFrame frame) {
        if (frame.kind == LciFrame.Kind.ADDED) {
            port.answered(frame.value);
            return;
        }
        host.spendReceive();
        LciFrame answer = new LciFrame(LciFrame.Kind.ADDED, host.rank(), frame.from);
        answer.value = add(frame.counter, frame.value);
        host.spendSend("answer", answer);
        protocol.submit(new Transmission(answer, null));
    }

    /** A frame that the polls of LCI's client do not take. */
    void consumed() {
        consumed++;
    }

    /** Returns the credit of a packet that the client has released. */
    void released(LciFrame frame) {
        if (frame.from != host.rank()) {
            protocol.released(frame);
        }
    }

    /** The host polls. Returns how many frames it has consumed since the last time. */
    int polled() {
        softClock.polled(clock());
        int taken = consumed;
        consumed = 0;
        return taken;
    }

    // ---- timers ------------------------------------------------------------------------------------------------

    @Override
    public void watch(long deadlinePs) {
        if (deadlinePs < timerPs) {
            timerPs = deadlinePs;
            host.schedule(timer, deadlinePs);
        }
        if (deadlinePs != Deadlines.NEVER && !ticking && port.hasInterrupts()) {
            ticking = true;
            port.firmware().tickAt(softClock.nextTick(clock()));
        }
    }

    /** The board's clock ticks. Returns whether it interrupts the host. */
    boolean ticked(long now) {
        boolean running = protocol.deadline() != Deadlines.NEVER;
        ticking = running && port.hasInterrupts();
        if (ticking) {
            port.firmware().tickAt(softClock.nextTick(now));
        }
        return softClock.interrupts(now, running);
    }

    // ---- the place ---------------------------------------------------------------------------------------------

    @Override
    public int rank() {
        return host.rank();
    }

    @Override
    public long clock() {
        return host.clock();
    }

    @Override
    public void charge(GoBackProtocol.Work work) {
        host.spend("retransmission", settings.hostWorkPs(work));
    }

    @Override
    public void unreachable(int peer) {
        port.unreachable(peer);
    }

    boolean isIdle() {
        return stored.isEmpty() && protocol.isIdle();
    }

    @Override
    public String toString() {
        return "; host: " + protocol + ", " + stored.size() + " frames to take in";
    }
}
