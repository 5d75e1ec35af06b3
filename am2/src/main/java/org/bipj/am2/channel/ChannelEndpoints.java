package org.bipj.am2.channel;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.ChannelClient;
import org.bipj.core.channel.NextMessage;
import org.bipj.core.job.Job;
import org.bipj.core.nic.EndpointGroup;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.Waiting;
import org.bipj.core.payload.SegmentCache;

/**
 * Endpoints over a channel: on ports that know none. The channel's credits are per peer, so no message stays in it: one
 * that cannot be handed over at once is copied into its endpoint's receive queue; if that is full the message goes back
 * to its sender's rank, which keeps it until the endpoint has ROOM. No timer is needed, as the channel loses nothing.
 *
 * <pre>
 *   sender                                  receiver
 *     REQUEST -------------------------------&gt;  full
 *     keeps it &lt;------------------ REFUSED     remembers the sender, first come first served
 *     ...                                       ... polls, and sets an entry aside
 *     REQUEST, reserved &lt;------------- ROOM
 *         `--------------------------------&gt;   is accepted
 * </pre>
 *
 * <p>A receiver that waits to send a message back holds on to the peer's credits. Two such ranks would wait for each
 * other if requests could use up all credits: they leave half to whatever else travels. Replies and returned messages are
 * never refused: an endpoint has no more of them than it has sent messages.
 */
public final class ChannelEndpoints implements Endpoints, ChannelClient {
    /** Requests that wait in an endpoint (virtual networks paper, section 3: 16 entries, 4 times K_user). */
    static final int RECEIVE_ENTRIES = 16;

    /** Bulk data of this many medium messages or more travel as a long message: its rendezvous costs less. */
    private static final int BULK_MIN_MEDIUMS = 3;

    private static final int WORDS = 16;
    private static final int DATA_MIN = 4096;
    private static final int DATA_MAX = 8192;
    /** Minimum number of short bytes of a port: a message without data is never announced. */
    private static final int SHORT_BYTES = AmEnvelope.dataAt(WORDS);

    private final Channel channel;
    private final NicPort port;
    private final int rank;
    private final Limits limits;
    private final boolean carriesBulk;
    private final EntryPool pool;
    private final EndpointTable table;
    private final Peers peers;
    private final QueuedMessages traffic;
    private final DeferredMessages outbox;
    private final LongArrivals longs;
    private final NextMessage next;
    private final IntSupplier client;
    private boolean serves;
    private boolean left;

    /** The group whose poll is under way; null: none is. */
    private ChannelGroup polling;

    private int room;
    private int handed;

    // The claimed entry.
    private Entry claimed;
    private MemorySegment claimedMemory;
    private int claimedPeer;
    private int claimedLength;
    private long claimedEnvelope;

    /**
     * No endpoints yet.
     *
     * @param channel the channel of Active Messages; not bound yet
     * @param job tells which ranks have finished
     * @param client sends what the library holds back; returns the messages that have left
     * @throws PortException if the port's messages are too short
     */
    public ChannelEndpoints(Channel channel, Job job, IntSupplier client) {
        this.channel = channel;
        this.client = client;
        port = channel.port();
        channel.returnCreditsEarly();
        rank = port.rank();
        if (!channel.isModest(SHORT_BYTES)) {
            throw new PortException("rank " + rank + ": Active Messages need a port that takes messages of "
                    + SHORT_BYTES + " bytes without a rendezvous for a quarter of its credits; this one takes "
                    + channel.eagerLimit() + " bytes and has a window of "
                    + port.capabilities().creditWindow());
        }
        int fits = channel.eagerLimit() - SHORT_BYTES & -64;
        int data = channel.isModest(fits + SHORT_BYTES) ? Math.clamp(fits, DATA_MIN, DATA_MAX) : DATA_MIN;
        limits = new Limits(
                WORDS, data, UnderWay.SEND_ENTRIES, RECEIVE_ENTRIES, EndpointName.MOST - 1, EndpointName.MOST - 1);
        table = new EndpointTable(rank, limits.endpoints());
        pool = new EntryPool(SHORT_BYTES + data);
        peers = new Peers(job, channel);
        SegmentCache cache = new SegmentCache();
        traffic = new QueuedMessages(channel, pool, cache, table, peers);
        outbox = traffic.outbox();
        longs = new LongArrivals(channel, pool, cache, table, traffic);
        next = new NextMessage(channel);
        carriesBulk = channel.headLimit() >= AmEnvelope.bulkHead(WORDS);
    }

