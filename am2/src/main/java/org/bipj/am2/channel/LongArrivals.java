package org.bipj.am2.channel;

import java.lang.foreign.MemorySegment;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.Channel;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.payload.SegmentCache;

/** Messages that a rendezvous brings: mediums that are too long for the channel's short messages, and bulk messages. */
final class LongArrivals {
    private final Channel channel;
    private final EntryPool pool;
    private final SegmentCache cache;
    private final EndpointTable table;
    private final QueuedMessages traffic;
    /** Entries of long messages whose bytes are arriving. */
    private final EntryQueue coming = new EntryQueue();

    LongArrivals(Channel channel, EntryPool pool, SegmentCache cache, EndpointTable table, QueuedMessages traffic) {
        this.channel = channel;
        this.pool = pool;
        this.cache = cache;
        this.table = table;
        this.traffic = traffic;
    }

    /** Whether no bytes of long messages are arriving. */
    boolean isEmpty() {
        return coming.isEmpty();
    }

    /** Whether bytes of a long message are arriving from a rank. */
    boolean hasFrom(int peer) {
        return coming.has(peer);
    }

    /** Receives a long message that its sender has announced, or refuses it if its endpoint has no free entry. */
    void announced(Arrival arrival) {
        traffic.hear(arrival.peer());
        ChannelEndpoint endpoint = table.find(arrival.envelope());
        if (endpoint == null) {
            channel.refuse(arrival, Endpoints.NO_ENDPOINT);
        } else if (admit(endpoint, arrival)) {
            Entry entry = pool.take(arrival.peer(), admitted(arrival.envelope()), (int) arrival.length());
            coming.add(entry);
            channel.accept(arrival, entry.receive(cache), entry.length);
        }
    }

    /** Sets a receive entry aside for a long message; if there is none, the message is refused. */
    private boolean admit(ChannelEndpoint endpoint, Arrival arrival) {
        if (AmEnvelope.type(arrival.envelope()) == AmEnvelope.REQUEST && !AmEnvelope.isReserved(arrival.envelope())) {
            if (endpoint.isFull()) {
                endpoint.refuse(arrival.peer());
                channel.refuse(arrival, DeferredMessages.FULL);
                return false;
            }
            endpoint.reserve();
        }
        return true;
    }

    /** The envelope of a long message for which an entry has been set aside, if it needs one. */
    private static long admitted(long envelope) {
        return AmEnvelope.type(envelope) == AmEnvelope.REQUEST ? AmEnvelope.again(envelope) : envelope;
    }

    /**
     * A bulk message is announced. Its data come at once if its endpoint is ready for them; else the next poll decides, as it
     * does about other messages that come before their handler or segment is set.
     */
    void announced(Arrival arrival, MemorySegment memory, long at, int bytes) {
        traffic.hear(arrival.peer());
        long envelope = arrival.envelope();
        boolean request = AmEnvelope.type(envelope) == AmEnvelope.REQUEST;
        ChannelEndpoint endpoint = table.find(envelope);
        if (endpoint == null || endpoint.bulkSink == null) {
            channel.refuse(arrival, Endpoints.NO_ENDPOINT);
        } else if (request && !endpoint.accepts(AmEnvelope.tag(memory, at))) {
            channel.refuse(arrival, Endpoints.WRONG_TAG);
            if (AmEnvelope.isReserved(envelope)) {
                endpoint.unreserve();
                traffic.makeRoom(endpoint);
            }
        } else if (admit(endpoint, arrival)) {
            Entry entry = pool.copy(arrival.peer(), admitted(envelope), memory, at, bytes);
            entry.arrival = arrival;
            if (endpoint.takes(entry)) {
                accept(endpoint, entry);
            } else {
                if (request) {
                    endpoint.unreserve();
                }
                QueuedMessages.put(endpoint, endpoint.queue(AmEnvelope.type(envelope)), entry);
            }
        }
    }

    /** Has the data of an announced bulk message come, for which a receive entry is set aside. */
    private void accept(ChannelEndpoint endpoint, Entry entry) {
        Arrival arrival = entry.arrival;
        entry.arrival = null;
        entry.segment = endpoint.bulkSink.segment();
        entry.receiver = endpoint.underWay;
        endpoint.underWay.beginReceiving();
        coming.add(entry);
        long offset = AmEnvelope.offset(entry.memory, 0, AmEnvelope.words(entry.envelope));
        long length = arrival.length();
        channel.accept(arrival, entry.receive(cache, entry.segment, offset, length), length);
    }

    /** In a poll: an announced bulk message, out of its endpoint's queue, is accepted or comes back. */
    void decide(ChannelEndpoint endpoint, Entry entry) {
        int reason = endpoint.reasonAgainst(entry);
        if (reason != 0) {
            traffic.giveBack(entry, reason);
            return;
        }
        if (AmEnvelope.type(entry.envelope) == AmEnvelope.REQUEST) {
            endpoint.reserve();
        }
        accept(endpoint, entry);
    }

    /** Takes out those that have come whole; returns their number. */
    int endComing() {
        int moved = 0;
        for (int n = coming.size(); n > 0; n--) {
            Entry entry = coming.poll();
            if (entry.isReceived()) {
                if (entry.receiver != null) {
                    entry.receiver.endReceiving();
                    entry.receiver = null;
                }
                traffic.arrive(entry);
                moved++;
            } else {
                coming.add(entry);
            }
        }
        return moved;
    }
}
