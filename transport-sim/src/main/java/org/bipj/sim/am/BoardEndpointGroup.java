package org.bipj.sim.am;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointGroup;
import org.bipj.sim.kernel.Fiber;

/**
 * Endpoints that are polled together, by turns. A poll reads the state of each endpoint, in the board's memory or where its
 * page is, so that its cost in virtual time depends on their number.
 */
final class BoardEndpointGroup implements EndpointGroup {
    private final AmDriver port;
    private final List<BoardEndpoint> members = new ArrayList<>();
    /** The member that the next poll begins with. */
    private int first;

    private long arrivals;

    /** Threads that wait until an endpoint of the group has arrivals. */
    private final List<Fiber> waiting = new ArrayList<>();

    BoardEndpointGroup(AmDriver port) {
        this.port = port;
    }

    @Override
    public void add(Endpoint endpoint) {
        port.checkCaller();
        if (!(endpoint instanceof BoardEndpoint own) || own.port() != port) {
            throw new IllegalArgumentException(port.who() + ": add of " + endpoint + "; expected one of its endpoints");
        }
        own.join(this);
    }

    void enter(BoardEndpoint endpoint) {
        members.add(endpoint);
        if (endpoint.isReady()) {
            arrived();
        }
    }

    void leave(BoardEndpoint endpoint) {
        members.remove(endpoint);
    }

    /**
     * A message has come to a member whose receive queues were empty: an interrupt wakes the threads that wait, which pay
     * for it.
     */
    void arrived() {
        arrivals++;
        waiting.forEach(thread -> thread.wakeOnly(port.kernel().now()));
    }

    @Override
    public int poll(int limit) {
        port.checkCaller();
        if (port.isPolling()) {
            throw new IllegalStateException(port.who() + " polls within a poll");
        }
        port.serves();
        port.suspend();
        port.looks();
        if (!isReady()) {
            port.sync();
        }
        int delivered = 0;
        // A sink may open, close and move endpoints.
        List<BoardEndpoint> polled = List.copyOf(members);
        for (int i = 0; i < polled.size() && delivered < limit; i++) {
            delivered += polled.get((first + i) % polled.size()).poll(limit - delivered);
        }
        if (delivered == 0 && isReady()) {
            // What waits cannot be taken now. The rest goes on, so that it can be.
            port.sync();
        }
        if (delivered == 0) {
            port.looksInVain();
        }
        first = polled.isEmpty() ? 0 : (first + 1) % polled.size();
        return delivered;
    }

    @Override
    public boolean hasArrived() {
        port.checkCaller();
        if (!isReady() && !port.isPolling()) {
            port.sync();
        }
        if (isReady()) {
            return true;
        }
        members.forEach(BoardEndpoint::chargeEmptyPoll);
        return false;
    }

    private boolean isReady() {
        for (BoardEndpoint member : members) {
            if (member.isReady()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long arrivals() {
        return arrivals;
    }

    @Override
    public boolean postsEvents() {
        return true;
    }

    @Override
    public void awaitArrival(long seen) {
        port.checkCaller();
        port.serves();
        port.sync();
        if (arrivals != seen) {
            return;
        }
        Fiber self = port.current();
        waiting.add(self);
        while (arrivals == seen) {
            self.blockAlone(port);
        }
        waiting.remove(self);
        port.chargeEvent();
    }
}
