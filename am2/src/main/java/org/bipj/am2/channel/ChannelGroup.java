package org.bipj.am2.channel;

import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointGroup;
import org.bipj.core.nic.EndpointSink;

/** Endpoints that are polled together. Those that have something stand in a list, so that idle ones cost nothing. */
final class ChannelGroup implements EndpointGroup {
    private final ChannelEndpoints all;
    private ChannelEndpoint head;
    private ChannelEndpoint tail;
    private int listed;
    private long arrivals;

    ChannelGroup(ChannelEndpoints all) {
        this.all = all;
    }

    @Override
    public void add(Endpoint endpoint) {
        ChannelEndpoint moved = (ChannelEndpoint) endpoint;
        moved.group.unlist(moved);
        moved.group = this;
        if (moved.hasSomething()) {
            arrived(moved, true);
        }
    }

    @Override
    public boolean hasArrived() {
        return head != null;
    }

    @Override
    public long arrivals() {
        return arrivals;
    }

    /** What waits comes first. What the network brings without handing it over is handed over last: who polls may sleep then. */
    @Override
    public int poll(int limit) {
        int handed = head == null ? 0 : deliverWaiting(limit);
        handed += all.progress(this, limit - handed);
        return head == null ? handed : handed + deliverWaiting(limit - handed);
    }

    @Override
    public int pollWaiting(int limit) {
        return head == null && all.handNext(this) ? 1 : poll(limit);
    }

    private int deliverWaiting(int limit) {
        int handed = 0;
        for (int n = listed; n > 0 && handed < limit; n--) {
            // It stays in the list meanwhile: handlers may send to it.
            ChannelEndpoint endpoint = head;
            handed += deliver(endpoint, limit - handed);
            remove(null, endpoint);
            if (endpoint.hasSomething()) {
                list(endpoint);
            }
        }
        return handed;
    }

    private int deliver(ChannelEndpoint endpoint, int limit) {
        int handed = deliver(endpoint, endpoint.replies, limit);
        handed += deliver(endpoint, endpoint.requests, limit - handed);
        all.makeRoom(endpoint);
        return handed;
    }

    private int deliver(ChannelEndpoint endpoint, EntryQueue queue, int limit) {
        int handed = 0;
        while (handed < limit && !queue.isEmpty()) {
            Entry entry = queue.first();
            if (entry.arrival != null) {
                all.decide(endpoint, queue.poll());
                handed++;
                continue;
            }
            int result = endpoint.deliver(entry);
            if (result == EndpointSink.NOT_NOW) {
                break;
            }
            queue.poll();
            all.handed(entry, result);
            handed++;
        }
        return handed;
    }

    /**
     * A message waits for an endpoint.
     *
     * @param first none did before
     */
    void arrived(ChannelEndpoint endpoint, boolean first) {
        if (first) {
            arrivals++;
        }
        if (!endpoint.listed) {
            list(endpoint);
        }
    }

    private void list(ChannelEndpoint endpoint) {
        endpoint.listed = true;
        endpoint.nextListed = null;
        if (head == null) {
            head = endpoint;
        } else {
            tail.nextListed = endpoint;
        }
        tail = endpoint;
        listed++;
    }

    /** Takes an endpoint out of the list, if it is there. */
    void unlist(ChannelEndpoint endpoint) {
        ChannelEndpoint before = null;
        for (ChannelEndpoint at = head; at != null; before = at, at = at.nextListed) {
            if (at == endpoint) {
                remove(before, at);
                return;
            }
        }
    }

    private void remove(ChannelEndpoint before, ChannelEndpoint endpoint) {
        if (before == null) {
            head = endpoint.nextListed;
        } else {
            before.nextListed = endpoint.nextListed;
        }
        if (tail == endpoint) {
            tail = before;
        }
        endpoint.listed = false;
        endpoint.nextListed = null;
        listed--;
    }
}
