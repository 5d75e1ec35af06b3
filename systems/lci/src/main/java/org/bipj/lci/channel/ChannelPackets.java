package org.bipj.lci.channel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.ChannelClient;
import org.bipj.core.channel.NextMessage;
import org.bipj.core.job.Job;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketInterface;
import org.bipj.core.nic.PacketUpcalls;
import org.bipj.core.nic.PortException;

/**
 * LCI's packets over a channel. The channel is reliable, keeps the order of a pair, and has credits for each pair; so a
 * packet is a short message, or several of them where the port's short messages are shorter.
 *
 * <pre>
 *   unicast    SendPool -> Lanes -> channel ......> onShort -> upcall, in the packet's memory in the network
 *   multicast  GroupTree: once for each target             `-> ReceivePool, waits: poll later
 *                                                          `-> forwarded: Lanes
 * </pre>
 *
 * <p>A packet that is not delivered at once is copied, and its credits return at once: the sender goes on although nobody
 * polls. Only when the pool of receive packets is used up, credits wait for their packet's release.
 */
public final class ChannelPackets implements PacketInterface, ChannelClient {
    /** Send packets of a rank (LCI paper, table 3: 1 KB packets without retransmission). */
    static final int SEND_PACKETS = 128;

    /** Receive packets of a rank (LCI paper, table 3: buffers of a host). */
    static final int RECEIVE_PACKETS = 4096;

    /** How many counters each rank has. */
    static final int COUNTERS = 256;

    private static final int NO_PACKET = -1;

    private final Channel channel;
    private final NicPort port;
    private final Job job;
    private final int rank;
    private final Limits limits;
    private final SendPool sends;
    private final ReceivePool receives;
    private final Lanes lanes;
    private final Counters counters;
    /** Numbers of packets that have arrived and wait to be polled. */
    private final PacketQueue waiting = new PacketQueue();

    private final NextMessage next;
    /** By sender: the packet of which parts have arrived. */
    private final int[] incomplete;

    private GroupTree[] groups = new GroupTree[4];
    private PacketUpcalls upcalls;
    private boolean bound;
    private boolean closed;

    /** Packets that the poll under way may deliver; 0: none is under way. */
    private int room;

    private int delivered;
    private boolean added = true;
    private long previous;

    /**
     * Packets over a channel that is not bound yet.
     *
     * @param payload maximum number of bytes in a packet
     * @throws PortException if there are too many ranks, or the port's short messages are too short
     */
    public ChannelPackets(Channel channel, Job job, int payload) {
        this.channel = channel;
        this.job = job;
        port = channel.port();
        rank = port.rank();
        if (port.size() > LciEnvelope.MAX_RANKS) {
            throw new PortException("rank " + rank + ": LCI in a job of " + port.size() + " ranks; expected up to "
                    + LciEnvelope.MAX_RANKS);
        }
        if (Lanes.longest(channel.eagerLimit(), port.capabilities()) < LciEnvelope.WORDS_BYTES) {
            throw new PortException("rank " + rank + ": LCI needs a port that takes messages of "
                    + LciEnvelope.WORDS_BYTES
                    + " bytes without a rendezvous for half of its credits; this one takes " + channel.eagerLimit()
                    + " bytes and has a window of " + port.capabilities().creditWindow());
        }
        limits = new Limits(payload, SEND_PACKETS, RECEIVE_PACKETS, COUNTERS);
        sends = new SendPool(SEND_PACKETS, payload);
        receives = new ReceivePool(RECEIVE_PACKETS, payload, new HostTime(port), channel::consumed);
        lanes = new Lanes(channel, job, sends, receives);
        counters = new Counters(port, COUNTERS);
        next = new NextMessage(channel);
        incomplete = new int[port.size()];
        Arrays.fill(incomplete, NO_PACKET);
    }

    @Override
    public Limits limits() {
        return limits;
    }

    @Override
    public void attach(PacketUpcalls to) {
        upcalls = to;
        if (!bound) {
            bound = true;
            channel.bind(this);
        }
    }

    // ---- sending -----------------------------------------------------------------------------------------------

    @Override
    public int allocate() {
        return sends.take();
    }

    @Override
    public void free(int packet) {
        sends.give(packet);
    }

