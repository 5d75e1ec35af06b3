package org.bipj.core.channel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.LookAhead;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.Waiting;
import org.bipj.core.payload.Payload;
import org.bipj.core.protocol.CreditWindow;
import org.bipj.core.protocol.PacketPlanner;

/**
 * Tagged messages of one client between the ranks of a job. Messages from one rank to another are handed over in the
 * order in which they were sent, short or long. Progress happens only inside {@link #progress}; no call blocks. Not
 * thread safe.
 *
 * <p>A port carries the channels of several clients ({@link Channels}), which share nothing but its lanes: each has
 * credits, queues and handles of its own, so that messages that one of them leaves lying hold up no other.
 *
 * <p>A short message (up to {@link #eagerLimit} bytes) goes at once, paid for by credits: the receiver is ready to hold
 * that much for this sender. A long message, a synchronous one, and a short one without credits are announced; the
 * receiver {@linkplain #accept accepts} when it knows where the bytes go, and they move by the first of these that
 * serves: the receiver gets them out of memory it can reach; the sender puts them into memory it can reach; planned
 * packets. The envelope thus travels apart from a long payload, which is never copied twice (BIP paper, section 6).
 *
 * <p>Where receives are {@linkplain #postsReceives posted at the network interface}, an accepted message goes into one
 * that is posted under its handle, and a client whose receivers are ready beforehand needs no announcement: {@link
 * #postReceive}, {@link #sendReady}.
 */
public final class Channel implements PacketSink {
    /** Packets handed over in one poll: enough to amortise the poll, few enough to serve others too. */
    private static final int POLL_LIMIT = 64;

    /** {@link #tryReceive}: nothing has arrived. The caller may look again at once, or post what it waits for. */
    public static final long NOTHING = -1;

    /** {@link #tryReceive}: something else comes first. The caller posts what it waits for and calls progress. */
    public static final long OTHER = -2;

    private final NicPort port;
    /** Null where packets are not shown. */
    private final LookAhead lookAhead;

    private final Channels all;
    private final int number;
    /** What tells a short message of this client by its {@link Packet#TYPE_MASK}. */
    private final int eagerType;
    /** Those that this rank has talked with; null where it has not yet: of a thousand ranks most never do. */
    private final Peer[] peers;
    /** By what the port can do towards a peer. */
    private final Map<Capabilities, PacketPlanner> planners = new HashMap<>();

    private final ErrorHook damaged = this::onDamage;
    private final LongMessages longs;
    private final int eagerLimit;
    /** Peers with something to push, in no order. */
    private Peer[] active = new Peer[4];

    private int actives;
    /** True where packets can be read without checking them. */
    private final boolean direct;

    private final ErrorHook hook;
    /** Credits go back alone when this part of a window is owed. */
    private int creditParts = 2;

    private ChannelClient client;
    private long takenEnvelope;
    private boolean failed;
    /** Peers that have failed. */
    private int failures;

    /** True while other clients are bound to the port, whom each round of progress serves too. */
    private boolean shared;

    Channel(NicPort port, Channels all, int number, ErrorHook hook) {
        this.port = port;
        lookAhead = port.lookAhead();
        this.all = all;
        this.number = number;
        eagerType = Packet.immediate(Packet.EAGER, number, 0);
        Capabilities can = port.capabilities();
        if (!can.fifo()) {
            throw new IllegalArgumentException("the channel needs a port that keeps packets of a lane in order");
        }
        direct = can.reliable() && lookAhead != null;
        this.hook = hook;
        eagerLimit = Peer.eagerLimit(can);
        longs = new LongMessages(this, port);
        peers = new Peer[port.size()];
    }

    /** What this channel keeps of a rank. */
    Peer peer(int rank) {
        Peer peer = peers[rank];
        return peer != null ? peer : meet(rank);
    }

    private Peer meet(int rank) {
        Capabilities can = port.capabilities(rank);
        peers[rank] = new Peer(rank, port, can, planner(can), number, creditParts, damaged);
        return peers[rank];
    }

    /** The planner for peers of which the port can do this: one for all that are reached in the same way. */
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

    int number() {
        return number;
    }

    void shared(boolean with) {
        shared = with;
    }

    /** The port below. */
    public NicPort port() {
        return port;
    }

    /** Longest message that can go to every peer without an announcement, in bytes. */
    public int eagerLimit() {
        return eagerLimit;
    }

