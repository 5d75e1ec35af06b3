package org.bipj.sim.hardware;

import java.util.Arrays;

/** What waits its turn, first come first served: a ring that grows and allocates nothing per entry. */
final class EventRing {
    private byte[] kinds = new byte[16];
    private Object[] whats = new Object[16];
    private int[] counts = new int[16];
    private long[] times = new long[16];
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void add(int kind, Object what, int count, long time) {
        if (size == kinds.length) {
            grow();
        }
        int at = head + size & kinds.length - 1;
        kinds[at] = (byte) kind;
        whats[at] = what;
        counts[at] = count;
        times[at] = time;
        size++;
    }

    /** Kind of the first entry. */
    int kind() {
        return kinds[head];
    }

    /** What the first entry is about. */
    Object what() {
        return whats[head];
    }

    /** Characters, or bytes, or the timer's number, of the first entry. */
    int count() {
        return counts[head];
    }

    /** When the first entry came, or is due. */
    long time() {
        return times[head];
    }

    void remove() {
        whats[head] = null;
        head = head + 1 & kinds.length - 1;
        size--;
    }

    void clear() {
        Arrays.fill(whats, null);
        size = 0;
    }

    private void grow() {
        int length = kinds.length;
        byte[] moreKinds = new byte[2 * length];
        Object[] moreWhats = new Object[2 * length];
        int[] moreCounts = new int[2 * length];
        long[] moreTimes = new long[2 * length];
        for (int i = 0; i < size; i++) {
            int from = head + i & length - 1;
            moreKinds[i] = kinds[from];
            moreWhats[i] = whats[from];
            moreCounts[i] = counts[from];
            moreTimes[i] = times[from];
        }
        kinds = moreKinds;
        whats = moreWhats;
        counts = moreCounts;
        times = moreTimes;
        head = 0;
    }
}
