package org.bipj.sim.lci;

import org.bipj.core.nic.PortException;
import org.bipj.core.protocol.PacketCredits;

/**
 * No retransmission (LCI paper, section 3.1): credits, no sequence numbers, no timers. The network is trusted to lose
 * nothing; a packet that arrives damaged ends the run.
 */
final class CreditProtocol implements BoardProtocol {
    private final int rank;
    private final BoardSender sender;
    private final PacketCredits credits;
    private final int ranks;

    CreditProtocol(int rank, int ranks, int window, BoardSender sender) {
        this.rank = rank;
        this.ranks = ranks;
        this.sender = sender;
        credits = new PacketCredits(ranks, window);
    }

    @Override
    public boolean admit(LciFrame frame) {
        return credits.spend(frame.to);
    }

    @Override
    public void departs(LciFrame frame) {
        frame.credits = credits.takeOwed(frame.to);
    }

    @Override
    public boolean arrived(LciFrame frame) {
        if (frame.credits > 0) {
            credits.refill(frame.from, frame.credits);
            sender.unblock(frame.from);
        }
        return true;
    }

    @Override
    public void damaged(LciFrame frame) {
        throw new PortException("rank " + rank + ": a packet from rank " + frame.from
                + " has arrived damaged (its CRC is wrong, or its end is missing), and its boards do not retransmit"
                + " (lci.retransmission = none)");
    }

    @Override
    public void released(int peer) {
        if (credits.owe(peer)) {
            sender.acknowledge(peer);
        }
    }

    @Override
    public boolean isIdle() {
        for (int peer = 0; peer < ranks; peer++) {
            // What is owed may stay below half a window for ever: only more would make it due.
            if (credits.isDue(peer)) {
                return false;
            }
        }
        return true;
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
}