    @Override
    public MemorySegment sendBuffer(int packet) {
        return sends.memory(packet);
    }

    @Override
    public void unicast(int destination, int packet, int length, int client) {
        long envelope = LciEnvelope.packet(rank, PacketUpcalls.UNICAST, client);
        if (destination == rank) {
            int copy = receives.take(envelope, length);
            receives.append(copy, 0, sends.memory(packet), 0, length);
            waiting.add(copy);
            sends.give(packet);
        } else if (lanes.send(destination, UnsentPacket.SENT, packet, envelope, length)) {
            sends.give(packet);
        } else {
            sends.launched(packet, 1);
        }
    }

    @Override
    public void multicast(int group, int packet, int length, int client) {
        long envelope = LciEnvelope.packet(rank, group, client);
        int left = 0;
        for (int target : groups[group].targets(rank)) {
            if (!lanes.send(target, UnsentPacket.SENT, packet, envelope, length)) {
                left++;
            }
        }
        sends.launched(packet, left);
    }

    @Override
    public void group(int group, int[] members) {
        if (group > LciEnvelope.MAX_GROUP) {
            throw new PortException("rank " + rank + ": group " + group + "; expected up to " + LciEnvelope.MAX_GROUP
                    + " as the last one");
        }
        if (group >= groups.length) {
            groups = Arrays.copyOf(groups, Math.max(2 * groups.length, group + 1));
        }
        // In virtual time every rank has a machine of its own.
        boolean virtual = port.virtualTime() != null;
        groups[group] = new GroupTree(rank, members, virtual ? member -> member : port::host);
    }

    // ---- receiving ---------------------------------------------------------------------------------------------

    @Override
    public int poll(int limit) {
        delivered = 0;
        deliverWaiting(limit);
        if (delivered < limit) {
            room = limit;
            try {
                int ignored = channel.progress();
            } finally {
                room = 0;
            }
            // Packets that were not delivered in place: who polls may sleep next.
            deliverWaiting(limit);
        }
        int alsoIgnored = lanes.push();
        if (delivered > 0) {
            next.polled();
        }
        return delivered;
    }

    @Override
    public int pollWaiting(int limit) {
        if (!waiting.isEmpty() || !lanes.isEmpty() || !next.isDue()) {
            return poll(limit);
        }
        delivered = 0;
        room = 1;
        try {
            next.deliver();
        } finally {
            room = 0;
        }
        return delivered > 0 ? delivered : poll(limit);
    }

    private void deliverWaiting(int limit) {
        while (!waiting.isEmpty() && delivered < limit) {
            int packet = waiting.poll();
            delivered++;
            if (upcall(packet) == PacketUpcalls.RELEASE) {
                receives.release(packet);
            }
        }
    }

    private boolean upcall(int packet) {
        long envelope = receives.envelope(packet);
        return upcalls.onPacket(
                LciEnvelope.sender(envelope),
                LciEnvelope.group(envelope),
                LciEnvelope.client(envelope),
                packet,
                receives.length(packet));
    }

