package org.bipj.sim.lci;

import java.util.ArrayDeque;
import java.util.BitSet;
import org.agrona.collections.Int2ObjectHashMap;
import org.bipj.core.nic.PortException;
import org.bipj.core.protocol.PacketCredits;

/**
 * No retransmission (LCI paper, section 3.1): credits, no sequence numbers, no timers. The network is trusted to lose
 * nothing; a packet that arrives damaged ends the run. A packet whose receiver has room is ready; one whose window is
 * closed waits in the queue of blocked sends of its receiver, and becomes ready while acknowledgements are taken in.
 */
final class CreditProtocol implements Reliability {
    private final int rank;
    private final int ranks;
    private final PacketCredits credits;
    /** What the board sends by itself: forwarded packets, answers. It goes first. */
    private final ArrayDeque<Transmission> forwards = new ArrayDeque<>();

    private final ArrayDeque<Transmission> ready = new ArrayDeque<>();
    /** By receiver for which something has waited. */
    private final Int2ObjectHashMap<ArrayDeque<Transmission>> blocked = new Int2ObjectHashMap<>();

    /** Receivers of acknowledgements that are due. */
    private final BitSet due = new BitSet();

    private int waiting;

    CreditProtocol(int rank, int ranks, int window) {
        this.rank = rank;
        this.ranks = ranks;
        credits = new PacketCredits(ranks, window);
    }

    @Override
    public void submit(Transmission transmission) {
        int to = transmission.frame().to;
        ArrayDeque<Transmission> before = blocked.get(to);
        if ((before == null || before.isEmpty()) && credits.spend(to)) {
            admitted(transmission);
            return;
        }
        if (before == null) {
            before = new ArrayDeque<>();
            blocked.put(to, before);
        }
        before.add(transmission);
        waiting++;
    }

    private void admitted(Transmission transmission) {
        (transmission.frame().isOwn() ? ready : forwards).add(transmission);
    }

    /** The window of a peer may have opened. */
    private void unblock(int peer) {
        ArrayDeque<Transmission> queue = blocked.get(peer);
        while (queue != null && !queue.isEmpty() && credits.spend(peer)) {
            admitted(queue.remove());
            waiting--;
        }
    }

    @Override
    public Transmission next(boolean forwarded) {
        Transmission next = (forwarded ? forwards : ready).poll();
        if (next != null) {
            carry(next.frame());
        }
        return next;
    }

    @Override
    public Transmission nextAcknowledgement() {
        int peer = due.nextSetBit(0);
        if (peer < 0) {
            return null;
        }
        LciFrame frame = new LciFrame(LciFrame.Kind.ACKNOWLEDGEMENT, rank, peer);
        carry(frame);
        return new Transmission(frame, null);
    }

    /** A frame takes along what is owed to its receiver. */
    private void carry(LciFrame frame) {
        frame.credits = credits.takeOwed(frame.to);
        due.clear(frame.to);
    }

    @Override
    public boolean arrived(LciFrame frame, boolean hasBuffer) {
        if (frame.credits > 0) {
            credits.refill(frame.from, frame.credits);
            unblock(frame.from);
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
        if (credits.owe(frame.from)) {
            due.set(frame.from);
        }
    }

    /** What is owed may stay below half a window for ever: only more would make it due. */
    @Override
    public boolean isIdle() {
        for (int peer = 0; peer < ranks; peer++) {
            if (credits.isDue(peer)) {
                return false;
            }
        }
        return ready.isEmpty() && forwards.isEmpty() && waiting == 0 && due.isEmpty();
    }

    /** Credits that are neither available here nor owed by the peer are under way: tests add both up. */
    int available(int peer) {
        return credits.available(peer);
    }

    /** Credits owed to a peer. */
    int owed(int peer) {
        return credits.owed(peer);
    }

    /** Credits of a full window. */
    int window() {
        return credits.window();
    }

    @Override
    public String toString() {
        return (ready.size() + forwards.size()) + " packets ready to be sent, " + waiting + " blocked";
    }
}
