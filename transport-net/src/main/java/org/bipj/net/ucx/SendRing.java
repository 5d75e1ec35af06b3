package org.bipj.net.ucx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Packet memory of a lane with the frames in it that UCX has not let go of, oldest first. A frame that leaves at once is never
 * entered, so that the next one is written into the same bytes, which are in the cache.
 */
final class SendRing {
    private static final int NO_ROOM = -1;

    final MemorySegment memory;
    private final int capacity;
    /** Place and length of each frame, and its request; a ring of a power of two. */
    private int[] starts = new int[16];

    private int[] lengths = new int[16];
    private long[] requests = new long[16];
    private int first;
    private int count;
    /** Where the next frame may begin in the memory. */
    private int head;

    SendRing(Arena arena, int capacity) {
        this.capacity = capacity;
        memory = arena.allocate(capacity, Long.BYTES);
    }

    /** Place of a frame of so many bytes; negative if there is no room. Nothing is taken until {@link #add}. */
    int claim(int frame) {
        if (count == 0) {
            head = 0;
            return 0;
        }
        int tail = starts[first];
        if (head <= tail) {
            return tail - head >= frame ? head : NO_ROOM;
        }
        if (capacity - head >= frame) {
            return head;
        }
        return tail >= frame ? 0 : NO_ROOM;
    }

    /** Enters a frame whose bytes are in use. */
    void add(int start, int length, long request) {
        if (count == starts.length) {
            grow();
        }
        int at = first + count++ & starts.length - 1;
        starts[at] = start;
        lengths[at] = length;
        requests[at] = request;
        head = start + (length + 7 & -8);
    }

    private void grow() {
        int from = first;
        int size = starts.length;
        first = 0;
        starts = Arrays.copyOf(turned(starts, from), 2 * size);
        lengths = Arrays.copyOf(turned(lengths, from), 2 * size);
        long[] more = new long[2 * size];
        for (int i = 0; i < size; i++) {
            more[i] = requests[from + i & size - 1];
        }
        requests = more;
    }

    private static int[] turned(int[] ring, int from) {
        int[] turned = new int[ring.length];
        for (int i = 0; i < ring.length; i++) {
            turned[i] = ring[from + i & ring.length - 1];
        }
        return turned;
    }

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    private int index(int i) {
        return first + i & starts.length - 1;
    }

    int start(int i) {
        return starts[index(i)];
    }

    int length(int i) {
        return lengths[index(i)];
    }

    long request(int i) {
        return requests[index(i)];
    }

    void setRequest(int i, long request) {
        requests[index(i)] = request;
    }

    /** Removes the oldest frame, which UCX does not need any more. */
    void remove() {
        first = index(1);
        count--;
    }
}
