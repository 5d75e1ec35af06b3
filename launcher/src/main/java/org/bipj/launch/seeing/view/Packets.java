package org.bipj.launch.seeing.view;

import java.util.function.LongUnaryOperator;

/**
 * The packets of a thread that were recorded, in the order in which they left and came.
 *
 * @param time when one left or came
 * @param peer the other rank
 * @param lane of a channel
 * @param number of the packet among those to or from this rank in this lane
 * @param left true for one that left; packets with the next numbers may have left with it
 * @param numbered the lane of the packets whose numbers calls have
 */
record Packets(long[] time, int[] peer, int[] lane, int[] number, boolean[] left, int numbered) {
    static final Packets NONE = of(0, -1);

    /** Room for so many. */
    static Packets of(int size, int numbered) {
        return new Packets(new long[size], new int[size], new int[size], new int[size], new boolean[size], numbered);
    }

    int size() {
        return time.length;
    }

    /** Replaces each time. */
    void change(LongUnaryOperator by) {
        for (int i = 0; i < time.length; i++) {
            time[i] = by.applyAsLong(time[i]);
        }
    }
}
