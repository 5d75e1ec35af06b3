package org.bipj.core.channel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.job.Traffic;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.LookAhead;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.Waiting;
import org.bipj.core.payload.Payload;
import org.bipj.core.protocol.CreditWindow;
import org.bipj.core.protocol.PacketPlanner;
import org.jspecify.annotations.Nullable;

/**
 * Tagged messages of one client between the ranks of a job. Messages from one rank to another, short or long, are
 * delivered in the order in which they were sent. Progress happens only inside {@link #progress}; no call blocks. Not
 * thread safe.
 *
 * <p>A port carries the channels of several clients ({@link Channels}). They share only its lanes. Each channel has its
 * own credits, queues and handles, so that unreceived messages of one client do not block another client. A client that
 * opens again has another channel, which exchanges messages with the other ranks' channels of the same number.
 *
 * <p>A short message (up to {@link #eagerLimit} bytes) is sent at once and costs credits: the receiver is prepared
 * to hold that much for this sender. On ports that prefer it, longer ones follow at once as well, as {@linkplain #sendTrains
 * trains} of packets. Other long messages, synchronous ones, and those without credits are announced.
 * The receiver {@linkplain #accept accepts} the message when the destination of its bytes is determined. The bytes then
 * move by the first of these methods that works: the receiver gets them from memory that it can reach; the sender puts
 * them into memory that it can reach; the sender streams them in planned packets. The envelope thus travels separately
 * from a long payload, which is never copied twice (BIP paper, section 6).
 *
 * <p>On ports where receives are {@linkplain #postsReceives posted at the network interface}, an accepted message goes
 * into a receive that is posted under its handle. A client whose receivers post in advance needs no announcement: see
 * {@link #postReceive} and {@link #sendReady}.
 */
public final class Channel implements PacketSink {
    /** Maximum number of packets per poll: enough to amortise the poll, few enough not to delay other work. */
    private static final int POLL_LIMIT = 64;

    /** {@link #tryReceive}: nothing has arrived. The caller may try again at once, or post its receive. */
    public static final long NOTHING = -1;

    /** {@link #tryReceive}: another packet is first in the queue. The caller posts its receive and calls progress. */
    public static final long OTHER = -2;

    private static final Peer[] NO_PEERS = {};

    private final NicPort port;
    /** Null if the port does not support it. */
    private final @Nullable LookAhead lookAhead;

    private final Channels all;
    private final int number;
    /** How often the client had opened a channel before. */
    private final int opening;

    private final int address;
    private final int owner;
    /**
     * The immediate of this channel's short messages, masked by {@link Packet#TYPE_MASK}. No packet has it once messages of another
     * opening look alike ({@link #mistrust}).
     */
    private int eagerType;
    /** The peers, by rank; null until the first message to or from that rank. In a large job most entries stay null. */
    private @Nullable Peer[] peers;
    /** One planner for all peers with the same capabilities, which are one object: a record's hash is code that each rank would generate. */
    private final Map<Capabilities, PacketPlanner> planners = new IdentityHashMap<>();

    private final ErrorHook damaged = this::onDamage;
    private final LongMessages longs;
    private final Trains trains;
    /** Null if the port does not support it. */
    private final @Nullable Multicasts multicasts;

    private final int eagerLimit;
    /** A quarter of the window, in credits. */
    private final int quarter;
    /** Peers with packets or sends to push, in no particular order. */
    private Peer[] active = new Peer[4];

    private int actives;
    /** True if packets can be peeked at and need no CRC and sequence check. */
    private final boolean direct;

    private final ErrorHook hook;
    /** A credit packet is sent when this fraction of the window is owed: 2 for half of it. */
    private int creditParts = 2;

    private boolean sendsTrains;

    /** Set before anything can arrive, see {@link #bind}. */
    @SuppressWarnings("NullAway.Init")
    private ChannelClient client;

    private long takenEnvelope;
    private boolean failed;
    /** How many peers have failed. */
    private int failures;

    /** True while other clients are bound to the port too; each round of progress then serves all of them. */
    private boolean shared;

