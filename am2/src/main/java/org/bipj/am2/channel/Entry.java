package org.bipj.am2.channel;

import java.lang.foreign.MemorySegment;
import org.bipj.core.channel.RecvOp;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.SegmentCache;

/**
 * A message in this rank's own memory: one that waits in a receive queue, or one of its own that has not gone or has come
 * back. Entries are used again, so that none is made for a message once there are enough.
 */
final class Entry {
    final MemorySegment memory;
    final boolean large;

    /** Where it comes from, or goes to. */
    int peer;

    long envelope;
    int length;
    /** The endpoint whose send entry it occupies until it has left; null if it occupies none. */
    ChannelEndpoint sender;
    /** The peer's credits for it have not gone back, because it waits to be sent back to the peer. */
    boolean owes;

    Entry next;
    private SendOp send;
    private RecvOp receive;

    Entry(MemorySegment memory, boolean large) {
        this.memory = memory;
        this.large = large;
    }

    /** The operation that sends it, if it is long. */
    SendOp send(SegmentCache cache) {
        if (send == null) {
            send = new SendOp(cache);
        }
        send.set(memory, 0, length, ChannelEndpoints.BYTE);
        return send;
    }

    /** The operation that receives it, if it is long. */
    RecvOp receive(SegmentCache cache) {
        if (receive == null) {
            receive = new RecvOp(cache);
        }
        receive.set(memory, 0, length, ChannelEndpoints.BYTE);
        return receive;
    }

    /** The operation of the latest {@link #send(SegmentCache)}. */
    SendOp sent() {
        return send;
    }

    boolean isReceived() {
        return receive.isDone();
    }
}
