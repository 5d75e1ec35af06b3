package org.bipj.sim.hardware;

import java.util.Arrays;

/** What waits its turn, first come first served: a ring that grows and allocates nothing per entry. */
final class EventRing {
    private static final int FEWEST = 4;
    private static final int KIND_SHIFT = 32;

    private Object[] whats = new Object[FEWEST];

    /** Two numbers for each entry: its moment; its kind above its count. */
    private long[] numbers = new long[2 * FEWEST];

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

    /** Kind of the first entry. */
    int kind() {
        return (int) (numbers[2 * head + 1] >>> KIND_SHIFT);
    }

    /** What the first entry is about. */
    Object what() {
        return whats[head];
    }

    /** Characters, or bytes, or the timer's number, of the first entry; not negative. */
    int count() {
        return (int) numbers[2 * head + 1];
    }

    /** When the first entry came, or is due. */
    long time() {
        return numbers[2 * head];
    }

    /** An empty ring begins anew, so that it does not go through all of its memory. */
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
