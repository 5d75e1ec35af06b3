package org.bipj.core.channel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.bipj.core.flight.RendezvousLog;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PostedReceives;
import org.bipj.core.nic.RemoteMemory;
import org.jspecify.annotations.Nullable;

/**
 * The long messages of a {@link Channel}: announced, accepted, and moved by the first method that works. On ports that
 * post receives at the network interface, also ready sends into posted receives. Messages that need no announcement are those
 * of {@link Trains}.
 */
final class LongMessages {
    /** Name of a receive that is not posted at the network interface. */
    private static final long NOT_POSTED = 0;

    /** Source of a posted receive that no message has come for: no peer's failure ends it. */
    private static final int NO_PEER = -1;

    private final Channel channel;
    /** The owner of names and cookies, and the address of packets: the channel's. */
    private final int owner;

    private final int address;

    private final NicPort port;
    /** The memory of peers; null if the port cannot reach it. */
    private final @Nullable RemoteMemory remote;
    /** Null if receives cannot be posted at the network interface. */
    private final @Nullable PostedReceives posted;
    /** Receives from peers that have failed, which the network interface has not given back. */
    private int abandoned;

    private final HostTime time;
    private final OpTable<SendOp> sends = new OpTable<>();
    private final OpTable<RecvOp> receives = new OpTable<>();
    private final RendezvousLog sendLog;
    private final RendezvousLog receiveLog;
    private final Trains trains;
    private @Nullable Arrival freeArrivals;

    LongMessages(Channel channel, NicPort port) {
        this.channel = channel;
        owner = channel.owner();
        address = channel.address();
        this.port = port;
        remote = port.remoteMemory();
        posted = port.postedReceives();
        time = new HostTime(port);
        sendLog = new RendezvousLog(port.rank(), true);
        receiveLog = new RendezvousLog(port.rank(), false);
        trains = new Trains(channel, this, port);
    }

    Trains trains() {
        return trains;
    }

    /** The long sends that are not complete. */
    List<SendOp> sends() {
        return sends.all();
    }

    /** Number of sends to a peer that are not done. */
    int sends(int peer) {
        int n = 0;
        for (int handle = 0; handle < sends.end(); handle++) {
            SendOp op = sends.get(handle);
            n += op != null && op.peer == peer ? 1 : 0;
        }
        return n;
    }

    /** The long receives that are not complete. */
    List<RecvOp> receives() {
        return receives.all();
    }

    boolean isWithoutSends() {
        return sends.size() == 0;
    }

    int operations() {
        return sends.size() + receives.size() - abandoned;
    }

    /** Ends all sends to and receives from a peer that has failed. True if there were sends. */
    boolean lose(int peer, String why) {
        boolean sent = false;
        trains.lose(channel.peer(peer));
        for (SendOp op : sends.all()) {
            if (op.peer == peer) {
                finishSend(op, RendezvousLog.REFUSED);
                op.lose();
                sent = true;
            }
        }
        for (RecvOp op : receives.all()) {
            if (op.peer == peer) {
                if (posted == null || !Packet.isRendezvous(op.name) || posted.unpost(op.name)) {
                    onStored(op, RendezvousLog.REFUSED);
                } else {
                    // A part of its message is still being stored: its name is not used again.
                    abandoned++;
                }
                op.lose(why);
            }
        }
        return sent;
    }

    // ---- posted receives ---------------------------------------------------------------------------------------

    boolean postsReceives() {
        return posted != null;
    }

    void postReceive(RecvOp op, int name) {
        assert posted != null : "only where receives are posted";
        op.handle = receives.add(op);
        op.name = Packet.name(owner, name);
        op.peer = NO_PEER;
        op.key = RemoteMemory.NOT_EXPOSED;
        op.done = false;
        posted.post(op.name, op, op.size(), Packet.cookie(owner, op.handle));
    }

    boolean unpost(RecvOp op) {
        if (op.done || posted == null || !posted.unpost(op.name)) {
            return false;
        }
        receives.remove(op.handle);
        return true;
    }

    /** Withdraws the receives posted under names of the client, except those in which a message is arriving. */
    void unpostAll() {
        for (RecvOp op : posted != null ? receives.all() : List.<RecvOp>of()) {
            if (!Packet.isRendezvous(op.name)) {
                unpost(op);
            }
        }
    }

    void sendReady(SendOp op, int peer, int name) {
        op.peer = peer;
        op.refusal = 0;
        op.key = RemoteMemory.NOT_EXPOSED;
        op.limit = op.size();
        op.handle = sends.add(op);
        channel.peer(peer).countSent(op.limit);
        sendInto(op, Packet.name(owner, name));
    }