    Channel(NicPort port, Channels all, int number, int opening, ErrorHook hook) {
        this.port = port;
        lookAhead = port.lookAhead();
        this.all = all;
        this.number = number;
        this.opening = opening;
        address = Packet.address(number, opening);
        owner = Packet.owner(number, opening);
        eagerType = Packet.immediate(Packet.EAGER, address, 0);
        Capabilities can = port.capabilities();
        if (!can.fifo()) {
            throw new IllegalArgumentException("the channel needs a port that keeps packets of a lane in order");
        }
        direct = can.reliable() && lookAhead != null;
        this.hook = hook;
        eagerLimit = Peer.eagerLimit(can);
        quarter = can.creditWindow() / CreditWindow.UNIT / 4;
        longs = new LongMessages(this, port);
        trains = longs.trains();
        multicasts = port.multicast() == null ? null : new Multicasts(this, port, port.multicast(), trains);
        peers = new Peer[port.size()];
    }

    /** This channel's state for a rank, created on first use. */
    Peer peer(int rank) {
        Peer peer = known(rank);
        return peer != null ? peer : meet(rank);
    }

    /** The state for a rank; null before its first use. */
    private @Nullable Peer known(int rank) {
        return rank < peers.length ? peers[rank] : null;
    }

    private Peer meet(int rank) {
        if (rank >= peers.length) {
            // The port has grown.
            peers = Arrays.copyOf(peers, port.size());
        }
        Capabilities can = port.capabilities(rank);
        Peer peer = new Peer(rank, this, can, planner(can), damaged);
        peers[rank] = peer;
        if (opening > 0 && rank != port.rank()) {
            peer.open(opening);
            activate(peer);
        }
        return peer;
    }

    /** The planner for peers with these capabilities; they share one. */
    private PacketPlanner planner(Capabilities can) {
        return planners.computeIfAbsent(can, Channel::newPlanner);
    }

    private static PacketPlanner newPlanner(Capabilities can) {
        int most = can.maxPacket() - Peer.checkBytes(can) - Packet.STREAM_HEADER;
        Capabilities.PipelineModel model = can.pipeline();
        return new PacketPlanner(
                model.stages(), model.packetNs(), model.bytesPerNs(), Math.min(model.granularity(), most), most);
    }

    ChannelClient client() {
        return client;
    }

    /** The number of the client that the channel belongs to. */
    public int number() {
        return number;
    }

    /** How often the client had opened a channel before this one. */
    public int opening() {
        return opening;
    }

    /** What the immediates of this channel's packets have in common. */
    int address() {
        return address;
    }

    /** The owner of this channel's names and cookies. */
    int owner() {
        return owner;
    }

    /** Packets of an opening other than this one may have the same address: the packets before them tell them apart. */
    void mistrust() {
        eagerType = -1;
    }

    ErrorHook hook() {
        return damaged;
    }

    /** Messages to groups; null if the port does not support them. */
    public @Nullable Multicasts multicasts() {
        return multicasts;
    }

    int creditParts() {
        return creditParts;
    }

    boolean sendsTrains() {
        return sendsTrains;
    }

    void shared(boolean with) {
        shared = with;
    }

    /** The port that this channel sends and receives over. */
    public NicPort port() {
        return port;
    }

    /** Longest message that can be sent to every peer without an announcement, in bytes. */
    public int eagerLimit() {
        return eagerLimit;
    }

    /** Maximum number of bytes of the client in the announcement of a long message ({@link SendOp#head}). */
    public int headLimit() {
        Capabilities can = port.capabilities();
        return Math.max(0, can.maxPacket() - Peer.checkBytes(can) - Packet.ANNOUNCE_BYTES);
    }

    /** Longest message that can be sent to a peer without an announcement, in bytes; at least {@link #eagerLimit()}. */
    public int eagerLimit(int peer) {
        return peer(peer).eagerLimit;
    }

    /**
     * Sets the client that receives this channel's messages, and delivers those that arrived before this call, or while the channel
     * {@linkplain #rest rested}.
     */
    public void bind(ChannelClient to) {
        client = to;
        all.bound(this);
    }

