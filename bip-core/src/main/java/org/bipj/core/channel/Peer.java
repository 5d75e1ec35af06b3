package org.bipj.core.channel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.bipj.core.job.Traffic;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.payload.Payload;
import org.bipj.core.protocol.CreditWindow;
import org.bipj.core.protocol.PacketPlanner;
import org.jspecify.annotations.Nullable;

/**
 * A channel's state for one other rank: credits, sends that wait for room, long messages that stream to it, and control
 * packets that found their lane full. It extends the credit window instead of holding one: with many peers, consecutive
 * messages concern different ones, and a separate object would cost one more cache miss per message.
 */
final class Peer extends CreditWindow {
    private static final int CONTROL_WORDS = 5;
    private static final long[] NONE = {};

    final int rank;
    private final NicPort port;
    private final int address;
    /** The checks of each lane; null on a reliable port. */
    private final PacketChecks @Nullable [] checks;
    /** Longest message that is sent without an announcement, in bytes. */
    final int eagerLimit;
    /** Longest message that is sent as a train, in bytes; 0 for none. */
    final int trainLimit;
    /** Most bytes of a DATA packet behind sequence number and CRC. */
    final int packetBytes;
    /** Sizes of the packets of long messages. */
    final PacketPlanner planner;

    /** Queued sends, oldest first. Later sends must not overtake them. */
    private @Nullable SendOp queueHead;

    /** The newest one; of an empty queue it says nothing. */
    private @Nullable SendOp queueTail;
    /** Accepted long messages, sent one after the other (BIP paper, section 4.3: one is assembled at a time). */
    private @Nullable SendOp streamHead;

    /** The newest one; where there is none it says nothing. */
    private @Nullable SendOp streamTail;
    /** Control packets that wait, {@value #CONTROL_WORDS} words each: kind and length, then content. Usually empty. */
    private long[] backlog = NONE;

    private int backlogged;

    // Messages and their bytes, in both directions. They are counted beside the credits, whose cache line each message
    // changes anyway.
    private long sent;
    private long sentBytes;
    private long received;
    private long receivedBytes;

    /** Announced sends that are to be withdrawn, while there is no room to say so; null until there was one. */
    private @Nullable ArrayDeque<SendOp> withdrawals;
    /** The train that arrives; null if none does. */
    Trains.@Nullable Train train;

    /** Number of the channel's opening, until the peer has been told on the lane of data; 0: it need not be. */
    private int untold;

    /** The peer has closed its channel of this opening, and has opened a later one: it drops what it gets of this one. */
    boolean drops;

    boolean active;
    /** Why the peer is unreachable; null while it is reachable. */
    private @Nullable String failure;
    /** Messages to the failed peer are lost, and no call of the client has been told. */
    boolean unsent;

    /** The state for a rank of a channel, whose client may send trains. */
    Peer(int rank, Channel channel, Capabilities can, PacketPlanner planner, ErrorHook hook) {
        super(can.creditWindow(), channel.creditParts());
        this.rank = rank;
        port = channel.port();
        address = channel.address();
        this.planner = planner;
        checks = can.reliable() ? null : new PacketChecks[NicPort.LANES];
        for (int lane = 0; checks != null && lane < NicPort.LANES; lane++) {
            checks[lane] = new PacketChecks(rank, place(rank, lane), hook);
        }
        eagerLimit = eagerLimit(can);
        trainLimit = channel.sendsTrains() ? can.trainLimit() : 0;
        packetBytes = can.maxPacket() - checkBytes(can);
    }

    /** Counts a message to the peer. */
    void countSent(long bytes) {
        sent++;
        sentBytes += bytes;
    }

    /** Counts a message of the peer. */
    void countReceived(long bytes) {
        received++;
        receivedBytes += bytes;
    }

    /** Adds what has been counted. By any thread: what the rank's own one has just counted may be missing. */
    void addTo(Traffic traffic) {
        traffic.add(sent, sentBytes, received, receivedBytes);
    }

    private static String place(int peer, int lane) {
        return (lane == NicPort.CONTROL ? "control" : "data") + " lane from rank " + peer + ": ";
    }

    /** Longest message that is sent without an announcement to a peer with these capabilities, in bytes. */
    static int eagerLimit(Capabilities can) {
        return Math.min(can.eagerLimit(), can.maxPacket() - checkBytes(can) - Packet.EAGER_HEADER);
    }