    private void sendInto(SendOp op, long name) {
        assert posted != null : "only where receives are posted";
        op.state = SendOp.STREAMING;
        posted.readySend(op.peer, name, op, op.limit, Packet.cookie(owner, op.handle));
    }

    // ---- at the receiver ---------------------------------------------------------------------------------------

    void accept(Arrival arrival, RecvOp op, long bytes) {
        Peer from = channel.peer(arrival.peer);
        Trains.Train train = arrival.train;
        if (train == null || !train.isWhole()) {
            from.checkUsable();
        }
        op.peer = arrival.peer;
        op.sendHandle = arrival.sendHandle;
        op.limit = bytes;
        op.position = 0;
        op.key = RemoteMemory.NOT_EXPOSED;
        op.done = false;
        long key = arrival.key;
        recycle(arrival);
        if (train != null) {
            op.handle = receives.add(op);
            op.name = NOT_POSTED;
            trains.accept(train, op);
            return;
        }
        if (bytes == 0) {
            finishFetch(op);
            return;
        }
        op.handle = receives.add(op);
        time.charge(HostWork.MPI_RENDEZVOUS);
        if (posted != null) {
            op.name = Packet.rendezvous(owner, op.handle);
            posted.post(op.name, op, bytes, Packet.cookie(owner, op.handle));
            from.control(Packet.ACCEPT, Packet.ACCEPT_BYTES, op.sendHandle, op.handle, bytes, RemoteMemory.NOT_EXPOSED);
            channel.activate(from);
            return;
        }
        receiveLog.begin(op.handle, op.peer, bytes);
        int result = RemoteMemory.UNREACHABLE;
        if (key != RemoteMemory.NOT_EXPOSED && remote != null) {
            result = remote.get(op.peer, key, op, bytes, Packet.cookie(owner, op.handle));
        }
        if (result == RemoteMemory.COMPLETE) {
            finishGet(op);
        } else if (result == RemoteMemory.UNREACHABLE) {
            op.key = remote == null ? RemoteMemory.NOT_EXPOSED : remote.exposeTarget(op.peer, op, bytes);
            from.control(Packet.ACCEPT, Packet.ACCEPT_BYTES, op.sendHandle, op.handle, bytes, op.key);
            channel.activate(from);
        }
    }

    void refuse(Arrival arrival, int reason) {
        Peer from = channel.peer(arrival.peer);
        if (arrival.train == null) {
            fetched(from, arrival.sendHandle, reason);
        } else {
            trains.refuse(arrival.train);
        }
        recycle(arrival);
    }

    private void recycle(Arrival arrival) {
        arrival.train = null;
        arrival.nextFree = freeArrivals;
        freeArrivals = arrival;
    }

    private void finishGet(RecvOp op) {
        receives.remove(op.handle);
        receiveLog.end(op.handle, RendezvousLog.GET);
        finishFetch(op);
    }

    private void finishFetch(RecvOp op) {
        fetched(channel.peer(op.peer), op.sendHandle, 0);
        op.done = true;
    }

    private void fetched(Peer from, long sendHandle, int refusal) {
        from.control(Packet.FETCHED, Packet.FETCHED_BYTES, sendHandle, refusal, 0, 0);
        channel.activate(from);
    }

    // ---- at the sender -----------------------------------------------------------------------------------------

    /** Announces a message to the receiver; false if there is no room for the announcement. */
    boolean announce(Peer to, SendOp op) {
        int length = Packet.ANNOUNCE_BYTES + op.headBytes;
        long at = to.claim(NicPort.DATA, length);
        if (at < 0) {
            return false;
        }
        op.handle = sends.add(op);
        op.key = op.size() > 0 && remote != null ? remote.exposeSource(to.rank, op) : RemoteMemory.NOT_EXPOSED;
        op.state = SendOp.ANNOUNCED;
        if (posted == null) {
            sendLog.begin(op.handle, to.rank, op.size());
        }
        MemorySegment memory = port.memory(to.rank, NicPort.DATA);
        memory.set(JAVA_LONG, at, op.envelope);
        memory.set(JAVA_LONG, at + 8, op.size());
        memory.set(JAVA_LONG, at + 16, op.handle);
        memory.set(JAVA_LONG, at + 24, op.key);
        if (op.headBytes > 0) {
            MemorySegment.copy(op.head, 0, memory, at + Packet.ANNOUNCE_BYTES, op.headBytes);
        }
        to.commit(NicPort.DATA, at, length, Packet.immediate(Packet.ANNOUNCE, address, to.takeOwed()));
        to.countSent(op.size());
        return true;
    }

    /** Asks the receiver of an announced message to give it back. */
    void withdraw(SendOp op) {
        Peer to = channel.peer(op.peer);
        op.withdrawing = true;
        to.withdraw(op);
        int ignored = pushWithdrawals(to);
        channel.activate(to);
    }

