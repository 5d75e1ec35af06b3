package org.bipj.am2.channel;

import java.lang.foreign.MemorySegment;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.RecvOp;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;

/**
 * A message in this rank's own memory: one that waits in a receive queue, or one of its own that has not gone or has come
 * back. Entries are used again, so that none is made for a message once there are enough.
 */
final class Entry {
    private static final TypeLayout BYTE = TypeLayout.bytes(1);

    final MemorySegment memory;
    final boolean large;

    /** The rank that the message comes from, or goes to. */
    int peer;

    long envelope;
    int length;
    /** The endpoint whose send entry it occupies until it has left; null if it occupies none. */
    UnderWay sender;
    /** The peer's credits for it have not gone back, because it waits to be sent back to the peer. */
    boolean owes;

    /** The data of a bulk message of this rank; null for other messages, and once they are over. */
    BulkSend bulk;
    /** The announcement of a bulk message about which the next poll decides; null for other messages. */
    Arrival arrival;
    /** The segment into which the data of a bulk message have been accepted; null for other messages. */
    MemorySegment segment;
    /** The endpoint of {@link #segment}, while the data are on their way. */
    UnderWay receiver;

    Entry next;
    private SendOp send;
    private RecvOp receive;

    Entry(MemorySegment memory, boolean large) {
        this.memory = memory;
        this.large = large;
    }

    /** The operation that sends it, if it is long. */
    SendOp send(SegmentCache cache) {
        if (bulk != null) {
            return bulk;
        }
        if (send == null) {
            send = new SendOp(cache);
        }
        send.set(memory, 0, length, BYTE);
        return send;
    }

    /** The operation that receives it, if it is long. */
    RecvOp receive(SegmentCache cache) {
        return receive(cache, memory, 0, length);
    }

    /** The operation that receives so many bytes into other memory. */
    RecvOp receive(SegmentCache cache, MemorySegment into, long at, long bytes) {
        if (receive == null) {
            receive = new RecvOp(cache);
        }
        receive.set(into, at, bytes, BYTE);
        return receive;
    }

    /** The operation that the latest {@link #send(SegmentCache)} has returned. */
    SendOp sent() {
        return bulk != null ? bulk : send;
    }

    /** The data of a bulk message have been read, or will not be. */
    void endBulk() {
        if (bulk != null) {
            bulk.end();
            bulk = null;
        }
    }

    /** Forgets the segment, to which the entry has nothing to add any more. */
    void leaveSegment() {
        if (segment != null) {
            segment = null;
            receive.clear();
        }
    }

    /** How many bytes of data have been received. */
    int receivedBytes() {
        return (int) receive.size();
    }

    boolean isReceived() {
        return receive.isDone();
    }
}