    /**
     * Closes the channel. Messages that still arrive for it are dropped. Channels of other clients are not affected.
     * The client first makes progress until the channel {@linkplain #mayEnd may end}.
     */
    public void close() {
        longs.unpostAll();
        all.closed(this);
    }

    /**
     * Ends what {@link #bind} began, until it is called again: messages that arrive meanwhile are kept, within the credits of their
     * senders. The client first makes progress until the channel {@linkplain #mayEnd may end}.
     */
    public void rest() {
        longs.unpostAll();
        all.resting(this);
    }

    /**
     * Sends a short message if that is possible at once. This is the fast path: no operation object, no allocation.
     *
     * @param payload at most {@link #eagerLimit} bytes; may be changed again on return
     * @return false if nothing was sent, because earlier sends wait or credits or room are lacking; the caller then
     *     uses {@link #post}
     */
    public boolean trySend(int peer, long envelope, Payload payload) {
        Peer to = peer(peer);
        return !to.isQueueing() && tryEager(to, envelope, payload);
    }

    private boolean tryEager(Peer to, long envelope, Payload payload) {
        int bytes = (int) payload.size();
        int cost = CreditWindow.cost(bytes);
        if (to.available() < cost) {
            return false;
        }
        long at = to.claim(NicPort.DATA, Packet.EAGER_HEADER + bytes);
        if (at < 0) {
            return false;
        }
        to.spend(cost);
        MemorySegment memory = port.memory(to.rank, NicPort.DATA);
        memory.set(JAVA_LONG, at, envelope);
        if (bytes > 0) {
            to.write(payload, 0, memory, at + Packet.EAGER_HEADER, bytes);
        }
        to.commit(
                NicPort.DATA, at, Packet.EAGER_HEADER + bytes, Packet.immediate(Packet.EAGER, address, to.takeOwed()));
        to.countSent(bytes);
        return true;
    }

    /**
     * Claims room for a short message that the caller writes in place, if it can be sent at once. Used instead of
     * {@link #trySend} by callers that assemble a message from several pieces. At most one claim may be open at a time.
     *
     * @param bytes its length, up to {@link #eagerLimit}
     * @param modest true to leave half of the credits to other messages: messages that the peer may hold until it has
     *     sent an answer must not use the credits that answers need
     * @return offset of the message's first byte in {@link #memory}, a multiple of 8, or {@link NicPort#BACK_PRESSURED}
     */
    public long claim(int peer, int bytes, boolean modest) {
        Peer to = peer(peer);
        int cost = CreditWindow.cost(bytes);
        if (to.available() - cost < (modest ? to.window() / 2 : 0) || to.isQueueing()) {
            return NicPort.BACK_PRESSURED;
        }
        long at = to.claim(NicPort.DATA, Packet.EAGER_HEADER + bytes);
        return at < 0 ? at : at + Packet.EAGER_HEADER;
    }

    /** Memory that contains the latest {@link #claim} for this peer. */
    public MemorySegment memory(int peer) {
        return port.memory(peer, NicPort.DATA);
    }

    /** Sends the message for which room was claimed. */
    public void commit(int peer, long claim, long envelope, int bytes) {
        Peer to = peer(peer);
        long at = claim - Packet.EAGER_HEADER;
        to.spend(CreditWindow.cost(bytes));
        port.memory(peer, NicPort.DATA).set(JAVA_LONG, at, envelope);
        to.commit(
                NicPort.DATA, at, Packet.EAGER_HEADER + bytes, Packet.immediate(Packet.EAGER, address, to.takeOwed()));
        to.countSent(bytes);
    }

    /** Releases room that was claimed, without sending. */
    public void abort(int peer, long claim) {
        peer(peer).abort(NicPort.DATA, claim - Packet.EAGER_HEADER);
    }

