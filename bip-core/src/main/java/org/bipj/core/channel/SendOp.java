package org.bipj.core.channel;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.jspecify.annotations.Nullable;

/**
 * One send operation: the payload and the state of its transfer. The payload must not change until {@link #isDone}.
 * Owned by the client, which may reuse it afterwards.
 *
 * <pre>
 *   IDLE -> QUEUED -> DONE                               short, with credits
 *           QUEUED -> STREAMING -> DONE                  a train of packets, with credits or to a group
 *           QUEUED -> ANNOUNCED -> DONE                  long, fetched by the receiver
 *           QUEUED -> ANNOUNCED -> STREAMING -> DONE     long, sent in packets
 *           QUEUED -> CANCELLED                          before anything was sent
 *           QUEUED -> ANNOUNCED -> CANCELLED             withdrawn before the receiver has matched it
 *   IDLE -> STREAMING -> DONE                            long, into a receive posted beforehand
 *   IDLE -> LOCAL -> DONE or CANCELLED                   to the sending rank itself, without the channel
 * </pre>
 */
public class SendOp extends Payload {
    static final int IDLE = 0;
    static final int QUEUED = 1;
    static final int ANNOUNCED = 2;
    static final int STREAMING = 3;
    static final int LOCAL = 4;
    static final int DONE = 5;
    static final int CANCELLED = 6;

    /** {@link #refusal} of a message whose receiver has failed. */
    public static final int LOST = -1;

    /** The receiver's answer to {@link Channel#withdraw}: it has given the announcement back. Never a {@link #refusal}. */
    static final int WITHDRAWN = -2;

    int state = IDLE;
    int peer;
    long envelope;
    boolean synchronous;
    int handle;
    long key;
    long receiveHandle;
    long position;
    long limit;
    int packetSize;
    /** The group that a multicast goes to. */
    int group;

    int refusal;
    /** The receiver has been asked to give the announcement back, or is to be asked. */
    boolean withdrawing;

    @Nullable
    SendOp next;
    /** The client's bytes in the announcement; null for none. */
    @Nullable
    MemorySegment head;

    int headBytes;

    /**
     * A send operation that is not in use.
     *
     * @param cache null for one without a payload
     */
    public SendOp(@Nullable SegmentCache cache) {
        super(cache);
    }

    /**
     * Sets bytes that travel with the announcement, apart from the payload: {@link ChannelClient#onLong(Arrival,
     * MemorySegment, long, int)}. Only for synchronous sends. The bytes must not change until {@link #isDone}.
     *
     * @param memory holds them from its first byte on
     * @param bytes 1 to {@link Channel#headLimit}
     */
    public final void head(MemorySegment memory, int bytes) {
        head = memory;
        headBytes = bytes;
    }

    /** True once the payload may be changed again. */
    public final boolean isDone() {
        return state >= DONE;
    }

    /** True if the send was cancelled before anything was sent, or withdrawn before the receiver had matched it. */
    public final boolean isCancelled() {
        return state == CANCELLED;
    }

    @Override
    protected final void onClosed() {
        noteClosed();
    }

    /** Marks a send that bypasses the channel (without a destination, or to the sending rank itself) as done. */
    public final void completeLocally() {
        state = DONE;
    }

    /** Marks a send that bypasses the channel as in progress. */
    public final void beginLocally() {
        state = LOCAL;
        refusal = 0;
    }

    /** True from {@link #beginLocally} until the send is done or cancelled. */
    public final boolean isLocal() {
        return state == LOCAL;
    }

    /** Marks a send that bypasses the channel as cancelled. */
    public final void cancelLocally() {
        state = CANCELLED;
    }

    /** True from {@link Channel#withdraw} of an announced send until it is done. */
    public final boolean isWithdrawing() {
        return withdrawing;
    }

    final void lose() {
        state = DONE;
        refusal = LOST;
    }

    /** Why the receiver rejected the message, as a number of the client; 0 if accepted; {@link #LOST} if it failed. */
    public final int refusal() {
        return refusal;
    }

    /** The envelope that the client passed to {@link Channel#post}. */
    public final long envelope() {
        return envelope;
    }

    /** The rank that the message goes to. */
    public final int peer() {
        return peer;
    }
}
