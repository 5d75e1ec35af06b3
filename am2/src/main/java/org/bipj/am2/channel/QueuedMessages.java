package org.bipj.am2.channel;

import org.bipj.core.channel.Channel;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.payload.SegmentCache;

/**
 * The messages of a rank that are not handed over, or sent, in place: each travels as an {@link Entry} from queue to queue, is
 * refused where its endpoint is full, or comes back. {@link ChannelEndpoints} shows the messages.
 */
final class QueuedMessages {
    private final Channel channel;
    private final int rank;
    private final EntryPool pool;
    private final EndpointTable table;
    private final Peers peers;
    private final DeferredMessages outbox;

    QueuedMessages(Channel channel, EntryPool pool, SegmentCache cache, EndpointTable table, Peers peers) {
        this.channel = channel;
        rank = channel.port().rank();
        this.pool = pool;
        this.table = table;
        this.peers = peers;
        outbox = new DeferredMessages(channel, pool, cache, this::comeBack);
    }

    /** Messages that wait at this rank. */
    DeferredMessages outbox() {
        return outbox;
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    /** Sends a message of this rank for the first time. */
    void begin(Entry entry) {
        if (entry.peer != rank && peers.isThere(entry.peer) && !peers.hasHeard(entry.peer)) {
            outbox.keepFirst(entry);
        }
        route(entry);
    }

    /** Sends an entry to the rank in it, which may be this one, or back where that rank is not there. */
    void route(Entry entry) {
        if (entry.peer == rank) {
            arrive(entry);
        } else if (!peers.isThere(entry.peer)) {
            comeBack(entry, peers.isRank(entry.peer) ? Endpoints.NO_ENDPOINT : Endpoints.UNREACHABLE);
        } else {
            peers.meet(entry.peer);
            send(entry);
        }
    }

    private boolean send(Entry entry) {
        boolean eager = entry.bulk == null && channel.isModest(entry.length);
        boolean sent = outbox.send(entry);
        if (sent && eager) {
            outbox.sent(entry);
        }
        return sent;
    }

    void control(int peer, int type) {
        send(pool.take(peer, AmEnvelope.control(type, 0), 0));
    }

    /** Notes that something has arrived from a rank; what waited for this may go. */
    void hear(int peer) {
        if (!peers.hasHeard(peer)) {
            peers.hear(peer);
            outbox.heard(peer);
        }
    }

    /** What was sent to ranks that have ended without having met this one comes back; returns the number of such ranks. */
    int takeLost() {
        int lost = 0;
        for (int peer = peers.nextLost(); peer >= 0; peer = peers.nextLost()) {
            peers.hear(peer);
            peers.hasLeft(peer);
            peers.isGone(peer);
            outbox.lost(peer);
            lost++;
        }
        return lost;
    }

    // ---- receiving ---------------------------------------------------------------------------------------------

    /**
     * Something has come that could not be handed over in place.
     *
     * @return the entry if it waits to be sent back; else null
     */
    Entry arrive(Entry entry) {
        int peer = entry.peer;
        switch (AmEnvelope.type(entry.envelope)) {
            case AmEnvelope.REQUEST -> {
                return arriveRequest(entry);
            }
            case AmEnvelope.REPLY -> {
                return arriveReply(entry);
            }
            case AmEnvelope.RETURNED -> arriveReturned(entry);
            case AmEnvelope.REFUSED -> keep(entry);
            case AmEnvelope.ROOM -> sendKept(entry);
            case AmEnvelope.LEFT -> {
                pool.free(entry);
                hasLeft(peer);
            }
            case AmEnvelope.LEFT_SEEN -> {
                pool.free(entry);
                peers.seen(peer);
            }
            default -> {
                pool.free(entry);
                peers.isGone(peer);
            }
        }
        return null;
    }

    private Entry arriveRequest(Entry entry) {
        ChannelEndpoint endpoint = table.find(entry.envelope);
        if (endpoint == null) {
            return giveBack(entry, Endpoints.NO_ENDPOINT);
        }
        if (AmEnvelope.isReserved(entry.envelope)) {
            endpoint.unreserve();
        }
        if (!endpoint.accepts(AmEnvelope.tag(entry.memory, 0))) {
            makeRoom(endpoint);
            return giveBack(entry, Endpoints.WRONG_TAG);
        }
        if (!endpoint.isFull()) {
            put(endpoint, endpoint.requests, entry);
            return null;
        }
        endpoint.refuse(entry.peer);
        if (entry.peer == rank) {
            keepOrSend(entry);
            return null;
        }
        entry.envelope = AmEnvelope.refused(entry.envelope);
        return send(entry) ? null : entry;
    }

    private Entry arriveReply(Entry entry) {
        ChannelEndpoint endpoint = table.find(entry.envelope);
        if (endpoint == null) {
            return giveBack(entry, Endpoints.NO_ENDPOINT);
        }
        put(endpoint, endpoint.replies, entry);
        return null;
    }

    private void arriveReturned(Entry entry) {
        ChannelEndpoint endpoint = table.find(entry.envelope);
        if (endpoint == null) {
            pool.free(entry);
        } else {
            put(endpoint, endpoint.replies, entry);
        }
    }

    static void put(ChannelEndpoint endpoint, EntryQueue queue, Entry entry) {
        boolean first = !endpoint.hasSomething();
        if (entry.sender != null) {
            entry.sender.gone(AmEnvelope.kind(entry.envelope));
            entry.sender = null;
        }
        queue.add(entry);
        endpoint.group.arrived(endpoint, first);
    }

    /** Sends a message back to the endpoint that it comes from. Returns it if it has to wait; else null. */
    Entry giveBack(Entry entry, int reason) {
        if (entry.arrival != null) {
            channel.refuse(entry.arrival, reason);
            entry.arrival = null;
            pool.free(entry);
            return null;
        }
        long from = AmEnvelope.from(entry.memory, 0);
        AmEnvelope.setFrom(entry.memory, 0, AmEnvelope.name(entry.envelope, rank));
        entry.envelope = AmEnvelope.returned(entry.envelope, from, reason);
        entry.leaveSegment();
        if (entry.peer == rank) {
            arriveReturned(entry);
            return null;
        }
        if (!peers.isThere(entry.peer)) {
            pool.free(entry);
            return null;
        }
        return send(entry) ? null : entry;
    }

    /** A message of this rank will not be delivered: its own endpoint gets it back. */
    private void comeBack(Entry entry, int reason) {
        if (reason == DeferredMessages.FULL && peers.isThere(entry.peer)) {
            keepOrSend(entry);
            return;
        }
        entry.endBulk();
        int type = AmEnvelope.type(entry.envelope);
        if (type > AmEnvelope.REPLY) {
            pool.free(entry);
            if (type == AmEnvelope.ROOM) {
                withdraw(entry.envelope);
            }
            return;
        }
        long from = AmEnvelope.from(entry.memory, 0);
        AmEnvelope.setFrom(entry.memory, 0, AmEnvelope.name(entry.envelope, entry.peer));
        entry.envelope = AmEnvelope.returned(
                entry.envelope, from, reason == DeferredMessages.FULL ? Endpoints.NO_ENDPOINT : reason);
        arriveReturned(entry);
    }

    /** Empties the queues of an endpoint that is closed. */
    void empty(ChannelEndpoint endpoint) {
        for (Entry entry = endpoint.requests.poll(); entry != null; entry = endpoint.requests.poll()) {
            giveBack(entry, Endpoints.NO_ENDPOINT);
        }
        for (Entry entry = endpoint.replies.poll(); entry != null; entry = endpoint.replies.poll()) {
            arrive(entry);
        }
        while (endpoint.hasRefused()) {
            makeRoom(endpoint, endpoint.takeRefused());
        }
    }

    // ---- refused messages --------------------------------------------------------------------------------------

    private void keep(Entry entry) {
        entry.envelope = AmEnvelope.kept(entry.envelope);
        if (!peers.isThere(entry.peer)) {
            comeBack(entry, Endpoints.NO_ENDPOINT);
            return;
        }
        long from = AmEnvelope.from(entry.memory, 0);
        ChannelEndpoint sender = table.find(from >>> AmEnvelope.RANK_BITS);
        if (sender != null) {
            entry.sender = sender.underWay;
            sender.underWay.beginAgain(AmEnvelope.kind(entry.envelope));
        }
        keepOrSend(entry);
    }

    /** Room may have been made before the message was back. */
    private void keepOrSend(Entry entry) {
        if (outbox.keep(entry)) {
            sendAgain(entry);
        }
    }

    private void sendAgain(Entry entry) {
        ChannelEndpoint sender = table.find(AmEnvelope.from(entry.memory, 0) >>> AmEnvelope.RANK_BITS);
        if (sender != null) {
            sender.countAgain();
        }
        entry.envelope = AmEnvelope.again(entry.envelope);
        route(entry);
    }

    private void sendKept(Entry room) {
        Entry kept = outbox.takeKept(room);
        if (kept != null) {
            sendAgain(kept);
        }
    }

    /** ROOM will never reach the rank that it was for. */
    private void withdraw(long envelope) {
        ChannelEndpoint endpoint = table.find(envelope);
        if (endpoint != null) {
            endpoint.unreserve();
            makeRoom(endpoint);
        }
    }

    /** Sets free entries aside for messages that were refused, and tells their senders. */
    void makeRoom(ChannelEndpoint endpoint) {
        while (endpoint.hasRoomForRefused()) {
            makeRoom(endpoint, endpoint.takeRefused());
        }
    }

    private void makeRoom(ChannelEndpoint endpoint, int peer) {
        Entry room = pool.take(peer, AmEnvelope.control(AmEnvelope.ROOM, endpoint.name() >>> AmEnvelope.RANK_BITS), 0);
        if (peer == rank) {
            sendKept(room);
        } else {
            send(room);
        }
    }

    private void hasLeft(int peer) {
        peers.hasLeft(peer);
        table.forEach(endpoint -> endpoint.forget(peer));
        outbox.drop(peer);
        control(peer, AmEnvelope.LEFT_SEEN);
    }
}
