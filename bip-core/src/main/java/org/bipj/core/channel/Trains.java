package org.bipj.core.channel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.NicPort;
import org.bipj.core.protocol.CreditWindow;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a {@link Channel} that travel as trains: consecutive packets without an announcement, paid for with credits
 * like a short message. The first packet has the envelope and the length, the others only bytes; no other message of the
 * client to this peer leaves in between, so the packets need no names. Until the client accepts the message, its bytes are
 * copied to memory of the channel.
 */
final class Trains {
    private final Channel channel;
    private final LongMessages longs;
    private final NicPort port;
    private final int address;
    private final HostTime time;
    private @Nullable Train free;
    /** Trains of which the last packet has not come. */
    private int incoming;

    /** A message that arrives, or has arrived and has no destination so far. */
    static final class Train {
        private int sender;
        /** Credits are to be returned for it. */
        private boolean isPaid;

        private long length;
        private long arrived;
        /** Where the message goes; null until it is accepted. */
        private @Nullable RecvOp into;
        /** What has arrived before; null if that is nothing. */
        private @Nullable MemorySegment kept;

        private boolean refused;
        private @Nullable Train next;

        boolean isWhole() {
            return arrived == length;
        }
    }

    Trains(Channel channel, LongMessages longs, NicPort port) {
        this.channel = channel;
        this.longs = longs;
        this.port = port;
        address = channel.address();
        time = new HostTime(port);
    }

    /** Trains that have not come to their end. */
    int incoming() {
        return incoming;
    }

    // ---- at the sender -----------------------------------------------------------------------------------------

    /** True if a queued send travels, or is to travel, as a train. */
    boolean takes(Peer to, SendOp op) {
        return op.state == SendOp.STREAMING
                || !op.synchronous
                        && op.size() <= to.trainLimit
                        && to.available() >= CreditWindow.cost((int) op.size());
    }

    /** Sends as many packets of the first queued send as there is room for, and returns their number. */
    int push(Peer to, SendOp op) {
        int moved = 0;
        if (op.state == SendOp.QUEUED) {
            if (!start(to, op)) {
                return 0;
            }
            moved = 1;
        }
        while (op.position < op.size()) {
            int bytes = (int) Math.min(to.packetBytes, op.size() - op.position);
            long at = to.claim(NicPort.DATA, bytes);
            if (at < 0) {
                return moved;
            }
            to.write(op, op.position, port.memory(to.rank, NicPort.DATA), at, bytes);
            to.commit(NicPort.DATA, at, bytes, Packet.immediate(Packet.CAR, address, to.takeOwed()));
            op.position += bytes;
            moved++;
        }
        op.state = SendOp.DONE;
        return moved;
    }

    private boolean start(Peer to, SendOp op) {
        int bytes = (int) Math.min(to.packetBytes - Packet.TRAIN_HEADER, op.size());
        long at = to.claim(NicPort.DATA, Packet.TRAIN_HEADER + bytes);
        if (at < 0) {
            return false;
        }
        to.spend(CreditWindow.cost((int) op.size()));
        to.countSent(op.size());
        op.state = SendOp.STREAMING;
        MemorySegment memory = port.memory(to.rank, NicPort.DATA);
        memory.set(JAVA_LONG, at, op.envelope);
        memory.set(JAVA_LONG, at + 8, op.size());
        to.write(op, 0, memory, at + Packet.TRAIN_HEADER, bytes);
        to.commit(
                NicPort.DATA, at, Packet.TRAIN_HEADER + bytes, Packet.immediate(Packet.TRAIN, address, to.takeOwed()));
        op.position = bytes;
        return true;
    }

    // ---- at the receiver ---------------------------------------------------------------------------------------

    /**
     * The first packet of a train has arrived.
     *
     * @param isPaid true if credits are to be returned for the message
     * @return the train that is under way now, or null if it has come to its end
     */
    @Nullable
    Train onFirst(int sender, boolean isPaid, MemorySegment memory, long at, int length) {
        Train train = free == null ? new Train() : free;
        free = train.next;
        train.sender = sender;
        train.isPaid = isPaid;
        train.length = memory.get(JAVA_LONG, at + 8);
        incoming++;
        channel.peer(sender).countReceived(train.length);
        channel.client().onLong(longs.arrival(sender, memory, at, train));
        return onBytes(sender, train, memory, at + Packet.TRAIN_HEADER, length - Packet.TRAIN_HEADER);
    }

    /**
     * The next bytes of a train have arrived.
     *
     * @return the train that is under way now, or null if it has come to its end
     */
    @Nullable
    Train onBytes(int sender, @Nullable Train train, MemorySegment memory, long at, int bytes) {
        if (train == null || bytes > train.length - train.arrived) {
            throw new IllegalStateException("rank " + sender + " sends " + bytes + " bytes of no train");
        }
        if (train.into != null) {
            copyIn(train, memory, at, train.arrived, bytes);
        } else if (!train.refused && bytes > 0) {
            if (train.kept == null) {
                train.kept = MemorySegment.ofArray(new byte[(int) train.length]);
            }
            MemorySegment.copy(memory, at, train.kept, train.arrived, bytes);
            time.chargeCopy(bytes);
        }
        train.arrived += bytes;
        if (!train.isWhole()) {
            return train;
        }
        incoming--;
        settle(train);
        return null;
    }

    @SuppressWarnings("NullAway") // The message has been accepted.
    private void copyIn(Train train, MemorySegment memory, long at, long position, long bytes) {
        RecvOp op = train.into;
        long wanted = Math.min(bytes, op.limit - position);
        if (wanted > 0) {
            op.copyIn(memory, at, position, wanted);
            op.position = position + wanted;
            time.chargeCopy(wanted, op.limit);
        }
    }

    /** Ends the life of a train that has come to its end and whose use is known. */
    private void settle(Train train) {
        if (train.into != null) {
            longs.endTrain(train.into);
        } else if (!train.refused) {
            return;
        }
        if (train.isPaid) {
            channel.consumed(train.sender, (int) train.length);
        }
        train.length = 0;
        train.arrived = 0;
        train.into = null;
        train.kept = null;
        train.refused = false;
        train.next = free;
        free = train;
    }

    /** The sender of a train that is under way, if any, has failed. */
    void lose(Peer from) {
        if (from.train != null) {
            from.train = null;
            incoming--;
        }
    }

    /** Directs a message into an operation, with what has arrived so far. */
    void accept(Train train, RecvOp op) {
        train.into = op;
        if (train.kept != null) {
            copyIn(train, train.kept, 0, 0, train.arrived);
            train.kept = null;
        }
        if (train.isWhole()) {
            settle(train);
        }
    }

    /** Discards a message, with what has arrived and what is to come. */
    void refuse(Train train) {
        train.refused = true;
        train.kept = null;
        if (train.isWhole()) {
            settle(train);
        }
    }
}
