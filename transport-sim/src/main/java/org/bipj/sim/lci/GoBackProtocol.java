package org.bipj.sim.lci;

import java.util.Arrays;
import java.util.BitSet;
import org.bipj.core.protocol.AcknowledgementPolicy;
import org.bipj.core.protocol.Deadlines;
import org.bipj.core.protocol.Flows;
import org.bipj.core.protocol.GoBackReceiver;
import org.bipj.core.protocol.GoBackReceiver.Verdict;
import org.bipj.core.protocol.GoBackSender;

/**
 * Retransmission (LCI paper, sections 3.2 and 3.3): go-back-N with piggybacked, half-window and delayed acknowledgements.
 * It runs on the board or on the host; {@link Place} is the only difference.
 *
 * <p>A packet stays in its send buffer, or in the receive buffer from which it is forwarded, until the receiver has
 * acknowledged it. Each transmission is a frame of its own, with the acknowledgement that is current when it leaves.
 */
final class GoBackProtocol implements Reliability, GoBackSender.Outcome {
    /** Pieces of work, whose cost depends on the place. */
    enum Work {
        /** Sequence number and acknowledgement of a packet that is to leave. */
        SEND,
        /** Timer and window of a packet that has left. Put off while a packet waits that the board forwards. */
        SENT,
        /** Sequence check of a packet that arrives, and the acknowledgement that it carries. */
        RECEIVE,
        /** Bookkeeping of an accepted packet once its buffer is free: what is owed, timers. */
        RELEASE,
        /** A look at the timers. */
        TIMERS
    }

    /** The side on which the protocol runs: the board or the host. */
    interface Place {
        /** The rank of this side. */
        int rank();

        /** The present moment of this side, in picoseconds. */
        long clock();

        /** Charges the time of a piece of work to this side's processor. */
        void charge(Work work);

        /** Arranges that {@link Reliability#expire} is called at a moment, if not before. */
        void watch(long deadlinePs);

        /** A peer is unreachable. Called once per peer. */
        void unreachable(int peer);
    }

    private static final int FIRST_SLOTS = 16;

    private final Place place;
    private final FrameFlows frameFlows;
    private final Flows flows;
    private final GoBackSender out;
    private final GoBackReceiver in;
    private final AcknowledgementPolicy policy;
    /** By flow: receive buffers that it holds, and how many it may hold. */
    private final int[] held;

    private final int mayHold;
    /** The board forwards, and knows all children at once. */
    private final boolean boardForwards;

    /** Transmissions that are not acknowledged, by the number that the sender has for them. */
    private Transmission[] slots = new Transmission[FIRST_SLOTS];

    private int[] freeSlots = new int[FIRST_SLOTS];
    private int free;
    /** Flows whose acknowledgement is due, and those of which packets are wanted again. */
    private final BitSet due = new BitSet();

    private final BitSet wanted = new BitSet();
    /** Slots of packets that the board sends by itself, and that have not left. */
    private final BitSet forwards = new BitSet();

    private final BitSet unreachable = new BitSet();
    /** Pieces of {@link Work#SENT} that were put off. */
    private int putOff;

    private long dropped;

