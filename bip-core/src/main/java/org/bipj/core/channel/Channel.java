package org.bipj.core.channel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.payload.Payload;
import org.bipj.core.protocol.CreditWindow;
import org.bipj.core.protocol.PacketPlanner;

/**
 * Tagged messages between the ranks of a job. Messages from one rank to another are handed over in the order in which
 * they were sent, short or long. Progress happens only inside {@link #progress}; no call blocks. Not thread safe.
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

    /** Names of posted receives: those of a client, by its number, and those of rendezvous. */
    private static final int NAME_BITS = 32;

    private static final long RENDEZVOUS = (long) Packet.CLIENTS << NAME_BITS;

    private static final ChannelClient NOBODY = new Nobody();

    private final NicPort port;
    /** Those that this rank has talked with; null where it has not yet: of a thousand ranks most never do. */
    private final Peer[] peers;

    private final ErrorHook damaged = this::onDamage;
    private final ChannelClient[] clients = new ChannelClient[Packet.CLIENTS];
    private final OpTable<SendOp> sends = new OpTable<>();
    private final OpTable<RecvOp> receives = new OpTable<>();
    private final PacketPlanner planner;
    private final int eagerLimit;
    private Arrival freeArrivals;
    /** Peers with something to push, in no order. */
    private Peer[] active = new Peer[4];

    private int actives;
    /** True where packets can be read without checking them. */
    private final boolean direct;
    /** True where long messages go into receives that are posted at the network interface. */
    private final boolean posts;

    private final ErrorHook hook;
    private long takenEnvelope;
    private boolean failed;

    /**
     * A channel over a port.
     *
     * @param port the port; the channel does not close it
     * @param hook told of lost or corrupted packets, on ports that are not reliable
     */
    public Channel(NicPort port, ErrorHook hook) {
        this.port = port;
        Capabilities can = port.capabilities();
        if (!can.fifo()) {
            throw new IllegalArgumentException("the channel needs a port that keeps packets of a lane in order");
        }
        direct = can.reliable() && port.canPeek();
        posts = port.postsReceives();
        this.hook = hook;
        int checks = can.reliable() ? 0 : Packet.CHECK_BYTES;
        int most = can.maxPacket() - checks - Packet.STREAM_HEADER;
        eagerLimit = Math.min(can.eagerLimit(), can.maxPacket() - checks - Packet.EAGER_HEADER);
        Capabilities.PipelineModel model = can.pipeline();
        planner = new PacketPlanner(
                model.stages(), model.packetNs(), model.bytesPerNs(), Math.min(model.granularity(), most), most);
        peers = new Peer[port.size()];
        java.util.Arrays.fill(clients, NOBODY);
    }

    private Peer peer(int rank) {
        Peer peer = peers[rank];
        return peer != null ? peer : meet(rank);
    }

    private Peer meet(int rank) {
        peers[rank] = new Peer(rank, port, damaged);
        return peers[rank];
    }

    /** The port below. */
    public NicPort port() {
        return port;
    }

    /** Longest message that can go without an announcement, in bytes. */
    public int eagerLimit() {
        return eagerLimit;
    }

    /**
     * Names the client of a number, to whom messages sent with this number are handed over.
     *
     * @param number 0 to 3, the same on all ranks
     */
    public void bind(int number, ChannelClient client) {
        clients[number] = client;
    }

    /**
     * Sends a short message at once, if it can go at once. This is the fast path: no operation, no allocation.
     *
     * @param payload at most {@link #eagerLimit} bytes; may be changed again on return
     * @return false if nothing was sent, because of earlier sends, credits or room: {@link #post} it instead
     */
    public boolean trySend(int client, int peer, long envelope, Payload payload) {
        Peer to = peer(peer);
        return !to.isQueueing() && tryEager(to, client, envelope, payload);
    }

    private boolean tryEager(Peer to, int client, long envelope, Payload payload) {
        int bytes = (int) payload.size();
        int cost = CreditWindow.cost(bytes);
        if (to.credits.available() < cost) {
            return false;
        }
        long at = to.claim(NicPort.DATA, Packet.EAGER_HEADER + bytes);
        if (at < 0) {
            return false;
        }
        to.credits.spend(cost);
        MemorySegment memory = port.memory(to.rank, NicPort.DATA);
        memory.set(JAVA_LONG, at, envelope);
        if (bytes > 0) {
            payload.copyOut(0, memory, at + Packet.EAGER_HEADER, bytes);
        }
        to.commit(
                NicPort.DATA,
                at,
                Packet.EAGER_HEADER + bytes,
                Packet.immediate(Packet.EAGER, client, to.credits.takeOwed()));
        return true;
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
    public long tryReceive(int client, int peer, long envelope, long mask, Payload into) {
        long frame = port.peek(peer);
        if (frame == 0) {
            return NOTHING;
        }
        int immediate = (int) (frame >>> 32);
        if ((immediate & Packet.TYPE_MASK) != Packet.immediate(Packet.EAGER, client, 0)) {
            return OTHER;
        }
        MemorySegment memory = port.peekMemory(peer);
        long at = port.peekOffset(peer);
        long found = memory.get(JAVA_LONG, at);
        if ((found & mask) != envelope) {
            return OTHER;
        }
        int length = (int) frame - 1 - Packet.EAGER_HEADER;
        if (length > 0) {
            into.copyIn(memory, at + Packet.EAGER_HEADER, 0, Math.min(length, into.size()));
        }
        port.take(peer);
        takenEnvelope = found;
        Peer from = peer(peer);
        from.credits.refill(Packet.credits(immediate));
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
    public void post(SendOp op, int client, int peer, long envelope, boolean synchronous) {
        Peer to = peer(peer);
        op.peer = peer;
        op.client = client;
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
        return posts;
    }

    /**
     * Posts a receive at the network interface: the next {@link #sendReady} with this name, from any peer, goes
     * straight into it. Done when {@link RecvOp#isDone}; {@link RecvOp#sender} and {@link RecvOp#received} then tell
     * what came.
     *
     * @param op with its payload set, of at least one byte; not in use
     * @param name the client's own, not negative; one receive at a time
     */
    public void postReceive(RecvOp op, int client, int name) {
        op.handle = receives.add(op);
        op.name = (long) client << NAME_BITS | name;
        op.done = false;
        port.post(op.name, op, op.size(), op.handle);
    }

    /** Takes a posted receive back. False if a message has begun to arrive in it; then it completes as usual. */
    public boolean unpost(RecvOp op) {
        if (op.done || !port.unpost(op.name)) {
            return false;
        }
        receives.remove(op.handle);
        return true;
    }

    /**
     * Starts a send into the receive that the peer has posted under a name. If there is none, or its payload is too
     * short, the peer's {@link ChannelClient#onUnposted} decides on the {@link SendOp#refusal}.
     *
     * @param op with its payload set, of at least one byte; not in use
     */
    public void sendReady(SendOp op, int client, int peer, int name) {
        op.peer = peer;
        op.client = client;
        op.refusal = 0;
        op.key = NicPort.NOT_EXPOSED;
        op.limit = op.size();
        op.handle = sends.add(op);
        sendInto(op, (long) client << NAME_BITS | name);
    }

    private void sendInto(SendOp op, long name) {
        op.state = SendOp.STREAMING;
        port.readySend(op.peer, name, op, op.limit, op.handle);
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
        if (from.credits.owe(CreditWindow.cost(bytes))) {
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
        Peer from = peer(arrival.peer);
        op.peer = arrival.peer;
        op.sendHandle = arrival.sendHandle;
        op.limit = bytes;
        op.position = 0;
        op.done = false;
        long key = arrival.key;
        recycle(arrival);
        if (bytes == 0) {
            finishFetch(op);
            return;
        }
        op.handle = receives.add(op);
        if (posts) {
            port.charge(HostWork.MPI_RENDEZVOUS);
            op.name = RENDEZVOUS | op.handle;
            op.key = NicPort.NOT_EXPOSED;
            port.post(op.name, op, bytes, op.handle);
            from.control(Packet.ACCEPT, Packet.ACCEPT_BYTES, op.sendHandle, op.handle, bytes, NicPort.NOT_EXPOSED);
            activate(from);
            return;
        }
        int result = NicPort.UNREACHABLE;
        if (key != NicPort.NOT_EXPOSED) {
            result = port.get(op.peer, key, op, bytes, op.handle);
        }
        if (result == NicPort.COMPLETE) {
            receives.remove(op.handle);
            finishFetch(op);
        } else if (result == NicPort.UNREACHABLE) {
            op.key = port.expose(op);
            from.control(Packet.ACCEPT, Packet.ACCEPT_BYTES, op.sendHandle, op.handle, bytes, op.key);
            activate(from);
        }
    }

    /**
     * Ends an announced message without receiving it. The send is done, and {@link SendOp#refusal} tells why.
     *
     * @param reason the client's own number, not 0
     */
    public void refuse(Arrival arrival, int reason) {
        fetched(peer(arrival.peer), arrival.sendHandle, reason);
        recycle(arrival);
    }

    private void recycle(Arrival arrival) {
        arrival.nextFree = freeArrivals;
        freeArrivals = arrival;
    }

    private void finishFetch(RecvOp op) {
        fetched(peer(op.peer), op.sendHandle, 0);
        op.done = true;
    }

    private void fetched(Peer from, long sendHandle, int refusal) {
        from.control(Packet.FETCHED, Packet.FETCHED_BYTES, sendHandle, refusal, 0, 0);
        activate(from);
    }

    /**
     * Hands over what has arrived and pushes what waits.
     *
     * @return packets moved, 0 if there was nothing to do
     */
    public int progress() {
        int moved = port.poll(this, POLL_LIMIT);
        return actives == 0 ? moved : moved + push();
    }

    /** True when nothing waits to be sent. Announced messages wait for their receivers, not in this sense. */
    public boolean isFlushed() {
        return actives == 0;
    }

    /** True once a loss or corruption has been reported. */
    public boolean hasFailed() {
        return failed;
    }

    /** Sends that are not done, for a report: those under way, and then those that have not begun. */
    public List<SendOp> unfinishedSends() {
        List<SendOp> unfinished = sends.all();
        for (Peer peer : peers) {
            for (SendOp op = peer == null ? null : peer.queueHead(); op != null; op = op.next) {
                unfinished.add(op);
            }
        }
        return unfinished;
    }

    /** Receives of long messages that are not done, for a report. */
    public List<RecvOp> unfinishedReceives() {
        return receives.all();
    }

    /** Flow control with a peer, in both roles: for those who check its invariants. */
    CreditWindow credits(int peer) {
        return peer(peer).credits;
    }

    /** Long messages under way, in both directions. */
    int operations() {
        return sends.size() + receives.size();
    }

    private void activate(Peer peer) {
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
            moved += peer.pushControl() + pushQueue(peer) + pushStreams(peer);
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
                    && op.size() <= eagerLimit
                    && to.credits.available() >= CreditWindow.cost((int) op.size());
            if (eager) {
                if (!tryEager(to, op.client, op.envelope, op)) {
                    break;
                }
                op.state = SendOp.DONE;
            } else if (!announce(to, op)) {
                break;
            }
            to.dequeue();
            moved++;
        }
        return moved;
    }

    private boolean announce(Peer to, SendOp op) {
        long at = to.claim(NicPort.DATA, Packet.ANNOUNCE_BYTES);
        if (at < 0) {
            return false;
        }
        op.handle = sends.add(op);
        op.key = op.size() > 0 ? port.expose(op) : NicPort.NOT_EXPOSED;
        op.state = SendOp.ANNOUNCED;
        MemorySegment memory = port.memory(to.rank, NicPort.DATA);
        memory.set(JAVA_LONG, at, op.envelope);
        memory.set(JAVA_LONG, at + 8, op.size());
        memory.set(JAVA_LONG, at + 16, op.handle);
        memory.set(JAVA_LONG, at + 24, op.key);
        to.commit(
                NicPort.DATA,
                at,
                Packet.ANNOUNCE_BYTES,
                Packet.immediate(Packet.ANNOUNCE, op.client, to.credits.takeOwed()));
        return true;
    }

    private int pushStreams(Peer to) {
        int moved = 0;
        for (SendOp op = to.streamHead(); op != null; op = to.streamHead()) {
            while (op.position < op.limit) {
                int bytes = (int) Math.min(op.packetSize, op.limit - op.position);
                long at = to.claim(NicPort.DATA, Packet.STREAM_HEADER + bytes);
                if (at < 0) {
                    return moved;
                }
                MemorySegment memory = port.memory(to.rank, NicPort.DATA);
                memory.set(JAVA_LONG, at, op.receiveHandle);
                op.copyOut(op.position, memory, at + Packet.STREAM_HEADER, bytes);
                to.commit(
                        NicPort.DATA,
                        at,
                        Packet.STREAM_HEADER + bytes,
                        Packet.immediate(Packet.STREAM, op.client, to.credits.takeOwed()));
                op.position += bytes;
                moved++;
            }
            to.endStream();
            finishSend(op);
        }
        return moved;
    }

    private void finishSend(SendOp op) {
        sends.remove(op.handle);
        if (op.key != NicPort.NOT_EXPOSED) {
            port.conceal(op.key);
        }
        op.state = SendOp.DONE;
    }

    @Override
    public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long at, int length) {
        Peer from = peer(peer);
        int skip = from.checked(lane, immediate, memory, at, length);
        if (skip < 0 || failed) {
            return DONE;
        }
        if (Packet.credits(immediate) != 0) {
            from.credits.refill(Packet.credits(immediate));
        }
        if (Packet.kind(immediate) == Packet.EAGER) {
            int bytes = length - skip - Packet.EAGER_HEADER;
            long envelope = memory.get(JAVA_LONG, at + skip);
            ChannelClient client = clients[Packet.client(immediate)];
            if (client.onShort(peer, envelope, memory, at + skip + Packet.EAGER_HEADER, bytes)) {
                consumed(peer, bytes);
            }
        } else {
            onOther(from, immediate, memory, at + skip, length - skip);
        }
        return DONE;
    }

    private void onOther(Peer from, int immediate, MemorySegment memory, long at, int length) {
        switch (Packet.kind(immediate)) {
            case Packet.STREAM -> onStream(from, memory, at, length);
            case Packet.ANNOUNCE -> onAnnounce(from, Packet.client(immediate), memory, at);
            case Packet.ACCEPT -> onAccept(from, memory, at);
            case Packet.FETCHED -> {
                SendOp op = sendOf(from, memory.get(JAVA_LONG, at));
                op.refusal = (int) memory.get(JAVA_LONG, at + 8);
                if (op.state == SendOp.STREAMING) {
                    port.refused(op.handle);
                }
                finishSend(op);
            }
            case Packet.STORED -> onStored(receiveOf(from, memory.get(JAVA_LONG, at)));
            case Packet.CREDIT -> {}
            default ->
                throw new IllegalStateException(
                        "packet of unknown kind " + Packet.kind(immediate) + " from rank " + from.rank);
        }
    }

    private void onAnnounce(Peer from, int client, MemorySegment memory, long at) {
        Arrival arrival = freeArrivals;
        if (arrival == null) {
            arrival = new Arrival();
        } else {
            freeArrivals = arrival.nextFree;
        }
        arrival.peer = from.rank;
        arrival.envelope = memory.get(JAVA_LONG, at);
        arrival.length = memory.get(JAVA_LONG, at + 8);
        arrival.sendHandle = memory.get(JAVA_LONG, at + 16);
        arrival.key = memory.get(JAVA_LONG, at + 24);
        clients[client].onLong(arrival);
    }

    private void onAccept(Peer from, MemorySegment memory, long at) {
        SendOp op = sendOf(from, memory.get(JAVA_LONG, at));
        op.receiveHandle = memory.get(JAVA_LONG, at + 8);
        op.limit = memory.get(JAVA_LONG, at + 16);
        op.position = 0;
        if (posts) {
            port.charge(HostWork.MPI_RENDEZVOUS);
            sendInto(op, RENDEZVOUS | op.receiveHandle);
            return;
        }
        long key = memory.get(JAVA_LONG, at + 24);
        if (key != NicPort.NOT_EXPOSED) {
            int result = port.put(from.rank, key, op, op.limit, ~(long) op.handle);
            if (result == NicPort.COMPLETE) {
                finishPut(from, op);
            }
            if (result != NicPort.UNREACHABLE) {
                return;
            }
        }
        op.state = SendOp.STREAMING;
        op.packetSize = planner.packetSize(op.limit);
        from.stream(op);
        pushStreams(from);
        activate(from);
    }

    private void finishPut(Peer to, SendOp op) {
        to.control(Packet.STORED, Packet.STORED_BYTES, op.receiveHandle, 0, 0, 0);
        activate(to);
        finishSend(op);
    }

    private void onStream(Peer from, MemorySegment memory, long at, int length) {
        RecvOp op = receiveOf(from, memory.get(JAVA_INT, at));
        int bytes = length - Packet.STREAM_HEADER;
        op.copyIn(memory, at + Packet.STREAM_HEADER, op.position, bytes);
        op.position += bytes;
        if (op.position >= op.limit) {
            onStored(op);
        }
    }

    private void onStored(RecvOp op) {
        receives.remove(op.handle);
        if (op.key != NicPort.NOT_EXPOSED) {
            port.conceal(op.key);
        }
        op.done = true;
    }

    @Override
    public void onReceived(int peer, long cookie, long bytes) {
        if (failed) {
            return;
        }
        RecvOp op = receives.get(cookie);
        receives.remove(op.handle);
        op.peer = peer;
        op.position = bytes;
        op.done = true;
    }

    @Override
    public void onUnposted(int peer, long name, long bytes, long sendCookie) {
        if (failed) {
            return;
        }
        if (name >= RENDEZVOUS) {
            throw new IllegalStateException("rank " + peer + " sends " + bytes + " bytes into receive "
                    + (name - RENDEZVOUS) + ", which it was not given");
        }
        int reason = clients[(int) (name >>> NAME_BITS)].onUnposted(peer, (int) name, bytes);
        fetched(peer(peer), sendCookie, reason);
    }

    @Override
    public void onDamage(int peer, String what) {
        failed = true;
        hook.onError(peer, what);
    }

    /**
     * A get or put of the port has completed, puts with the complement of their handle as cookie; or a ready send, with
     * its handle.
     */
    @Override
    public void onCompletion(long cookie) {
        if (posts) {
            finishSend(sends.get(cookie));
        } else if (cookie >= 0) {
            RecvOp op = receives.get(cookie);
            receives.remove(op.handle);
            finishFetch(op);
        } else {
            SendOp op = sends.get(~cookie);
            finishPut(peer(op.peer), op);
        }
    }

    private SendOp sendOf(Peer from, long handle) {
        SendOp op = sends.get(handle);
        if (op == null || op.peer != from.rank) {
            throw new IllegalStateException("rank " + from.rank + " names send " + handle + ", which it does not have");
        }
        return op;
    }

    private RecvOp receiveOf(Peer from, long handle) {
        RecvOp op = receives.get(handle);
        if (op == null || op.peer != from.rank) {
            throw new IllegalStateException(
                    "rank " + from.rank + " names receive " + handle + ", which it does not have");
        }
        return op;
    }

    /** Stands where no client is bound. */
    private static final class Nobody implements ChannelClient {
        @Override
        public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
            throw new IllegalStateException("a message from rank " + peer + " for a client that is not bound here");
        }

        @Override
        public void onLong(Arrival arrival) {
            throw new IllegalStateException("a message from rank " + arrival.peer + " for a client that is not bound");
        }
    }
}