    /** Bytes of sequence number and CRC in each packet. */
    static int checkBytes(Capabilities can) {
        return can.reliable() ? 0 : Packet.CHECK_BYTES;
    }

    /**
     * The channel is not its client's first one: what leaves from now on follows packets that say so, on each lane. There are no
     * credits before that has left on the lane of data.
     */
    void open(int opening) {
        untold = opening;
        boolean ignored = spend(window());
        try {
            control(Packet.OPENED, Packet.OPENED_BYTES, opening, 0, 0, 0);
            ignored = tellOpening();
        } catch (PeerFailedException e) {
            // The channel is told of that too: see fail.
            untold = 0;
        }
    }

    /** Announces the opening on the lane of data, where that is still to be done; false if there is no room. */
    boolean tellOpening() {
        if (untold != 0) {
            long at = claim(NicPort.DATA, Packet.OPENED_BYTES);
            if (at < 0) {
                return false;
            }
            port.memory(rank, NicPort.DATA).set(JAVA_LONG, at, untold);
            untold = 0;
            refill(window());
            commit(NicPort.DATA, at, Packet.OPENED_BYTES, Packet.immediate(Packet.OPENED, address, 0));
        }
        return true;
    }

    /** Marks the peer as failed and drops everything that waits for it; {@link LongMessages#lose} ends those that have begun. True if there were sends. */
    boolean fail(String why) {
        failure = why;
        boolean sends = queueHead != null || streamHead != null;
        for (SendOp op = queueHead; op != null; op = op.next) {
            op.lose();
        }
        queueHead = null;
        streamHead = null;
        withdrawals = null;
        backlogged = 0;
        untold = 0;
        return sends;
    }

    @Nullable
    String failure() {
        return failure;
    }

    void checkUsable() {
        if (failure != null) {
            throw new PeerFailedException(rank, failure);
        }
    }

    /** True while queued sends wait. A new send must not overtake them. */
    boolean isQueueing() {
        return queueHead != null;
    }

    boolean hasWork() {
        return queueHead != null || streamHead != null || backlogged > 0 || toWithdraw() != null || untold != 0;
    }

    /** True if nothing except credits, and news of openings, waits to be sent. */
    boolean owesCreditsOnly() {
        for (int at = 0; at < backlogged; at += CONTROL_WORDS) {
            long kind = backlog[at] >>> 32;
            if (kind != Packet.CREDIT && kind != Packet.OPENED && kind != Packet.DROPPED) {
                return false;
            }
        }
        return queueHead == null && streamHead == null && toWithdraw() == null;
    }

    void withdraw(SendOp op) {
        if (withdrawals == null) {
            withdrawals = new ArrayDeque<>();
        }
        withdrawals.add(op);
    }

    /** The oldest send whose receiver has not been asked to give it back; null if there is none. */
    @Nullable
    SendOp toWithdraw() {
        return withdrawals == null ? null : withdrawals.peek();
    }

    /** The receiver has been asked, or need not be: the send has ended. */
    void endWithdrawal(SendOp op) {
        if (withdrawals != null) {
            withdrawals.remove(op);
        }
    }

    long claim(int lane, int bytes) {
        if (checks == null) {
            return port.claim(rank, lane, bytes);
        }
        long at = port.claim(rank, lane, bytes + Packet.CHECK_BYTES);
        return at < 0 ? at : at + Packet.CHECK_BYTES;
    }

    /** Copies bytes of a message to a claimed packet of the lane of data, in the memory that the port has named. */
    void write(Payload payload, long from, MemorySegment memory, long at, int bytes) {
        if (bytes < NicPort.STREAMED_MIN) {
            payload.copyOut(from, memory, at, bytes);
        } else {
            writeMany(payload, from, memory, at, bytes);
        }
    }

    private void writeMany(Payload payload, long from, MemorySegment memory, long at, int bytes) {
        payload.copyOut(from, memory, at, bytes, port.streaming(rank, NicPort.DATA, at));
    }

    void commit(int lane, long at, int bytes, int immediate) {
        if (checks == null) {
            port.commit(rank, lane, at, bytes, immediate);
        } else {
            checks[lane].stamp(port.memory(rank, lane), at, bytes, immediate);
            port.commit(rank, lane, at - Packet.CHECK_BYTES, bytes + Packet.CHECK_BYTES, immediate);
        }
    }