    /**
     * Prepares the channel for {@linkplain #claim modest} claims. Credits are returned as soon as a quarter of the
     * window is owed, so that neither kind of message waits for credits that are owed but never returned. Must be
     * called before the channel is bound. Available credits are at least:
     *
     * <pre>
     *   at rest     window - (quarter - 1)        a modest message of up to a quarter leaves half of the window
     *   at worst    window / 2 - (quarter - 1)    the peer holds all modest messages: another message can still be sent
     * </pre>
     */
    public void returnCreditsEarly() {
        creditParts = 4;
    }

    /**
     * Has {@linkplain #post posted} sends of up to {@link Capabilities#trainLimit} bytes travel as trains of packets where
     * there are credits. Must be called before the channel is bound. Their senders do not learn whether the receiver {@linkplain
     * #refuse refuses} them.
     */
    public void sendTrains() {
        sendsTrains = true;
    }

    /** True if modest {@linkplain #claim claims} of this length work, given {@link #returnCreditsEarly}. */
    public boolean isModest(int bytes) {
        return bytes <= eagerLimit && CreditWindow.cost(bytes) <= quarter;
    }

    /**
     * Receives a short message straight from its packet, if it is the next packet of its peer. The client calls this
     * only if no other receive can match the message. Later packets are not examined.
     *
     * @param envelope the message's envelope, in the bits of {@code mask}
     * @param into destination; bytes beyond its size are dropped
     * @return length of the message, whose envelope {@link #takenEnvelope} returns; {@link #NOTHING} if nothing has
     *     arrived; {@link #OTHER} if the next packet is another one, which {@link #progress} will deliver
     */
    public long tryReceive(int peer, long envelope, long mask, Payload into) {
        if (lookAhead == null) {
            return NOTHING;
        }
        long frame = lookAhead.peek(peer);
        if (frame == 0) {
            return NOTHING;
        }
        int immediate = (int) (frame >>> 32);
        if ((immediate & Packet.TYPE_MASK) != eagerType) {
            return OTHER;
        }
        MemorySegment memory = lookAhead.peekMemory(peer);
        long at = lookAhead.peekOffset(peer);
        long found = memory.get(JAVA_LONG, at);
        if ((found & mask) != envelope) {
            return OTHER;
        }
        int length = (int) frame - 1 - Packet.EAGER_HEADER;
        if (length > 0) {
            into.copyIn(memory, at + Packet.EAGER_HEADER, 0, Math.min(length, into.size()));
        }
        lookAhead.take(peer);
        takenEnvelope = found;
        Peer from = peer(peer);
        from.refill(Packet.credits(immediate));
        from.countReceived(length);
        consumed(from, length);
        return length;
    }

    /**
     * Delivers the next packet of a peer if it comes within a moment, less than a microsecond, and is a short message of this
     * client. Anything else is left to {@link #progress}. Only where {@link #receivesDirectly}.
     *
     * @return true if a message was delivered
     */
    @SuppressWarnings("NullAway") // Where receives are direct the port looks ahead.
    public boolean deliverNext(int peer) {
        long frame = lookAhead.peek(peer);
        int immediate = (int) (frame >>> 32);
        if (frame == 0 || (immediate & Packet.TYPE_MASK) != eagerType) {
            return false;
        }
        try {
            onShort(peer, immediate, lookAhead.peekMemory(peer), lookAhead.peekOffset(peer), (int) frame - 1);
        } finally {
            lookAhead.take(peer);
        }
        return true;
    }

    /** True if {@link #tryReceive} can succeed on this port. */
    public boolean receivesDirectly() {
        return direct;
    }

    /** Envelope of the message that {@link #tryReceive} received last. */
    public long takenEnvelope() {
        return takenEnvelope;
    }

    /**
     * Starts a send. It completes at once or in a later {@link #progress}: see {@link SendOp#isDone}.
     *
     * @param op with its payload set; not in use
     * @param synchronous true if the send completes only after the receiver has accepted the message
     */
    public void post(SendOp op, int peer, long envelope, boolean synchronous) {
        Peer to = peer(peer);
        to.checkUsable();
        op.peer = peer;
        op.envelope = envelope;
        op.synchronous = synchronous;
        op.state = SendOp.QUEUED;
        op.refusal = 0;
        to.enqueue(op);
        pushQueue(to);
        activate(to);
    }