    /**
     * Takes messages from now on. A rank that polls for the first time has set up its endpoints; what came while only other
     * clients polled waits until then.
     */
    private void serve() {
        if (!serves) {
            serves = true;
            channel.bind(this);
        }
    }

    @Override
    public Limits limits() {
        return limits;
    }

    @Override
    public EndpointGroup group() {
        return new ChannelGroup(this);
    }

    // ---- endpoints ---------------------------------------------------------------------------------------------

    @Override
    public ChannelEndpoint open(EndpointGroup group, EndpointSink sink) {
        return table.open(this, (ChannelGroup) group, sink);
    }

    void close(ChannelEndpoint endpoint) {
        table.remove(endpoint);
        endpoint.group.unlist(endpoint);
        traffic.empty(endpoint);
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    long claim(ChannelEndpoint from, int kind, long to, int words, int bytes) {
        int peer = EndpointName.rank(to);
        int length = AmEnvelope.dataAt(words) + bytes;
        claimedEnvelope = AmEnvelope.envelope(kind, to, words);
        claimedPeer = peer;
        claimedLength = length;
        claimed = null;
        // A message to a rank that has not been heard from is kept: the rank may end without having read it.
        if (peers.isThere(peer) && peers.hasHeard(peer) && channel.isModest(length)) {
            long at = channel.claim(peer, length, kind == REQUEST);
            if (at >= 0) {
                claimedMemory = channel.memory(peer);
                return at;
            }
            if (kind == REQUEST) {
                return NicPort.BACK_PRESSURED;
            }
        }
        if (!from.underWay.begin(kind)) {
            return NicPort.BACK_PRESSURED;
        }
        claimed = pool.take(peer, claimedEnvelope, length);
        claimed.sender = from.underWay;
        claimedMemory = claimed.memory;
        return 0;
    }

    MemorySegment claimedMemory() {
        return claimedMemory;
    }

    int claimedDataAt() {
        return AmEnvelope.dataAt(AmEnvelope.words(claimedEnvelope));
    }

    void commit(long at, long from, long tag, long header) {
        AmEnvelope.write(claimedMemory, at, from, tag, header);
        if (claimed == null) {
            channel.commit(claimedPeer, at, claimedEnvelope, claimedLength);
        } else {
            traffic.begin(claimed);
        }
    }

    void abort(long at) {
        if (claimed == null) {
            channel.abort(claimedPeer, at);
        } else {
            pool.free(claimed);
        }
    }

    boolean carries(long to, long bytes) {
        int peer = EndpointName.rank(to);
        return carriesBulk
                && bytes >= (long) BULK_MIN_MEDIUMS * limits.dataBytes()
                && bytes <= Integer.MAX_VALUE
                && peer != rank
                && peers.isThere(peer);
    }

    boolean trySend(
            ChannelEndpoint from,
            BulkSend data,
            int kind,
            long to,
            long tag,
            long header,
            int[] words,
            int count,
            long offset) {
        if (!from.underWay.begin(kind)) {
            return false;
        }
        Entry entry =
                pool.take(EndpointName.rank(to), AmEnvelope.envelope(kind, to, count), AmEnvelope.bulkHead(count));
        entry.sender = from.underWay;
        entry.bulk = data;
        AmEnvelope.write(entry.memory, 0, from.name(), tag, header);
        MemorySegment.copy(words, 0, entry.memory, JAVA_INT, AmEnvelope.HEADER, count);
        AmEnvelope.setOffset(entry.memory, 0, count, offset);
        data.head(entry.memory, entry.length);
        data.begin();
        traffic.route(entry);
        return true;
    }

    // ---- receiving ---------------------------------------------------------------------------------------------

    @Override
    public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
        traffic.hear(peer);
        next.came(peer);
        int type = AmEnvelope.type(envelope);
        if (type <= AmEnvelope.RETURNED && handed < room) {
            ChannelEndpoint endpoint = table.find(envelope);
            if (endpoint != null
                    && endpoint.group == polling
                    && endpoint.queue(type).isEmpty()
                    && (type != AmEnvelope.REQUEST || endpoint.accepts(AmEnvelope.tag(memory, at)))) {
                int result = endpoint.deliver(envelope, memory, at, length);
                if (result != EndpointSink.NOT_NOW) {
                    handed++;
                    if (AmEnvelope.isReserved(envelope)) {
                        endpoint.unreserve();
                        traffic.makeRoom(endpoint);
                    }
                    return result == EndpointSink.DONE
                            || isSettled(traffic.giveBack(pool.copy(peer, envelope, memory, at, length), ~result));
                }
            }
        }
        return isSettled(traffic.arrive(pool.copy(peer, envelope, memory, at, length)));
    }