    void abort(int lane, long at) {
        port.abort(rank, lane, checks == null ? at : at - Packet.CHECK_BYTES);
    }

    /** Bytes before the packet's header: 0 on a reliable port; negative if the packet is damaged or out of sequence. */
    int checked(int lane, int immediate, MemorySegment memory, long at, int length) {
        return checks == null ? 0 : checks[lane].judge(immediate, memory, at, length);
    }

    /**
     * Checks the CRC of a packet whose client is not bound. On a port that can damage packets, the client's number
     * itself may be damaged. Returns a description of the damage; null if there is none.
     */
    static @Nullable String harm(
            NicPort port, int peer, int lane, int immediate, MemorySegment memory, long at, int length) {
        return port.capabilities(peer).reliable()
                ? null
                : PacketChecks.harm(place(peer, lane), immediate, memory, at, length);
    }

    @SuppressWarnings("NullAway") // A queue with a head has a tail.
    void enqueue(SendOp op) {
        op.next = null;
        if (queueHead == null) {
            queueHead = op;
        } else {
            queueTail.next = op;
        }
        queueTail = op;
    }

    @Nullable
    SendOp queueHead() {
        return queueHead;
    }

    /** Removes the oldest queued send, of which there is one. */
    @SuppressWarnings("NullAway")
    void dequeue() {
        queueHead = queueHead.next;
    }

    /** Removes a send from the queue; false if it is no longer there. */
    boolean unqueue(SendOp op) {
        @Nullable SendOp before = null;
        for (SendOp at = queueHead; at != null; before = at, at = at.next) {
            if (at == op) {
                if (before == null) {
                    queueHead = op.next;
                } else {
                    before.next = op.next;
                }
                if (queueTail == op) {
                    queueTail = before;
                }
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("NullAway") // A queue with a head has a tail.
    void stream(SendOp op) {
        op.next = null;
        if (streamHead == null) {
            streamHead = op;
        } else {
            streamTail.next = op;
        }
        streamTail = op;
    }

    @Nullable
    SendOp streamHead() {
        return streamHead;
    }

    /** The oldest accepted message, of which there is one, has left. */
    @SuppressWarnings("NullAway")
    void endStream() {
        streamHead = streamHead.next;
    }

    /** Sends a control packet of up to four words, now or as soon as the control lane has room. */
    void control(int kind, int bytes, long word0, long word1, long word2, long word3) {
        if (failure != null || backlogged == 0 && tryControl(kind, bytes, word0, word1, word2, word3)) {
            return;
        }
        if (backlogged + CONTROL_WORDS > backlog.length) {
            backlog = Arrays.copyOf(backlog, Math.max(4 * CONTROL_WORDS, 2 * backlog.length));
        }
        backlog[backlogged] = (long) kind << 32 | bytes;
        backlog[backlogged + 1] = word0;
        backlog[backlogged + 2] = word1;
        backlog[backlogged + 3] = word2;
        backlog[backlogged + 4] = word3;
        backlogged += CONTROL_WORDS;
    }

    private boolean tryControl(int kind, int bytes, long word0, long word1, long word2, long word3) {
        long at = claim(NicPort.CONTROL, bytes);
        if (at < 0) {
            return false;
        }
        MemorySegment memory = port.memory(rank, NicPort.CONTROL);
        if (bytes > 0) {
            memory.set(JAVA_LONG, at, word0);
        }
        if (bytes > 8) {
            memory.set(JAVA_LONG, at + 8, word1);
        }
        if (bytes > 16) {
            memory.set(JAVA_LONG, at + 16, word2);
            memory.set(JAVA_LONG, at + 24, word3);
        }
        commit(NicPort.CONTROL, at, bytes, Packet.immediate(kind, address, takeOwed()));
        return true;
    }

    /** Sends control packets that wait for room. Returns the number of packets sent. */
    int pushControl() {
        int at = 0;
        while (at < backlogged) {
            int kind = (int) (backlog[at] >>> 32);
            int bytes = (int) backlog[at];
            if (!tryControl(kind, bytes, backlog[at + 1], backlog[at + 2], backlog[at + 3], backlog[at + 4])) {
                break;
            }
            at += CONTROL_WORDS;
        }
        System.arraycopy(backlog, at, backlog, 0, backlogged - at);
        backlogged -= at;
        return at / CONTROL_WORDS;
    }
}