    /** A protocol that has exchanged nothing yet. */
    GoBackProtocol(Place place, FrameFlows frameFlows, LciSettings settings) {
        this.place = place;
        this.frameFlows = frameFlows;
        flows = frameFlows.flows();
        out = new GoBackSender(flows.count(), settings.window, settings.timeoutPs, settings.tries);
        in = new GoBackReceiver(flows.count());
        policy = new AcknowledgementPolicy(flows.count(), settings.window, settings.acknowledgePs);
        boardForwards = settings.boardForwards;
        held = new int[flows.count()];
        mayHold = settings.share;
        for (int slot = FIRST_SLOTS - 1; slot >= 0; slot--) {
            freeSlots[free++] = slot;
        }
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    @Override
    public void submit(Transmission transmission) {
        if (free == 0) {
            growSlots();
        }
        int slot = freeSlots[--free];
        slots[slot] = transmission;
        forwards.set(slot, !transmission.frame().isOwn());
        if (!out.post(frameFlows.of(transmission.frame()), slot)) {
            release(slot);
        }
    }

    private void growSlots() {
        int slot = slots.length;
        slots = Arrays.copyOf(slots, 2 * slot);
        freeSlots = Arrays.copyOf(freeSlots, 2 * slot);
        while (slot < slots.length) {
            freeSlots[free++] = slot++;
        }
    }

    private void release(int slot) {
        Transmission settled = slots[slot];
        slots[slot] = null;
        forwards.clear(slot);
        freeSlots[free++] = slot;
        settled.done();
    }

    @Override
    public Transmission next(boolean forwarded) {
        int flow = forwarded ? readyForward() : out.ready();
        if (flow == GoBackSender.NONE) {
            return null;
        }
        place.charge(Work.SEND);
        int slot = out.next(flow);
        forwards.clear(slot);
        LciFrame frame = slots[slot].frame().copy();
        frame.flow = flows.number(flow);
        frame.sequence = out.transmit(flow, place.clock());
        carry(pending(frame.to), frame);
        watch();
        return Transmission.of(frame, slots[slot].buffer());
    }

    /**
     * A flow whose next packet the board sends by itself, and may send now. Only such packets go before arrivals: time-outs can
     * keep others ready for ever, while acknowledgements would wait.
     */
    private int readyForward() {
        if (forwards.isEmpty()) {
            return GoBackSender.NONE;
        }
        int first = out.ready();
        if (first == GoBackSender.NONE || forwards.get(out.next(first))) {
            return first;
        }
        for (int slot = forwards.nextSetBit(0); slot >= 0; slot = forwards.nextSetBit(slot + 1)) {
            int flow = frameFlows.of(slots[slot].frame());
            if (out.isReady(flow) && out.next(flow) == slot) {
                return flow;
            }
        }
        return GoBackSender.NONE;
    }

    /** A flow from a peer whose acknowledgement is of use to the peer. */
    private int pending(int peer) {
        int first = flows.flow(peer, 0);
        int last = first + flows.depths();
        for (int flow = first; flow < last; flow++) {
            if (due.get(flow) || policy.isPending(flow)) {
                return flow;
            }
        }
        return first;
    }

    @Override
    public Transmission nextAcknowledgement() {
        int flow = due.nextSetBit(0);
        if (flow < 0) {
            return null;
        }
        LciFrame frame = new LciFrame(LciFrame.Kind.ACKNOWLEDGEMENT, place.rank(), flows.peer(flow));
        carry(flow, frame);
        return new Transmission(frame, null);
    }

    /** A frame takes the acknowledgement of a flow along. */
    private void carry(int flow, LciFrame frame) {
        policy.take(flow);
        frame.acknowledgedFlow = flows.number(flow);
        frame.acknowledges = in.expected(flow);
        frame.requests = wanted.get(flow);
        wanted.clear(flow);
        due.clear(flow);
    }

    @Override
    public void left(Transmission transmission) {
        putOff++;
        while (putOff > 0 && (forwards.isEmpty() || !boardForwards)) {
            putOff--;
            place.charge(Work.SENT);
        }
        transmission.done();
    }

    // ---- receiving ---------------------------------------------------------------------------------------------

    @Override
    public boolean arrived(LciFrame frame, boolean hasBuffer) {
        acknowledged(frame);
        if (!frame.isPacket()) {
            return false;
        }
        place.charge(Work.RECEIVE);
        int flow = flows.flow(frame.from, frame.flow);
        policy.arrived(flow, place.clock());
        watch();
        if (in.check(flow, frame.sequence) != Verdict.NEXT) {
            dropped++;
            return false;
        }
        if (!hasBuffer || held[flow] >= mayHold) {
            dropped++;
            in.refuse(flow);
            return false;
        }
        in.accept(flow);
        held[flow]++;
        if (policy.owe(flow)) {
            due.set(flow);
        }
        return true;
    }

    private void acknowledged(LciFrame frame) {
        int flow = flows.flow(frame.from, frame.acknowledgedFlow);
        if (frame.requests) {
            out.again(flow, frame.acknowledges, place.clock(), this);
        } else {
            out.acknowledge(flow, frame.acknowledges, place.clock(), this);
        }
        watch();
    }

    @Override
    public void damaged(LciFrame frame) {
        dropped++;
    }

    @Override
    public void released(LciFrame frame) {
        int flow = flows.flow(frame.from, frame.flow);
        held[flow]--;
        place.charge(Work.RELEASE);
        if (mayHold == Integer.MAX_VALUE) {
            request(in.wanted());
        } else if (in.takeWanted(flow)) {
            request(flow);
        }
    }

    private void request(int flow) {
        if (flow != GoBackReceiver.NONE) {
            wanted.set(flow);
            due.set(flow);
        }
    }

    // ---- outcome and timers ------------------------------------------------------------------------------------

    @Override
    public void acknowledged(int flow, int slot) {
        release(slot);
    }

    @Override
    public void unreachable(int flow, int slot) {
        release(slot);
        int peer = flows.peer(flow);
        if (!unreachable.get(peer)) {
            unreachable.set(peer);
            place.unreachable(peer);
        }
    }

    @Override
    public void expire() {
        place.charge(Work.TIMERS);
        out.expire(place.clock(), this);
        for (int flow = policy.due(place.clock()); flow != Deadlines.NONE; flow = policy.due(place.clock())) {
            due.set(flow);
        }
        watch();
    }

    private void watch() {
        place.watch(deadline());
    }

    /** True if a packet to a peer may leave at once. */
    boolean hasRoom(int peer) {
        return out.hasRoom(flows.unicast(peer));
    }

    /** True if packets have not left because their windows are closed. */
    boolean isBlocked() {
        return out.waiting() > 0;
    }

    @Override
    public boolean isIdle() {
        return out.pending() == 0 && due.isEmpty() && policy.deadline() == Deadlines.NEVER;
    }

    /** When {@link #expire} is to be called, or {@link Deadlines#NEVER}. */
    long deadline() {
        return Math.min(out.deadline(), policy.deadline());
    }

    /** Packets that were dropped: damaged, out of sequence, or without a buffer. */
    long dropped() {
        return dropped;
    }

    @Override
    public String toString() {
        return out + ", " + dropped + " arrivals dropped";
    }
}
