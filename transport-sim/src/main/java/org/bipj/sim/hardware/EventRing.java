package org.bipj.sim.hardware;

import java.util.Arrays;

/** A queue of events, first come first served: a ring that grows as needed and allocates nothing per entry. */
final class EventRing {
    private static final int INITIAL = 4;
    private static final int KIND_SHIFT = 32;

    private Object[] whats = new Object[INITIAL];

    /** Two numbers for each entry: its moment, and its kind and count. */
    private long[] numbers = new long[2 * INITIAL];

    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void add(int kind, Object what, int count, long time) {
        if (size == whats.length) {
            grow();
        }
        int at = head + size & whats.length - 1;
        whats[at] = what;
        numbers[2 * at] = time;
        numbers[2 * at + 1] = (long) kind << KIND_SHIFT | count;
        size++;
    }

    /** The kind of the oldest entry. */
    int kind() {
        return (int) (numbers[2 * head + 1] >>> KIND_SHIFT);
    }

    /** The object of the oldest entry. */
    Object what() {
        return whats[head];
    }

    /** The number of the first entry, not negative: characters, bytes, or a timer's number. */
    int count() {
        return (int) numbers[2 * head + 1];
    }

    /** The moment at which the first entry was added, or is due. */
    long time() {
        return numbers[2 * head];
    }

    /**
     * Removes the first entry. An empty ring starts at its beginning again, so that it does not use all of its memory.
     */
    void remove() {
        whats[head] = null;
        head = --size == 0 ? 0 : head + 1 & whats.length - 1;
    }

    void clear() {
        Arrays.fill(whats, null);
        head = 0;
        size = 0;
    }

    private void grow() {
        int length = whats.length;
        Object[] moreWhats = new Object[2 * length];
        long[] moreNumbers = new long[4 * length];
        for (int i = 0; i < size; i++) {
            int from = head + i & length - 1;
            moreWhats[i] = whats[from];
            moreNumbers[2 * i] = numbers[2 * from];
            moreNumbers[2 * i + 1] = numbers[2 * from + 1];
        }
        whats = moreWhats;
        numbers = moreNumbers;
        head = 0;
    }
}