    /** True if the port supports {@link #postReceive} and {@link #sendReady}. */
    public boolean postsReceives() {
        return longs.postsReceives();
    }

    /**
     * Posts a receive at the network interface. The next {@link #sendReady} with this name, from any peer, is delivered
     * straight into it. When {@link RecvOp#isDone}, {@link RecvOp#sender} and {@link RecvOp#received} return its source
     * and length.
     *
     * @param op with its payload set, of at least one byte; not in use
     * @param name chosen by the client, not negative; at most one receive may be posted under a name at a time
     */
    public void postReceive(RecvOp op, int name) {
        longs.postReceive(op, name);
    }

    /** Withdraws a posted receive. False if a message has begun to arrive in it; it then completes as usual. */
    public boolean unpost(RecvOp op) {
        return longs.unpost(op);
    }

    /**
     * Starts a send into the receive that the peer has posted under a name. If there is none, or its payload is too
     * short, the peer drops the message, and its {@link ChannelClient#onUnposted} determines the {@link
     * SendOp#refusal}.
     *
     * @param op with its payload set, of at least one byte; not in use
     */
    public void sendReady(SendOp op, int peer, int name) {
        longs.sendReady(op, peer, name);
    }

    /** Cancels a send of which nothing has been sent. False if it is too late; the send then completes as usual. */
    public boolean cancel(SendOp op) {
        boolean isTaken =
                op.state == SendOp.QUEUED && (peer(op.peer).unqueue(op) || multicasts != null && multicasts.cancel(op));
        if (isTaken) {
            op.state = SendOp.CANCELLED;
            return true;
        }
        return false;
    }

    /**
     * Cancels a send, also one that was announced: its receiver is asked to {@linkplain ChannelClient#withdraw give it back}.
     * The send ends in one of two ways, never both: it is {@linkplain SendOp#isCancelled cancelled}, at the latest with the
     * receiver's next progress, and no client gets the message; or the receiver had matched it before, and it completes as
     * usual. A send that is done, or whose bytes have begun to leave, completes as usual too.
     *
     * @return true if the send is cancelled already
     */
    public boolean withdraw(SendOp op) {
        if (cancel(op)) {
            return true;
        }
        if (op.state == SendOp.ANNOUNCED && !op.withdrawing) {
            longs.withdraw(op);
        }
        return false;
    }

    /** Gives a message back whose sender has {@linkplain #withdraw withdrawn} it; see {@link ChannelClient#withdraw}. */
    public void giveBack(Arrival arrival) {
        longs.giveBack(arrival);
    }

    /** Returns the credits of a message that {@link ChannelClient#onShort} kept and the client has now consumed. */
    public void consumed(int peer, int bytes) {
        consumed(peer(peer), bytes);
    }

    private void consumed(Peer from, int bytes) {
        if (from.owe(CreditWindow.cost(bytes))) {
            returnCredits(from);
        }
    }

    /** Returns credits of an earlier opening's messages, which were dropped, to the peer that is still there. */
    void returnDropped(int peer, int earlier, int credits) {
        Peer to = peer(peer);
        to.control(Packet.DROPPED, Packet.DROPPED_BYTES, earlier, credits, 0, 0);
        activate(to);
    }

    /** Messages of this channel were dropped by a peer that has closed its own one. */
    void dropped(int peer, int credits) {
        Peer to = peer(peer);
        to.drops = true;
        if (to.failure() == null) {
            to.refill(credits);
        }
    }

    /**
     * True if a peer is known to have closed its channel of this opening, and to have opened a later one: it drops what is sent
     * to it.
     */
    public boolean isDroppedBy(int peer) {
        Peer to = known(peer);
        return to != null && to.drops;
    }

    private void returnCredits(Peer from) {
        from.control(Packet.CREDIT, 0, 0, 0, 0, 0);
        activate(from);
    }

