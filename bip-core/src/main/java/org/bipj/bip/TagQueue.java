package org.bipj.bip;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import org.bipj.core.channel.RecvOp;
import org.bipj.core.payload.SegmentCache;
import org.jspecify.annotations.Nullable;

/** State of one tag: the posted receive, or the short messages that no receive has taken, oldest first. */
final class TagQueue {
    /** A short message in a library buffer. */
    static final class Stored {
        final int[] words;
        int length;
        int node;

        @Nullable
        Stored next;

        Stored(int size) {
            words = new int[size];
        }
    }

    final RecvOp receive;
    boolean pending;
    /** The pending receive is posted at the network interface, for a long message. */
    boolean posted;

    int @Nullable [] buffer;
    int maxLength;
    /** Words received, or -1 while the posted receive waits. */
    int received;

    int source;

    @Nullable
    BipException failure;
    /** Handed out by {@code tgetmsg} and not freed yet. */
    @Nullable
    Stored lent;

    private @Nullable Stored head;
    /** The newest one; of an empty queue it says nothing. */
    private @Nullable Stored tail;

    private @Nullable Stored free;
    private final int smallSize;

    /**
     * A queue without messages.
     *
     * @param smallSize longest short message, in words
     */
    TagQueue(int smallSize, SegmentCache cache) {
        this.smallSize = smallSize;
        receive = new RecvOp(cache);
    }

    /** Stores a copy of a short message that has no receive yet. */
    @SuppressWarnings("NullAway") // A queue with a head has a tail.
    void store(int node, MemorySegment memory, long at, int words) {
        Stored stored = free;
        if (stored == null) {
            stored = new Stored(smallSize);
        } else {
            free = stored.next;
        }
        MemorySegment.copy(memory, JAVA_INT, at, stored.words, 0, words);
        stored.length = words;
        stored.node = node;
        stored.next = null;
        if (head == null) {
            head = stored;
        } else {
            tail.next = stored;
        }
        tail = stored;
    }

    /** True once the message of the posted receive is there, or is known to be too long. */
    boolean isComplete() {
        return (received >= 0 || posted) && receive.isDone();
    }

    /** True if a message of a node lies here. */
    boolean hasFrom(int node) {
        for (Stored each = head; each != null; each = each.next) {
            if (each.node == node) {
                return true;
            }
        }
        return false;
    }

    /** The oldest stored message; null if there is none. */
    @Nullable
    Stored first() {
        return head;
    }

    /** Takes the oldest stored message out, of which there is one. */
    @SuppressWarnings("NullAway")
    Stored take() {
        Stored stored = head;
        head = stored.next;
        return stored;
    }

    /** The buffer of a taken message may be used again. */
    void recycle(Stored stored) {
        stored.next = free;
        free = stored;
    }
}
