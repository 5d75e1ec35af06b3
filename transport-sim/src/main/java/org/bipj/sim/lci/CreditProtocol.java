package org.bipj.sim.lci;

import java.util.ArrayDeque;
import java.util.BitSet;
import org.bipj.core.nic.PortException;
import org.bipj.core.protocol.Flows;
import org.bipj.core.protocol.PacketCredits;

/**
 * No retransmission (LCI paper, section 3.1): credits, no sequence numbers, no timers. The network is trusted to lose
 * nothing; a packet that arrives damaged ends the run. A packet whose receiver has room is ready; one whose window is
 * closed waits in the queue of blocked sends of its receiver, and becomes ready while acknowledgements are taken in.
 */
final class CreditProtocol implements Reliability {
    private final int rank;
    private final FrameFlows frameFlows;
    private final Flows flows;
    private final PacketCredits credits;
    /** What the board sends by itself: forwarded packets, answers. It goes first. */
    private final ArrayDeque<Transmission> forwards = new ArrayDeque<>();

    private final ArrayDeque<Transmission> ready = new ArrayDeque<>();
    /** By flow; null where nothing has waited. */
    private final ArrayDeque<Transmission>[] blocked;

    /** Flows that are owed an acknowledgement. */
    private final BitSet due = new BitSet();

    private int waiting;

    @SuppressWarnings({"unchecked", "rawtypes"})
    CreditProtocol(int rank, FrameFlows frameFlows, int window) {
        this.rank = rank;
        this.frameFlows = frameFlows;
        flows = frameFlows.flows();
        credits = new PacketCredits(flows.count(), window);
        blocked = new ArrayDeque[flows.count()];
    }

    @Override
    public void submit(Transmission transmission) {
        int flow = frameFlows.of(transmission.frame());
        transmission.frame().flow = flows.number(flow);
        ArrayDeque<Transmission> before = blocked[flow];
        if ((before == null || before.isEmpty()) && credits.spend(flow)) {
            admitted(transmission);
            return;
        }
        if (before == null) {
            before = new ArrayDeque<>();
            blocked[flow] = before;
        }
        before.add(transmission);
        waiting++;
    }

    private void admitted(Transmission transmission) {
        (transmission.frame().isOwn() ? ready : forwards).add(transmission);
    }

    /** The window of a flow may have opened. */
    private void unblock(int flow) {
        ArrayDeque<Transmission> queue = blocked[flow];
        while (queue != null && !queue.isEmpty() && credits.spend(flow)) {
            admitted(queue.remove());
            waiting--;
        }
    }

    @Override
    public Transmission next(boolean forwarded) {
        Transmission next = (forwarded ? forwards : ready).poll();
        if (next != null) {
            carry(owing(next.frame().to), next.frame());
        }
        return next;
    }

    @Override
    public Transmission nextAcknowledgement() {
        int flow = due.nextSetBit(0);
        if (flow < 0) {
            return null;
        }
        LciFrame frame = new LciFrame(LciFrame.Kind.ACKNOWLEDGEMENT, rank, flows.peer(flow));
        carry(flow, frame);
        return new Transmission(frame, null);
    }

    /** A flow from a peer to which credits are owed, the one with most. */
    private int owing(int peer) {
        int first = flows.flow(peer, 0);
        int best = first;
        for (int flow = first + 1; flow < first + flows.depths(); flow++) {
            best = credits.owed(flow) > credits.owed(best) ? flow : best;
        }
        return best;
    }

    /** A frame takes along what is owed to a flow. */
    private void carry(int flow, LciFrame frame) {
        frame.acknowledgedFlow = flows.number(flow);
        frame.credits = credits.takeOwed(flow);
        due.clear(flow);
    }

    @Override
    public boolean arrived(LciFrame frame, boolean hasBuffer) {
        if (frame.credits > 0) {
            int flow = flows.flow(frame.from, frame.acknowledgedFlow);
            credits.refill(flow, frame.credits);
            unblock(flow);
        }
        if (frame.isPacket() && !hasBuffer) {
            throw new IllegalStateException(
                    "rank " + rank + ": no receive buffer for " + frame + "; its sender has sent more than its window");
        }
        return frame.isPacket();
    }

    @Override
    public void damaged(LciFrame frame) {
        throw new PortException("rank " + rank + ": a packet from rank " + frame.from
                + " has arrived damaged (its CRC is wrong, or its end is missing), and its boards do not retransmit"
                + " (lci.retransmission = none)");
    }

    @Override
    public void released(LciFrame frame) {
        int flow = flows.flow(frame.from, frame.flow);
        if (credits.owe(flow)) {
            due.set(flow);
        }
    }

    /** What is owed may stay below half a window for ever: only more would make it due. */
    @Override
    public boolean isIdle() {
        for (int flow = 0; flow < flows.count(); flow++) {
            if (credits.isDue(flow)) {
                return false;
            }
        }
        return ready.isEmpty() && forwards.isEmpty() && waiting == 0 && due.isEmpty();
    }

    @Override
    public String toString() {
        return (ready.size() + forwards.size()) + " packets ready to be sent, " + waiting + " blocked";
    }
}
