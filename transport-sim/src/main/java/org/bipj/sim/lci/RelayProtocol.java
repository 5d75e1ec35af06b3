package org.bipj.sim.lci;

import java.util.ArrayDeque;

/**
 * The board's part where the host retransmits (LCI paper, section 3.2): it sends what the host requests, in order, and
 * passes on what arrives. It drops frames that are damaged, or for which it has no buffer.
 */
final class RelayProtocol implements Reliability {
    private final ArrayDeque<Transmission> ready = new ArrayDeque<>();
    private long dropped;

    @Override
    public void submit(Transmission transmission) {
        ready.add(transmission);
    }

    @Override
    public Transmission next(boolean forwarded) {
        return forwarded ? null : ready.poll();
    }

    @Override
    public Transmission nextAcknowledgement() {
        return null;
    }

    @Override
    public boolean arrived(LciFrame frame, boolean hasBuffer) {
        dropped += hasBuffer ? 0 : 1;
        return hasBuffer;
    }

    @Override
    public void damaged(LciFrame frame) {
        dropped++;
    }

    @Override
    public void released(LciFrame frame) {}

    @Override
    public boolean isIdle() {
        return ready.isEmpty();
    }

    @Override
    public String toString() {
        return ready.size() + " frames to be sent, " + dropped + " arrivals dropped";
    }
}