    /**
     * Sends withdrawals that wait for room, in the lane of announcements: each comes behind the announcement that it names by the
     * send's handle, and before any other one with this handle. Returns the number of packets sent.
     */
    int pushWithdrawals(Peer to) {
        int moved = 0;
        for (SendOp op = to.toWithdraw(); op != null; op = to.toWithdraw()) {
            long at = to.claim(NicPort.DATA, Packet.WITHDRAW_BYTES);
            if (at < 0) {
                break;
            }
            MemorySegment memory = port.memory(to.rank, NicPort.DATA);
            memory.set(JAVA_LONG, at, op.envelope);
            memory.set(JAVA_LONG, at + 8, op.handle);
            to.commit(
                    NicPort.DATA, at, Packet.WITHDRAW_BYTES, Packet.immediate(Packet.WITHDRAW, address, to.takeOwed()));
            to.endWithdrawal(op);
            moved++;
        }
        return moved;
    }

    /** Sends as many packets of accepted messages as there is room for. Returns the number of packets sent. */
    int pushStreams(Peer to) {
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
                to.write(op, op.position, memory, at + Packet.STREAM_HEADER, bytes);
                to.commit(
                        NicPort.DATA,
                        at,
                        Packet.STREAM_HEADER + bytes,
                        Packet.immediate(Packet.STREAM, address, to.takeOwed()));
                op.position += bytes;
                moved++;
            }
            to.endStream();
            finishSend(op, RendezvousLog.PACKETS);
        }
        return moved;
    }

    @SuppressWarnings("NullAway") // What is exposed has its place in remote memory.
    private void finishSend(SendOp op, String way) {
        sends.remove(op.handle);
        sendLog.end(op.handle, way);
        if (op.key != RemoteMemory.NOT_EXPOSED) {
            remote.conceal(op.peer, op.key);
        }
        if (op.withdrawing) {
            op.withdrawing = false;
            channel.peer(op.peer).endWithdrawal(op);
        }
        op.state = SendOp.DONE;
    }

    // ---- what arrives ------------------------------------------------------------------------------------------

    /** Processes a packet other than a short message. */
    void onPacket(Peer from, int immediate, MemorySegment memory, long at, int length) {
        switch (Packet.kind(immediate)) {
            case Packet.STREAM -> onStream(from, memory, at, length);
            case Packet.ANNOUNCE -> onAnnounce(from, memory, at, length);
            case Packet.TRAIN -> from.train = trains.onFirst(from.rank, true, memory, at, length);
            case Packet.CAR -> from.train = trains.onBytes(from.rank, from.train, memory, at, length);
            case Packet.ACCEPT -> onAccept(from, memory, at);
            case Packet.FETCHED ->
                onFetched(sendOf(from, memory.get(JAVA_LONG, at)), (int) memory.get(JAVA_LONG, at + 8));
            case Packet.WITHDRAW -> onWithdraw(from, memory, at);
            case Packet.STORED -> onStored(receiveOf(from, memory.get(JAVA_LONG, at)), RendezvousLog.PUT);
            case Packet.CREDIT, Packet.OPENED, Packet.DROPPED -> {}
            default ->
                throw new IllegalStateException(
                        "packet of unknown kind " + Packet.kind(immediate) + " from rank " + from.rank);
        }
    }

    private Arrival arrival(int sender, MemorySegment memory, long at) {
        Arrival arrival = freeArrivals;
        if (arrival == null) {
            arrival = new Arrival();
        } else {
            freeArrivals = arrival.nextFree;
        }
        arrival.peer = sender;
        arrival.envelope = memory.get(JAVA_LONG, at);
        arrival.length = memory.get(JAVA_LONG, at + 8);
        return arrival;
    }

    /** A message whose train has begun to arrive; both kinds begin with envelope and length. */
    Arrival arrival(int sender, MemorySegment memory, long at, Trains.Train train) {
        Arrival arrival = arrival(sender, memory, at);
        arrival.train = train;
        return arrival;
    }

    /** A message has arrived in a train. */
    void endTrain(RecvOp op) {
        onStored(op, RendezvousLog.PACKETS);
    }

    private void onAnnounce(Peer from, MemorySegment memory, long at, int length) {
        Arrival arrival = arrival(from.rank, memory, at);
        arrival.sendHandle = memory.get(JAVA_LONG, at + 16);
        arrival.key = memory.get(JAVA_LONG, at + 24);
        from.countReceived(arrival.length);
        int head = length - Packet.ANNOUNCE_BYTES;
        if (head == 0) {
            channel.client().onLong(arrival);
        } else {
            channel.client().onLong(arrival, memory, at + Packet.ANNOUNCE_BYTES, head);
        }
    }

    private void onFetched(SendOp op, int refusal) {
        finishSend(op, refusal == 0 ? RendezvousLog.GET : RendezvousLog.REFUSED);
        if (refusal == SendOp.WITHDRAWN) {
            op.state = SendOp.CANCELLED;
        } else {
            op.refusal = refusal;
        }
    }

    /**
     * The answer is a refusal of a kind of its own, or none: a message that something has matched is accepted or refused in any
     * case, before this packet has come or later.
     */
    private void onWithdraw(Peer from, MemorySegment memory, long at) {
        Arrival arrival =
                channel.client().withdraw(from.rank, memory.get(JAVA_LONG, at), memory.get(JAVA_LONG, at + 8));
        if (arrival != null) {
            giveBack(arrival);
        }
    }

    void giveBack(Arrival arrival) {
        refuse(arrival, SendOp.WITHDRAWN);
    }

    private void onAccept(Peer from, MemorySegment memory, long at) {
        SendOp op = sendOf(from, memory.get(JAVA_LONG, at));
        op.receiveHandle = memory.get(JAVA_LONG, at + 8);
        op.limit = memory.get(JAVA_LONG, at + 16);
        op.position = 0;
        time.charge(HostWork.MPI_RENDEZVOUS);
        if (posted != null) {
            sendInto(op, Packet.rendezvous(owner, (int) op.receiveHandle));
            return;
        }
        long key = memory.get(JAVA_LONG, at + 24);
        if (key != RemoteMemory.NOT_EXPOSED && remote != null) {
            int result = remote.put(from.rank, key, op, op.limit, ~Packet.cookie(owner, op.handle));
            if (result == RemoteMemory.COMPLETE) {
                finishPut(from, op);
            }
            if (result != RemoteMemory.UNREACHABLE) {
                return;
            }
        }
        op.state = SendOp.STREAMING;
        op.packetSize = from.planner.packetSize(op.limit);
        from.stream(op);
        pushStreams(from);
        channel.activate(from);
    }

    private void finishPut(Peer to, SendOp op) {
        to.control(Packet.STORED, Packet.STORED_BYTES, op.receiveHandle, 0, 0, 0);
        channel.activate(to);
        finishSend(op, RendezvousLog.PUT);
    }

    private void onStream(Peer from, MemorySegment memory, long at, int length) {
        RecvOp op = receiveOf(from, memory.get(JAVA_LONG, at));
        int bytes = length - Packet.STREAM_HEADER;
        op.copyIn(memory, at + Packet.STREAM_HEADER, op.position, bytes);
        time.chargeCopy(bytes, op.limit);
        op.position += bytes;
        if (op.position >= op.limit) {
            onStored(op, RendezvousLog.PACKETS);
        }
    }

    @SuppressWarnings("NullAway") // What is exposed has its place in remote memory.
    private void onStored(RecvOp op, String way) {
        receives.remove(op.handle);
        receiveLog.end(op.handle, way);
        if (op.key != RemoteMemory.NOT_EXPOSED) {
            remote.conceal(op.peer, op.key);
        }
        op.done = true;
    }

    void onReceived(int peer, long cookie, long bytes) {
        RecvOp op = underWay(receives, (int) cookie);
        receives.remove(op.handle);
        if (!Packet.isRendezvous(op.name)) {
            channel.peer(peer).countReceived(bytes);
        }
        op.peer = peer;
        op.position = bytes;
        op.done = true;
    }

    void onUnposted(int peer, long name, long bytes, long sendCookie) {
        if (Packet.isRendezvous(name)) {
            throw new IllegalStateException("rank " + peer + " sends " + bytes + " bytes into receive " + (int) name
                    + ", which it was not given");
        }
        int reason = channel.client().onUnposted(peer, (int) name, bytes);
        fetched(channel.peer(peer), (int) sendCookie, reason);
    }

    /**
     * Ends a message whose get, put or ready send the port has completed. The cookie of a put is the bitwise complement
     * of the operation's cookie.
     */
    void onCompletion(long cookie) {
        if (posted != null) {
            finishSend(underWay(sends, (int) cookie), RendezvousLog.PACKETS);
        } else if (cookie >= 0) {
            finishGet(underWay(receives, (int) cookie));
        } else {
            SendOp op = underWay(sends, (int) ~cookie);
            finishPut(channel.peer(op.peer), op);
        }
    }

    /** The operation that the port has completed. */
    private static <T> T underWay(OpTable<T> table, int handle) {
        T op = table.get(handle);
        if (op == null) {
            throw new IllegalStateException("the port completes operation " + handle + ", which is not under way");
        }
        return op;
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
}