    /** Longest message that can go to a peer without an announcement, in bytes; at least {@link #eagerLimit()}. */
    public int eagerLimit(int peer) {
        return peer(peer).eagerLimit;
    }

    /** Names the client, to whom messages are handed over from now on: first those that have come for it before. */
    public void bind(ChannelClient to) {
        client = to;
        all.bound(this);
    }

    /**
     * Ends the channel: what still comes for it is dropped, while channels of other clients go on. Its client has seen
     * to it that it {@linkplain #mayEnd may end}.
     */
    public void close() {
        longs.unpostAll();
        all.closed(this);
    }

    /**
     * Sends a short message at once, if it can go at once. This is the fast path: no operation, no allocation.
     *
     * @param payload at most {@link #eagerLimit} bytes; may be changed again on return
     * @return false if nothing was sent, because of earlier sends, credits or room: {@link #post} it instead
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
            payload.copyOut(0, memory, at + Packet.EAGER_HEADER, bytes);
        }
        to.commit(NicPort.DATA, at, Packet.EAGER_HEADER + bytes, Packet.immediate(Packet.EAGER, number, to.takeOwed()));
        return true;
    }

    /**
     * Room for a short message that the caller writes in place, if it can go at once: {@link #trySend} for those who put a
     * message together from several pieces. One such claim may be open at a time.
     *
     * @param bytes its length, up to {@link #eagerLimit}
     * @param modest true for a message that leaves half of the credits to others: messages that the peer may have to
     *     hold until it has sent an answer must not use up what the peer's own answers need
     * @return first byte of the message in {@link #memory}, a multiple of 8, or {@link NicPort#BACK_PRESSURED}
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

    /** Memory in which the latest {@link #claim} of a peer lies. */
    public MemorySegment memory(int peer) {
        return port.memory(peer, NicPort.DATA);
    }

    /** Sends the claimed message, all of its bytes. */
    public void commit(int peer, long claim, long envelope, int bytes) {
        Peer to = peer(peer);
        long at = claim - Packet.EAGER_HEADER;
        to.spend(CreditWindow.cost(bytes));
        port.memory(peer, NicPort.DATA).set(JAVA_LONG, at, envelope);
        to.commit(NicPort.DATA, at, Packet.EAGER_HEADER + bytes, Packet.immediate(Packet.EAGER, number, to.takeOwed()));
    }

    /** Gives the claimed room back. */
    public void abort(int peer, long claim) {
        peer(peer).abort(NicPort.DATA, claim - Packet.EAGER_HEADER);
    }

    /**
     * Claims of this channel are {@linkplain #claim modest} or not: credits go back when a quarter of the window is owed, so
     * that neither kind waits for credits that are owed and never returned. To be called before the channel is bound.
     *
     * <pre>
     *   at rest     window - (quarter - 1)                     a modest message of up to a quarter finds half the window left
     *   at worst    window / 2 - (quarter - 1)                 the peer holds all modest ones: another message still goes
     * </pre>
     */
    public void returnCreditsEarly() {
        creditParts = 4;
    }

    /** True if messages of this length may be {@linkplain #claim claimed} by who {@linkplain #returnCreditsEarly returns early}. */
    public boolean isModest(int bytes) {
        int quarter = port.capabilities().creditWindow() / CreditWindow.UNIT / 4;
        return bytes <= eagerLimit && CreditWindow.cost(bytes) <= quarter;
    }

    /**
     * Receives a short message straight from its packet, if just this message is the next of its peer: the way of a
     * client who knows that nobody else wants it. Nothing else is looked at.
     *
     * @param envelope the message's envelope, in the bits of {@code mask}
     * @param into where its first bytes go, as many as there is room for
     * @return length of the message, with {@link #takenEnvelope} telling its envelope; {@link #NOTHING} if nothing has
     *     arrived; {@link #OTHER} if something else has, which {@link #progress} will hand over
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
        consumed(from, length);
        return length;
    }

    /** True if {@link #tryReceive} can succeed on this port. */
    public boolean receivesDirectly() {
        return direct;
    }

    /** The envelope of the message that {@link #tryReceive} received last. */
    public long takenEnvelope() {
        return takenEnvelope;
    }

    /**
     * Starts a send. Done when {@link SendOp#isDone}: at once, or in a later {@link #progress}.
     *
     * @param op with its payload set; not in use
     * @param synchronous done only when the receiver has accepted the message
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

    /** True if {@link #postReceive} and {@link #sendReady} serve. */
    public boolean postsReceives() {
        return longs.postsReceives();
    }

