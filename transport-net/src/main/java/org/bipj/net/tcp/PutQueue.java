package org.bipj.net.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.bipj.core.payload.Payload;
import org.bipj.net.remote.Landings;

/**
 * Long messages on their way to a peer, one after the other, each in {@linkplain Frame#PART PARTs}. The kernel takes them
 * out of the user's memory where that is one native run; else they are copied out, one PART at a time.
 */
final class PutQueue {
    private static final int HEADERS = Frame.HEADER + Frame.PART_HEADER;

    /** A long message to the peer. */
    private static final class Put {
        private Payload from;
        private long key;
        private long bytes;
        private long cookie;
        private Put next;
    }

    private final LongConsumer completed;
    /** Bytes of a message in a frame, of which those that are copied out need memory. */
    private final int part;

    private Put head;
    private Put tail;
    private Put free;
    /** Bytes of the first message that have left. */
    private long place;
    /** The first message's memory, where the kernel can take it from there; else null. */
    private ByteBuffer view;

    /** Headers of the present frame and, behind them, padding. Null before the first message. */
    private ByteBuffer headers;

    private ByteBuffer padding;
    private MemorySegment headersMemory;
    /** For bytes that are copied; null before the first of them. */
    private ByteBuffer copy;

    private MemorySegment copyMemory;

    /** The present frame: its bytes, 0 if there is none; those that the kernel has taken; and the message's part. */
    private int frame;

    private int taken;
    private ByteBuffer body;
    private int bodyAt;
    private int length;

    /**
     * Without messages.
     *
     * @param part most bytes of a message in a frame, {@link Frame#PART_MAX} or less
     * @param completed gets the cookie of each message whose last byte the kernel has taken
     */
    PutQueue(int part, LongConsumer completed) {
        this.part = part;
        this.completed = completed;
    }

    boolean isEmpty() {
        return head == null;
    }

    /** Appends a message: the first bytes of a payload, which stays as it is until it has left. */
    void add(Payload from, long key, long bytes, long cookie) {
        if (headers == null) {
            headers = FrameRing.allocate(HEADERS + Long.BYTES);
            padding = headers.duplicate();
            headersMemory = MemorySegment.ofBuffer(headers);
        }
        Put put = free == null ? new Put() : free;
        free = put.next;
        put.from = from;
        put.key = key;
        put.bytes = bytes;
        put.cookie = cookie;
        put.next = null;
        if (head == null) {
            tail = put;
            begin(put);
        } else {
            tail.next = put;
            tail = put;
        }
    }

    private void begin(Put put) {
        head = put;
        place = 0;
        view = put == null ? null : Landings.viewOf(put.from, put.bytes);
    }

    /** Removes the first message, which has been written, and begins the next. */
    private void remove() {
        Put put = head;
        begin(put.next);
        put.from = null;
        put.next = free;
        free = put;
    }

    /** Removes all messages, unwritten. */
    void clear() {
        while (head != null) {
            remove();
        }
        frame = 0;
        taken = 0;
        body = null;
    }

    /** Forgets all messages as if they had left. */
    void complete() {
        for (Put put = head; put != null; put = put.next) {
            completed.accept(put.cookie);
        }
        clear();
    }

    /** Makes the next frame unless one is there. */
    void prepare(CRC32C crc, int[] done) {
        if (frame > 0) {
            return;
        }
        length = (int) Math.min(part, head.bytes - place);
        if (view == null || !head.from.isOpen()) {
            copyOut();
        } else {
            body = view;
            bodyAt = (int) place;
        }
        Frame.sealPart(
                headersMemory,
                headers,
                crc,
                head.key,
                place,
                body.limit(bodyAt + length).position(bodyAt),
                done);
        frame = Frame.bytes(Frame.PART_HEADER + length);
    }

    private void copyOut() {
        if (copy == null) {
            copy = FrameRing.allocate(part);
            copyMemory = MemorySegment.ofBuffer(copy);
        }
        body = copy;
        bodyAt = 0;
        head.from.copyOut(place, copyMemory, 0, length);
    }

    /** Bytes that are left of a frame that the kernel has taken a part of. */
    int rest() {
        return taken > 0 ? frame - taken : 0;
    }

    /** Puts what is left of the present frame into {@code pieces}, and returns the number of pieces then. */
    int pieces(ByteBuffer[] pieces, int from) {
        int n = from;
        if (frame > 0 && body == view && !head.from.isOpen()) {
            // The frame goes on without the data. If it was sealed with them, its CRC has the peer report it.
            copyOut();
        }
        if (taken < HEADERS) {
            pieces[n++] = headers.limit(HEADERS).position(taken);
        }
        int ofBody = Math.max(0, taken - HEADERS);
        if (ofBody < length) {
            pieces[n++] = body.limit(bodyAt + length).position(bodyAt + ofBody);
        }
        int end = frame - length;
        int ofPadding = Math.max(HEADERS, taken - length);
        if (ofPadding < end) {
            pieces[n++] = padding.limit(end).position(ofPadding);
        }
        return n;
    }

    /** The kernel has taken so many more bytes of the present frame; returns them. */
    int taken(int n) {
        taken += n;
        if (taken < frame || frame == 0) {
            return n;
        }
        frame = 0;
        taken = 0;
        body = null;
        place += length;
        if (place == head.bytes) {
            completed.accept(head.cookie);
            remove();
        }
        return n;
    }
}