    /**
     * Accepts a long message into a destination. The bytes move now or in later calls of {@link #progress}, until
     * {@link RecvOp#isDone}. The arrival is recycled and must not be used afterwards.
     *
     * @param bytes number of bytes to receive, from the start of the message; the rest is dropped
     */
    public void accept(Arrival arrival, RecvOp op, long bytes) {
        longs.accept(arrival, op, bytes);
    }

    /**
     * Rejects a long message. If it was announced, the send completes, and its {@link SendOp#refusal} returns the reason;
     * otherwise its bytes are dropped. The arrival is recycled and must not be used afterwards.
     *
     * @param reason number defined by the client, not 0
     */
    public void refuse(Arrival arrival, int reason) {
        longs.refuse(arrival, reason);
    }

    /**
     * Delivers packets that have arrived and pushes sends that wait.
     *
     * @return number of packets moved, 0 if there was nothing to do
     */
    public int progress() {
        return shared ? all.progress(this, POLL_LIMIT) : andPush(port.poll(this, POLL_LIMIT));
    }

    /**
     * As {@link #progress}, but takes no packets of one peer; the caller receives its messages by {@link #tryReceive}.
     */
    @SuppressWarnings("NullAway") // Who receives directly has a port that looks ahead.
    public int progressElsewhere(int peer) {
        port.expect(peer);
        return shared ? all.progressElsewhere(this, POLL_LIMIT) : andPush(lookAhead.pollOthers(this, POLL_LIMIT));
    }

    /** Pushes sends and control packets that wait. Adds the packets moved to {@code moved} and returns the sum. */
    int andPush(int moved) {
        return isFlushed() ? moved : moved + push();
    }

    /**
     * One polling round of a blocking wait: {@link #progress}, and then {@link NicPort#idle} if nothing moved.
     *
     * @param fruitless number of consecutive fruitless rounds before this one
     * @return number of consecutive fruitless rounds, this one included
     */
    public int await(int fruitless) {
        if (shared) {
            return all.await(this, POLL_LIMIT, fruitless);
        }
        if (!isFlushed()) {
            return Waiting.after(progress() > 0, fruitless, port);
        }
        int moved = port.pollOrIdle(this, POLL_LIMIT, fruitless + 1);
        return andPush(moved) > 0 ? 0 : fruitless + 1;
    }

    /** True when nothing waits to be sent. Announced messages that their receivers have not accepted do not count. */
    public boolean isFlushed() {
        return actives == 0 && (multicasts == null || multicasts.isFlushed());
    }

    /**
     * True when nothing except credits waits to be sent. Credits need not be sent before the channel is closed: a peer
     * that has closed its own channel no longer uses credits, and its lane may stay full.
     */
    public boolean mayEnd() {
        if (multicasts != null && !multicasts.isFlushed()) {
            return false;
        }
        for (int i = 0; i < actives; i++) {
            if (!active[i].owesCreditsOnly()) {
                return false;
            }
        }
        return true;
    }

    /**
     * True when the channel {@linkplain #mayEnd may end}, no send waits for its receiver, and all receivers {@linkplain
     * NicPort#hasReachedPeers have been reached}.
     */
    public boolean mayLeave() {
        return longs.isWithoutSends() && mayEnd() && port.hasReachedPeers();
    }

    /** True once a loss or corruption has been reported. */
    public boolean hasFailed() {
        return failed;
    }

    /** Sends that are not done, for a report: first those in progress, then those still queued. */
    public List<SendOp> unfinishedSends() {
        List<SendOp> unfinished = longs.sends();
        for (SendOp op = multicasts == null ? null : multicasts.head(); op != null; op = op.next) {
            unfinished.add(op);
        }
        for (Peer peer : peers) {
            for (SendOp op = peer == null ? null : peer.queueHead(); op != null; op = op.next) {
                unfinished.add(op);
            }
        }
        return unfinished;
    }

    /** Number of sends to a peer that are not done. Allocates nothing. */
    public int unfinishedSends(int peer) {
        Peer to = known(peer);
        if (to == null) {
            return 0;
        }
        int n = longs.sends(peer);
        for (SendOp op = to.queueHead(); op != null; op = op.next) {
            n++;
        }
        return n;
    }