    /**
     * Posts a receive at the network interface: the next {@link #sendReady} with this name, from any peer, goes
     * straight into it. Done when {@link RecvOp#isDone}; {@link RecvOp#sender} and {@link RecvOp#received} then tell
     * what came.
     *
     * @param op with its payload set, of at least one byte; not in use
     * @param name the client's own, not negative; one receive at a time
     */
    public void postReceive(RecvOp op, int name) {
        longs.postReceive(op, name);
    }

    /** Takes a posted receive back. False if a message has begun to arrive in it; then it completes as usual. */
    public boolean unpost(RecvOp op) {
        return longs.unpost(op);
    }

    /**
     * Starts a send into the receive that the peer has posted under a name. If there is none, or its payload is too
     * short, the peer's {@link ChannelClient#onUnposted} decides on the {@link SendOp#refusal}.
     *
     * @param op with its payload set, of at least one byte; not in use
     */
    public void sendReady(SendOp op, int peer, int name) {
        longs.sendReady(op, peer, name);
    }

    /** Takes back a send of which nothing has gone out yet. False if it is too late; then it completes as usual. */
    public boolean cancel(SendOp op) {
        if (op.state == SendOp.QUEUED && peer(op.peer).unqueue(op)) {
            op.state = SendOp.CANCELLED;
            return true;
        }
        return false;
    }

    /** A message that {@link ChannelClient#onShort} kept has been consumed: its credits go back. */
    public void consumed(int peer, int bytes) {
        consumed(peer(peer), bytes);
    }

    private void consumed(Peer from, int bytes) {
        if (from.owe(CreditWindow.cost(bytes))) {
            returnCredits(from);
        }
    }

    private void returnCredits(Peer from) {
        from.control(Packet.CREDIT, 0, 0, 0, 0, 0);
        activate(from);
    }

    /**
     * Names the destination of an announced message. The bytes move now or in later calls of {@link #progress}; done
     * when {@link RecvOp#isDone}. Ends the arrival's life.
     *
     * @param bytes how many of the message's first bytes are wanted; the rest is dropped
     */
    public void accept(Arrival arrival, RecvOp op, long bytes) {
        longs.accept(arrival, op, bytes);
    }

    /**
     * Ends an announced message without receiving it. The send is done, and {@link SendOp#refusal} tells why.
     *
     * @param reason the client's own number, not 0
     */
    public void refuse(Arrival arrival, int reason) {
        longs.refuse(arrival, reason);
    }

    /**
     * Hands over what has arrived and pushes what waits.
     *
     * @return packets moved, 0 if there was nothing to do
     */
    public int progress() {
        return shared ? all.progress(this, POLL_LIMIT) : andPush(port.poll(this, POLL_LIMIT));
    }

    /**
     * As {@link #progress}, but takes nothing of one peer, whose messages the caller receives by {@link #tryReceive}.
     */
    public int progressElsewhere(int peer) {
        port.expect(peer);
        return shared ? all.progressElsewhere(this, POLL_LIMIT) : andPush(lookAhead.pollOthers(this, POLL_LIMIT));
    }

    /** Pushes what waits to be sent. Takes the packets moved so far, and returns all. */
    int andPush(int moved) {
        return actives == 0 ? moved : moved + push();
    }

    /**
     * A round of a wait, for those who do nothing else meanwhile: {@link #progress}, and the port gives way if that was
     * fruitless.
     *
     * @param fruitless fruitless rounds in a row before it
     * @return fruitless rounds in a row, this one included
     */
    public int await(int fruitless) {
        if (shared) {
            return all.await(this, POLL_LIMIT, fruitless);
        }
        if (actives > 0) {
            return Waiting.after(progress() > 0, fruitless, port);
        }
        int moved = port.pollOrIdle(this, POLL_LIMIT, fruitless + 1);
        return andPush(moved) > 0 ? 0 : fruitless + 1;
    }

    /** True when nothing waits to be sent. Announced messages wait for their receivers, not in this sense. */
    public boolean isFlushed() {
        return actives == 0;
    }

    /**
     * True when nothing waits to be sent but credits. Those need not go out before the channel is given up: a peer that
     * has given up its own looks at none any more, and its lane may stay full.
     */
    public boolean mayEnd() {
        for (int i = 0; i < actives; i++) {
            if (!active[i].owesCreditsOnly()) {
                return false;
            }
        }
        return true;
    }