    @Override
    public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
        int kind = LciEnvelope.kind(envelope);
        if (kind > LciEnvelope.PART) {
            onWords(peer, kind, memory.get(JAVA_LONG, at), memory.get(JAVA_LONG, at + Long.BYTES));
            return true;
        }
        if (closed) {
            return true;
        }
        next.came(peer);
        if (kind == LciEnvelope.PART || incomplete[peer] != NO_PACKET) {
            return onPart(peer, kind, envelope, memory, at, length);
        }
        checkLength(peer, length);
        if (delivered < room && waiting.isEmpty() && targets(envelope).length == 0) {
            return deliverInPlace(peer, envelope, memory, at, length);
        }
        int packet = receives.take(envelope, length);
        receives.append(packet, 0, memory, at, length);
        return keep(packet, peer, length);
    }

    private boolean deliverInPlace(int peer, long envelope, MemorySegment memory, long at, int length) {
        int packet = receives.take(envelope, length);
        receives.place(packet, memory, at);
        delivered++;
        if (upcall(packet) == PacketUpcalls.RELEASE) {
            receives.release(packet);
            return true;
        }
        receives.pin(packet);
        return settle(packet, peer, length);
    }

    /** A packet that waits, and is forwarded. Returns true if its credits return at once. */
    private boolean keep(int packet, int peer, int length) {
        waiting.add(packet);
        long envelope = receives.envelope(packet);
        for (int target : targets(envelope)) {
            receives.use(packet, 1);
            if (lanes.send(target, UnsentPacket.FORWARDED, packet, envelope, receives.length(packet))) {
                receives.release(packet);
            }
        }
        return settle(packet, peer, length);
    }

    private boolean settle(int packet, int peer, int length) {
        boolean over = receives.isOver();
        if (over) {
            receives.owe(packet, peer, length);
        }
        return !over;
    }

    private boolean onPart(int peer, int kind, long envelope, MemorySegment memory, long at, int length) {
        if (incomplete[peer] == NO_PACKET) {
            incomplete[peer] = receives.take(envelope, 0);
        }
        int packet = incomplete[peer];
        int filled = receives.length(packet);
        checkLength(peer, filled + length);
        receives.append(packet, filled, memory, at, length);
        if (kind == LciEnvelope.PART) {
            return true;
        }
        incomplete[peer] = NO_PACKET;
        receives.envelope(packet, envelope);
        return keep(packet, peer, length);
    }

    private static final int[] NONE = {};

    private int[] targets(long envelope) {
        int group = LciEnvelope.group(envelope);
        return group < 0 ? NONE : groups[group].targets(LciEnvelope.sender(envelope));
    }

    private void checkLength(int peer, int length) {
        if (length > limits.payload()) {
            job.abort(
                    1,
                    "LCI: rank " + peer + " sends a packet of " + length + " bytes or more, and rank " + rank
                            + " was initialised for " + limits.payload() + "; expected the same payload on all ranks");
        }
    }

    @Override
    public void onLong(Arrival arrival) {
        throw new IllegalStateException("rank " + arrival.peer() + " announces a long message to LCI, which has none");
    }

    @Override
    public MemorySegment receiveBuffer(int packet) {
        return receives.memory(packet);
    }

    @Override
    public long receiveOffset(int packet) {
        return receives.at(packet);
    }

    @Override
    public void pin(int packet) {
        receives.pin(packet);
    }

    @Override
    public void release(int packet) {
        receives.release(packet);
    }

    // ---- counters ----------------------------------------------------------------------------------------------

    @Override
    public void fetchAndAdd(int owner, int counter, long n) {
        if (counters.reaches(owner)) {
            previous = counters.addAt(owner, counter, n);
            added = true;
        } else {
            added = false;
            lanes.sendWords(owner, LciEnvelope.ADD, counter, n);
        }
    }

    private void onWords(int peer, int kind, long first, long second) {
        if (kind == LciEnvelope.ADD) {
            lanes.sendWords(peer, LciEnvelope.ADDED, counters.add((int) first, second), counters.key());
        } else {
            previous = first;
            added = true;
            counters.found(peer, second);
        }
    }

    @Override
    public boolean added() {
        return added;
    }

    @Override
    public long previous() {
        return previous;
    }

    // ---- progress ----------------------------------------------------------------------------------------------

    @Override
    public boolean progress() {
        return channel.progress() + lanes.push() > 0;
    }

    @Override
    public int push() {
        return lanes.push();
    }

    @Override
    public void idle(int fruitless) {
        if (lanes.isEmpty()) {
            port.idle(fruitless);
            return;
        }
        lanes.watch(true);
        if (lanes.dropFinished() == 0) {
            port.idle(fruitless);
        }
        lanes.watch(false);
    }

    @Override
    public boolean busy() {
        return !lanes.isEmpty() || !channel.mayEnd();
    }

    /** True if packets wait to be polled. */
    public boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    /** True if all packets are back in their pools and nothing waits. */
    public boolean isQuiet() {
        return sends.isFull() && receives.used() == 0 && waiting.isEmpty() && lanes.isEmpty();
    }

    /** Describes what this rank waits for; empty if nothing. */
    public String outstanding() {
        return lanes.outstanding();
    }

    @Override
    public void leave() {
        closed = true;
    }

    @Override
    public boolean answersAfterClose() {
        return true;
    }
}
