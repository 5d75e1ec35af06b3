package org.bipj.core.channel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.Multicast;
import org.bipj.core.nic.NicPort;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a {@link Channel}'s client to all members of a group, on ports with the facet {@link Multicast}. A message is
 * a train of packets ({@link Trains}), and the client receives it as a long message of its sender. No credits pay for it: the
 * client bounds what receivers may have to keep.
 *
 * <p>The client's groups have the numbers of the facet: it agrees on a free one with the members before it {@linkplain #join
 * joins}, and sends once all have joined.
 */
public final class Multicasts {
    /** How far the packets of one sender in a group have come. */
    private static final class Incoming {
        /** Checks number and CRC of packets; null on a port that is reliable. */
        private final @Nullable PacketChecks checks;

        private Trains.@Nullable Train train;

        Incoming(@Nullable PacketChecks checks) {
            this.checks = checks;
        }
    }

    private final Channel channel;
    private final Multicast net;
    private final Trains trains;
    private final int rank;
    private final int address;
    private final boolean reliable;
    /** Most bytes of a packet behind number and CRC. */
    private final int packetBytes;
    /** Received flows, by group and sender; null where nothing has come. */
    private final @Nullable Incoming[] @Nullable [] incoming;
    /** Checks of this rank's own flow, by group; null on a reliable port. */
    private final @Nullable PacketChecks[] outgoing;
    /** Another member of each group, for reports. */
    private final int[] others;

    private @Nullable SendOp head;
    /** The newest one; where there is none it says nothing. */
    private @Nullable SendOp tail;

    Multicasts(Channel channel, NicPort port, Multicast net, Trains trains) {
        this.channel = channel;
        this.net = net;
        this.trains = trains;
        rank = port.rank();
        address = channel.address();
        reliable = port.capabilities().reliable();
        packetBytes = port.capabilities().maxPacket() - Peer.checkBytes(port.capabilities());
        incoming = new Incoming[net.groups()][];
        outgoing = new PacketChecks[net.groups()];
        others = new int[net.groups()];
    }

    /** The numbers of groups in which this rank is in none, as bits. */
    public long free() {
        long free = 0;
        for (int group = 0; group < net.groups(); group++) {
            free |= net.isFree(group) ? 1L << group : 0;
        }
        return free;
    }

    /** Makes this rank a member of a group; false if the network interface has no room. See {@link Multicast#join}. */
    public boolean join(int group, int[] members) {
        if (!net.join(group, members)) {
            return false;
        }
        incoming[group] = new Incoming[members[members.length - 1] + 1];
        outgoing[group] = reliable ? null : new PacketChecks(rank, place(group), channel.hook());
        others[group] = members[members[0] == rank ? members.length - 1 : 0];
        return true;
    }

    private String place(int group) {
        return "multicasts in group " + group + ": ";
    }

    /** Ends this rank's membership, once it has received all messages of the group. */
    public void leave(int group) {
        incoming[group] = null;
        net.leave(group);
    }

    // ---- at the sender -----------------------------------------------------------------------------------------

    /**
     * Starts to send a message of at least one byte to all other members. It completes at once or in a later {@link
     * Channel#progress}: see {@link SendOp#isDone}.
     *
     * @param op with its payload set; not in use
     */
    @SuppressWarnings("NullAway") // A queue with a head has a tail.
    public void send(SendOp op, int group, long envelope) {
        op.peer = others[group];
        op.group = group;
        op.envelope = envelope;
        op.state = SendOp.QUEUED;
        op.refusal = 0;
        op.position = 0;
        op.next = null;
        if (head == null) {
            head = op;
        } else {
            tail.next = op;
        }
        tail = op;
        push();
    }

    boolean isFlushed() {
        return head == null;
    }

    /** The oldest message that has not left completely, or null. */
    @Nullable
    SendOp head() {
        return head;
    }

    /** Sends as many packets as there is room for, and returns their number. */
    int push() {
        int moved = 0;
        while (head != null) {
            while (head.position < head.size() && pushPacket(head)) {
                moved++;
            }
            if (head.position < head.size()) {
                return moved;
            }
            head.state = SendOp.DONE;
            head = head.next;
        }
        return moved;
    }

    private boolean pushPacket(SendOp op) {
        int group = op.group;
        boolean isFirst = op.state == SendOp.QUEUED;
        int header = isFirst ? Packet.TRAIN_HEADER : 0;
        int check = reliable ? 0 : Packet.CHECK_BYTES;
        int bytes = (int) Math.min(packetBytes - header, op.size() - op.position);
        long claim = net.claim(group, check + header + bytes);
        if (claim < 0) {
            return false;
        }
        MemorySegment memory = net.memory(group);
        long at = claim + check;
        if (isFirst) {
            memory.set(JAVA_LONG, at, op.envelope);
            memory.set(JAVA_LONG, at + 8, op.size());
            op.state = SendOp.STREAMING;
            channel.peer(op.peer).countSent(op.size());
        }
        op.copyOut(op.position, memory, at + header, bytes);
        int immediate = Packet.immediate(isFirst ? Packet.TRAIN : Packet.CAR, address, 0);
        if (!reliable) {
            outgoing[group].stamp(memory, at, header + bytes, immediate);
        }
        net.commit(group, claim, check + header + bytes, immediate);
        op.position += bytes;
        return true;
    }

    /** Cancels a message of which nothing has been sent; false if it is too late. */
    boolean cancel(SendOp op) {
        @Nullable SendOp before = null;
        for (SendOp at = head; at != null; before = at, at = at.next) {
            if (at == op && op.state == SendOp.QUEUED) {
                if (before == null) {
                    head = op.next;
                } else {
                    before.next = op.next;
                }
                tail = tail == op ? before : tail;
                return true;
            }
        }
        return false;
    }

    // ---- at the receivers --------------------------------------------------------------------------------------

    /** A packet of a group has arrived. */
    void onPacket(int sender, int group, int immediate, MemorySegment memory, long offset, int length) {
        @Nullable Incoming[] senders = incoming[group];
        if (senders == null) {
            // This rank has left after a failed call: the message is of no use.
            return;
        }
        if (senders[sender] == null) {
            senders[sender] = new Incoming(reliable ? null : new PacketChecks(sender, place(group), channel.hook()));
        }
        Incoming from = senders[sender];
        int skip = from.checks == null ? 0 : from.checks.judge(immediate, memory, offset, length);
        if (skip < 0 || channel.hasFailed()) {
            return;
        }
        long at = offset + skip;
        int bytes = length - skip;
        if (Packet.kind(immediate) == Packet.TRAIN) {
            from.train = trains.onFirst(sender, false, memory, at, bytes);
        } else {
            from.train = trains.onBytes(sender, from.train, memory, at, bytes);
        }
    }
}
