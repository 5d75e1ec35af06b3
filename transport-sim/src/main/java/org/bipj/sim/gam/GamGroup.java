package org.bipj.sim.gam;

import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointGroup;

/** The group of the rank's endpoint; others are empty. */
final class GamGroup implements EndpointGroup {
    private final GamPort port;
    private GamEndpoint member;
    private long arrivals;

    GamGroup(GamPort port) {
        this.port = port;
    }

    @Override
    public void add(Endpoint endpoint) {
        port.checkCaller();
        if (!(endpoint instanceof GamEndpoint own) || own.port() != port) {
            throw new IllegalArgumentException(port.who() + ": add of " + endpoint + "; expected its endpoint");
        }
        own.join(this);
    }

    void enter(GamEndpoint endpoint) {
        member = endpoint;
        if (endpoint.isReady()) {
            arrivals++;
        }
    }

    void leave() {
        member = null;
    }

    /** A message has come to a ring that had none for the host. */
    void arrived() {
        arrivals++;
    }

    @Override
    public int poll(int limit) {
        port.checkCaller();
        port.looks();
        if (!isReady()) {
            port.sync();
        }
        int delivered = member == null ? 0 : member.poll(limit);
        if (delivered == 0) {
            if (isReady()) {
                // What waits cannot be taken now. The rest goes on, so that it can be.
                port.sync();
            }
            port.looksInVain();
        }
        return delivered;
    }

    @Override
    public boolean hasArrived() {
        port.checkCaller();
        if (!isReady()) {
            port.sync();
        }
        if (!isReady() && member != null) {
            member.chargeEmptyPoll();
        }
        return isReady();
    }

    private boolean isReady() {
        return member != null && member.isReady();
    }

    @Override
    public long arrivals() {
        return arrivals;
    }
}