    /** Credits that this rank has spent for messages to a peer and that have not come back. Allocates nothing. */
    public int spent(int peer) {
        Peer to = known(peer);
        return to == null ? 0 : to.window() - to.available();
    }

    /** Credits that this rank owes to a peer. Allocates nothing. */
    public int owed(int peer) {
        Peer from = known(peer);
        return from == null ? 0 : from.owed();
    }

    /** Adds the messages exchanged with all peers. By any thread: the last ones may be missing. */
    public void addTo(Traffic traffic) {
        for (Peer peer : peers) {
            if (peer != null) {
                peer.addTo(traffic);
            }
        }
    }

    /** The same of one peer. */
    public void addTo(Traffic traffic, int peer) {
        Peer known = known(peer);
        if (known != null) {
            known.addTo(traffic);
        }
    }

    /** Receives of long messages that are not done, for a report. */
    public List<RecvOp> unfinishedReceives() {
        return longs.receives();
    }

    /** Flow control with a peer, in both roles; for tests of its invariants. */
    CreditWindow credits(int peer) {
        return peer(peer);
    }

    /** Number of long messages in progress, in both directions. */
    int operations() {
        return longs.operations() + trains.incoming();
    }

    /** Adds a peer to the active ones if it has something to push and is not active yet. */
    void activate(Peer peer) {
        if (!peer.active && peer.hasWork()) {
            peer.active = true;
            if (actives == active.length) {
                active = Arrays.copyOf(active, 2 * actives);
            }
            active[actives++] = peer;
        }
    }

    /** Forgets peers from one number up to another, with which nothing is under way: their numbers are used no more. */
    public void forget(int from, int to) {
        for (int i = actives - 1; i >= 0; i--) {
            if (active[i].rank >= from && active[i].rank < to) {
                active[i] = active[--actives];
            }
        }
        Arrays.fill(peers, Math.min(from, peers.length), Math.min(to, peers.length), null);
    }

    private int push() {
        int moved = multicasts == null ? 0 : multicasts.push();
        for (int i = actives - 1; i >= 0; i--) {
            Peer peer = active[i];
            moved += peer.pushControl() + longs.pushWithdrawals(peer) + pushQueue(peer) + longs.pushStreams(peer);
            if (!peer.hasWork()) {
                peer.active = false;
                active[i] = active[--actives];
            }
        }
        return moved;
    }

    private int pushQueue(Peer to) {
        if (!to.tellOpening()) {
            return 0;
        }
        int moved = 0;
        for (SendOp op = to.queueHead(); op != null; op = to.queueHead()) {
            boolean eager = !op.synchronous
                    && op.size() <= to.eagerLimit
                    && to.available() >= CreditWindow.cost((int) op.size());
            if (eager) {
                if (!tryEager(to, op.envelope, op)) {
                    break;
                }
                op.state = SendOp.DONE;
            } else if (trains.takes(to, op)) {
                moved += trains.push(to, op);
                if (!op.isDone()) {
                    break;
                }
            } else if (!longs.announce(to, op)) {
                break;
            }
            to.dequeue();
            moved++;
        }
        return moved;
    }