    /** Null: the message is settled; else it waits to be sent back, and its credits with it. */
    private static boolean isSettled(Entry waiting) {
        if (waiting != null) {
            waiting.owes = true;
        }
        return waiting == null;
    }

    /** A message out of a queue has been handed over, with this result. */
    void handed(Entry entry, int result) {
        if (result == EndpointSink.DONE) {
            pool.free(entry);
        } else {
            traffic.giveBack(entry, ~result);
        }
    }

    @Override
    public void onLong(Arrival arrival) {
        longs.announced(arrival);
    }

    @Override
    public void onLong(Arrival arrival, MemorySegment memory, long at, int bytes) {
        longs.announced(arrival, memory, at, bytes);
    }

    /** Sets free entries aside for messages that were refused, and tells their senders. */
    void makeRoom(ChannelEndpoint endpoint) {
        traffic.makeRoom(endpoint);
    }

    /** In a poll: an announced bulk message, out of its endpoint's queue, is accepted or comes back. */
    void decide(ChannelEndpoint endpoint, Entry entry) {
        longs.decide(endpoint, entry);
    }

    // ---- progress ----------------------------------------------------------------------------------------------

    /** Lets the network go on for all; what comes for the endpoints of a group is handed over in place. */
    int progress(ChannelGroup group, int limit) {
        serve();
        polling = group;
        room = limit;
        handed = 0;
        try {
            channel.progress();
        } finally {
            polling = null;
            room = 0;
        }
        pushOwn();
        if (handed > 0) {
            next.polled();
        }
        return handed;
    }

    /**
     * Hands over the next message of the rank that sent the latest one, if it comes soon and can be handed over in place:
     * cheaper than {@link #progress}, which follows every now and then all the same.
     */
    boolean handNext(ChannelGroup group) {
        if (!isIdle() || !next.isDue()) {
            return false;
        }
        polling = group;
        room = 1;
        handed = 0;
        try {
            next.deliver();
        } finally {
            polling = null;
            room = 0;
        }
        return handed > 0;
    }

    private boolean isIdle() {
        return outbox.isFlushed() && longs.isEmpty();
    }

    private int pushOwn() {
        int moved = outbox.push();
        if (peers.isWatching()) {
            moved += traffic.takeLost();
        }
        if (left) {
            tellPeers();
            part();
        }
        return longs.isEmpty() ? moved : moved + longs.endComing();
    }

    @Override
    public int push() {
        return pushOwn() + client.getAsInt();
    }

    /** True for a rank that has said that it leaves, or that has ended. */
    public boolean hasLeft(int peer) {
        return peers.isOver(peer);
    }

    /** Requests of ranks that this one has not met before it left come back. */
    @Override
    public boolean answersAfterClose() {
        return true;
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /** Begins to leave: closes the endpoints and notifies the peers. Requests that still arrive are returned. */
    public void leave() {
        serve();
        table.forEach(ChannelEndpoint::close);
        left = true;
        tellPeers();
    }

    /** Also those that write to this rank for the first time when it leaves. */
    private void tellPeers() {
        for (int peer = peers.tellNext(); peer >= 0; peer = peers.tellNext()) {
            traffic.control(peer, AmEnvelope.LEFT);
        }
    }

    /** Notifies peers that stay, and have nothing more to expect from this rank. */
    private void part() {
        for (int peer = 0; peer < peers.size(); peer++) {
            if (peers.staysWithoutThis(peer) && !outbox.hasFor(peer) && !longs.hasFrom(peer)) {
                peers.part(peer);
                traffic.control(peer, AmEnvelope.GONE);
            }
        }
    }

    /** True once no peer waits for this rank any more, after {@link #leave}. */
    public boolean mayEnd() {
        return left && hasParted() && outbox.isFlushed() && longs.isEmpty() && channel.mayEnd();
    }

    private boolean hasParted() {
        for (int peer = 0; peer < peers.size(); peer++) {
            if (peers.staysWithoutThis(peer)) {
                return false;
            }
        }
        return peers.nextMissing() < 0;
    }

    /** A round of the wait for {@link #mayEnd}; takes and returns the fruitless ones in a row. */
    public int awaitEnd(int fruitless) {
        boolean moved = channel.progress() > 0;
        return Waiting.after(pushOwn() > 0 || moved, fruitless, port);
    }

    /** Describes what this rank waits for while it leaves; empty if it waits for nothing. */
    public String outstanding() {
        if (left) {
            return peers.missing();
        }
        return outbox.outstanding();
    }
}