    /** True when {@link #mayEnd} is, and no send waits for its receiver. */
    public boolean mayLeave() {
        return longs.isWithoutSends() && mayEnd();
    }

    /** True once a loss or corruption has been reported. */
    public boolean hasFailed() {
        return failed;
    }

    /** Sends that are not done, for a report: those under way, and then those that have not begun. */
    public List<SendOp> unfinishedSends() {
        List<SendOp> unfinished = longs.sends();
        for (Peer peer : peers) {
            for (SendOp op = peer == null ? null : peer.queueHead(); op != null; op = op.next) {
                unfinished.add(op);
            }
        }
        return unfinished;
    }

    /** Number of sends to a peer that are not done; it makes no objects. */
    public int unfinishedSends(int peer) {
        if (peers[peer] == null) {
            return 0;
        }
        int n = longs.sends(peer);
        for (SendOp op = peers[peer].queueHead(); op != null; op = op.next) {
            n++;
        }
        return n;
    }

    /** Receives of long messages that are not done, for a report. */
    public List<RecvOp> unfinishedReceives() {
        return longs.receives();
    }

    /** Flow control with a peer, in both roles: for those who check its invariants. */
    CreditWindow credits(int peer) {
        return peer(peer);
    }

    /** Long messages under way, in both directions. */
    int operations() {
        return longs.operations();
    }

    /** Something of a peer waits to be pushed, perhaps. */
    void activate(Peer peer) {
        if (!peer.active && peer.hasWork()) {
            peer.active = true;
            if (actives == active.length) {
                active = java.util.Arrays.copyOf(active, 2 * actives);
            }
            active[actives++] = peer;
        }
    }

    private int push() {
        int moved = 0;
        for (int i = actives - 1; i >= 0; i--) {
            Peer peer = active[i];
            moved += peer.pushControl() + pushQueue(peer) + longs.pushStreams(peer);
            if (!peer.hasWork()) {
                peer.active = false;
                active[i] = active[--actives];
            }
        }
        return moved;
    }

    private int pushQueue(Peer to) {
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
        if (Packet.client(immediate) != number) {
            return all.onPacket(peer, lane, immediate, memory, at, length);
        }
        Peer from = peer(peer);
        int skip = from.checked(lane, immediate, memory, at, length);
        if (skip < 0 || failed) {
            return DONE;
        }
        if (Packet.credits(immediate) != 0) {
            from.refill(Packet.credits(immediate));
        }
        if (Packet.kind(immediate) == Packet.EAGER) {
            int bytes = length - skip - Packet.EAGER_HEADER;
            long envelope = memory.get(JAVA_LONG, at + skip);
            if (client.onShort(peer, envelope, memory, at + skip + Packet.EAGER_HEADER, bytes)) {
                consumed(peer, bytes);
            }
        } else {
            longs.onPacket(from, immediate, memory, at + skip, length - skip);
        }
        return DONE;
    }

    @Override
    public void onReceived(int peer, long cookie, long bytes) {
        if (Packet.owner(cookie) != number) {
            all.onReceived(peer, cookie, bytes);
        } else if (!failed) {
            longs.onReceived(peer, cookie, bytes);
        }
    }

    @Override
    public void onUnposted(int peer, long name, long bytes, long sendCookie) {
        if (Packet.owner(name) != number) {
            all.onUnposted(peer, name, bytes, sendCookie);
        } else if (!failed) {
            longs.onUnposted(peer, name, bytes, sendCookie);
        }
    }

    @Override
    public void onCompletion(long cookie) {
        if (Packet.owner(cookie) != number) {
            all.onCompletion(cookie);
        } else {
            longs.onCompletion(cookie);
        }
    }

    @Override
    public void onFailure(int peer, String why) {
        all.onFailure(peer, why);
    }

    /** A peer has failed. */
    void lose(int rank, String why) {
        failures++;
        peer(rank).fail(why);
        longs.lose(rank, why);
        if (!client.onFailure(rank, why)) {
            hook.onError(rank, why);
        }
    }

    /** True if a peer has failed. */
    public boolean hasFailures() {
        return failures > 0;
    }

    /** Why a peer cannot be reached any more; null if it can. */
    public String failure(int peer) {
        return failures == 0 || peers[peer] == null ? null : peers[peer].failure();
    }

    @Override
    public void onDamage(int peer, String what) {
        failed = true;
        hook.onError(peer, what);
    }
}
