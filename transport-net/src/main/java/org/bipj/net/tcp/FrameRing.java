package org.bipj.net.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Frames of one lane that the kernel has not taken yet, in a ring without frames that wrap:
 *
 * <pre>
 *   wrap &lt; 0:    0 ... [tail ... head) ... capacity
 *   wrap >= 0:   0 ... head) ... [tail ... wrap) ... capacity
 * </pre>
 */
final class FrameRing {
    private static final int NOT_WRAPPED = -1;

    final MemorySegment memory;
    private final ByteBuffer bytes;
    private final ByteBuffer first;
    private final ByteBuffer second;
    private final int capacity;
    private int head;
    private int tail;
    private int wrap = NOT_WRAPPED;
    /** Bytes that are left of the frame at the tail, where the kernel has taken a part of it; else 0. */
    private int rest;

    /** An empty queue with room for a number of bytes. */
    FrameRing(int capacity) {
        this.capacity = capacity;
        bytes = allocate(capacity);
        memory = MemorySegment.ofBuffer(bytes);
        first = bytes.duplicate();
        second = bytes.duplicate();
    }

    /** Memory for frames. Not from an arena: the kernel's reads would lock its session each time. */
    static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes + Long.BYTES)
                .alignedSlice(Long.BYTES)
                .slice(0, bytes);
    }

    /** Place of a frame with a number of bytes; negative if there is no room. Nothing is taken until {@link #commit}. */
    int claim(int frame) {
        if (wrap >= 0) {
            return tail - head > frame ? head : NOT_WRAPPED;
        }
        if (capacity - head >= frame) {
            return head;
        }
        return tail > frame ? 0 : NOT_WRAPPED;
    }

    /** Appends the frame whose payload was written behind a claim. */
    void commit(CRC32C crc, int at, int kind, int length, int immediate, int[] done) {
        Frame.seal(memory, bytes, crc, at, kind, length, immediate, done);
        if (at < head) {
            wrap = head;
        }
        head = at + Frame.bytes(length);
    }

    boolean isEmpty() {
        return head == tail && wrap < 0;
    }

    /** Bytes that are left of a frame that the kernel has taken a part of. */
    int rest() {
        return rest;
    }

    /** How many bytes wait to be written. */
    int pending() {
        return wrap < 0 ? head - tail : wrap - tail + head;
    }

    /** The queued bytes from the tail on, as far as they are contiguous. */
    ByteBuffer next() {
        return first.limit(wrap < 0 ? head : wrap).position(tail);
    }

    /** The rest of the frame that the kernel has taken a part of. */
    ByteBuffer restOfFrame() {
        return bytes.limit(tail + rest).position(tail);
    }

    /** Puts what waits into {@code pieces}, less its first {@code skip} bytes, and returns the number of pieces then. */
    int pieces(ByteBuffer[] pieces, int from, int skip) {
        int n = from;
        int end = wrap < 0 ? head : wrap;
        if (tail + skip < end) {
            pieces[n++] = first.limit(end).position(tail + skip);
        }
        if (wrap >= 0) {
            pieces[n++] = second.limit(head).position(Math.max(0, tail + skip - wrap));
        }
        return n;
    }

    /** True if a packet waits, or a part of one: not only what the link itself has to say. */
    boolean hasPackets() {
        if (rest > 0) {
            return true;
        }
        int end = wrap < 0 ? head : wrap;
        return hasPackets(tail, end) || wrap >= 0 && hasPackets(0, head);
    }

    private boolean hasPackets(int from, int to) {
        for (int at = from; at < to; at += Frame.bytesAt(memory, at)) {
            if (Frame.kind(memory, at) <= Frame.DATA) {
                return true;
            }
        }
        return false;
    }

    /** Records that the kernel has accepted bytes, from the tail on; returns their number. */
    int taken(int taken) {
        for (int left = taken; left > 0; ) {
            if (rest == 0) {
                rest = Frame.bytesAt(memory, tail);
            }
            int step = Math.min(left, rest);
            left -= step;
            rest -= step;
            tail += step;
            if (tail == wrap) {
                tail = 0;
                wrap = NOT_WRAPPED;
            }
        }
        if (tail == head && wrap < 0) {
            tail = 0;
            head = 0;
        }
        return taken;
    }
}