    @Override
    public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long at, int length) {
        if (direct && (immediate & Packet.TYPE_MASK) == eagerType) {
            onShort(peer, immediate, memory, at, length);
            return DONE;
        }
        return onOther(peer, lane, immediate, memory, at, length);
    }

    /** A short message of this client, on a port that damages and loses nothing. */
    private void onShort(int peer, int immediate, MemorySegment memory, long at, int length) {
        Peer from = peer(peer);
        from.refill(Packet.credits(immediate));
        deliver(from, peer, memory, at, length);
    }

    /** Hands a short message to the client: its envelope, then its bytes. */
    private void deliver(Peer from, int peer, MemorySegment memory, long at, int length) {
        int bytes = length - Packet.EAGER_HEADER;
        from.countReceived(bytes);
        if (client.onShort(peer, memory.get(JAVA_LONG, at), memory, at + Packet.EAGER_HEADER, bytes)) {
            consumed(from, bytes);
        }
    }

    private int onOther(int peer, int lane, int immediate, MemorySegment memory, long at, int length) {
        boolean isTrusted = Packet.address(immediate) == address && Packet.kind(immediate) < Packet.OPENED;
        if (!isTrusted || eagerType < 0) {
            return all.onOther(this, peer, lane, immediate, memory, at, length);
        }
        return onOwn(peer, lane, immediate, memory, at, length);
    }

    /** Takes in a packet that belongs to this opening of the channel; returns what becomes of its memory. */
    int onOwn(int peer, int lane, int immediate, MemorySegment memory, long at, int length) {
        Peer from = peer(peer);
        int skip = from.checked(lane, immediate, memory, at, length);
        if (skip < 0 || failed) {
            return DONE;
        }
        if (Packet.credits(immediate) != 0) {
            from.refill(Packet.credits(immediate));
        }
        if (Packet.kind(immediate) == Packet.EAGER) {
            deliver(from, peer, memory, at + skip, length - skip);
        } else {
            longs.onPacket(from, immediate, memory, at + skip, length - skip);
        }
        return DONE;
    }

    @Override
    public void onMulticast(int sender, int group, int immediate, MemorySegment memory, long at, int length) {
        if (Packet.client(immediate) != number) {
            all.onMulticast(sender, group, immediate, memory, at, length);
        } else if (Packet.address(immediate) == address) {
            assert multicasts != null : "a multicast of a port without them";
            multicasts.onPacket(sender, group, immediate, memory, at, length);
        }
    }

    @Override
    public void onReceived(int peer, long cookie, long bytes) {
        if (Packet.owner(cookie) != owner) {
            all.onReceived(peer, cookie, bytes);
        } else if (!failed) {
            longs.onReceived(peer, cookie, bytes);
        }
    }

    @Override
    public void onUnposted(int peer, long name, long bytes, long sendCookie) {
        if (Packet.owner(name) != owner) {
            all.onUnposted(peer, name, bytes, sendCookie);
        } else if (!failed) {
            longs.onUnposted(peer, name, bytes, sendCookie);
        }
    }

    @Override
    public void onCompletion(long cookie) {
        if (Packet.owner(cookie) != owner) {
            all.onCompletion(cookie);
        } else {
            longs.onCompletion(cookie);
        }
    }

    @Override
    public void onFailure(int peer, String why, boolean unsent) {
        all.onFailure(peer, why, unsent);
    }

    /** Ends all operations with a peer that has failed, and notifies the client. */
    void lose(int rank, String why, boolean unsent) {
        failures++;
        Peer peer = peer(rank);
        boolean lostSends = peer.fail(why);
        lostSends |= longs.lose(rank, why);
        peer.unsent = unsent || lostSends;
        if (!client.onFailure(rank, why)) {
            hook.onError(rank, why);
        }
    }

    /** True if any peer has failed. */
    public boolean hasFailures() {
        return failures > 0;
    }

    /** Why a peer is unreachable; null if it is reachable. */
    public @Nullable String failure(int peer) {
        Peer lost = failures == 0 ? null : known(peer);
        return lost == null ? null : lost.failure();
    }

    /**
     * Why messages to a failed peer are lost of which no call of the client has been told yet: their sends may have been
     * complete when the peer failed. Null if there are none.
     */
    public @Nullable String unsent() {
        for (Peer peer : failures == 0 ? NO_PEERS : peers) {
            if (peer != null && peer.unsent) {
                return peer.failure();
            }
        }
        return null;
    }

    /** The client has been told of failures: {@link #unsent} no longer returns those whose reasons the text contains. */
    public void told(String text) {
        for (Peer peer : failures == 0 ? NO_PEERS : peers) {
            if (peer != null && peer.unsent && text.contains(peer.failure())) {
                peer.unsent = false;
            }
        }
    }

    @Override
    public void onDamage(int peer, String what) {
        failed = true;
        hook.onError(peer, what);
    }
}
