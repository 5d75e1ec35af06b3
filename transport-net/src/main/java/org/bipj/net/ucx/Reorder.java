package org.bipj.net.ucx;

import java.util.Arrays;

/** Puts the frames of a lane, which UCX may deliver in any order, into the order of their numbers. */
final class Reorder {
    /** {@link #offer}: the frame is the next one. */
    static final int NEXT = 0;
    /** {@link #offer}: the frame came early and is kept; {@link #next} returns it in its turn. */
    static final int EARLY = 1;
    /** {@link #offer}: a frame of this number has come before. */
    static final int TWICE = 2;

    private int expected;
    /** Frames that came early: number and address in turn, in no order. */
    private long[] early = new long[8];

    private int earlies;

    /** Takes in a frame by its number; the result is one of the constants above. */
    int offer(int number, long address) {
        if (number == expected) {
            expected++;
            return NEXT;
        }
        if (number - expected < 0 || find(number) >= 0) {
            return TWICE;
        }
        if (2 * earlies == early.length) {
            early = Arrays.copyOf(early, 2 * early.length);
        }
        early[2 * earlies] = number;
        early[2 * earlies++ + 1] = address;
        return EARLY;
    }

    /** The address of a frame that came early and is the next one now; 0 if there is none. */
    long next() {
        int at = earlies == 0 ? -1 : find(expected);
        if (at < 0) {
            return 0;
        }
        expected++;
        return remove(at);
    }

    private long remove(int at) {
        long address = early[at + 1];
        earlies--;
        early[at] = early[2 * earlies];
        early[at + 1] = early[2 * earlies + 1];
        return address;
    }

    /** Any frame that came early, which is removed; 0 if there is none. */
    long removeAny() {
        return earlies == 0 ? 0 : remove(0);
    }

    private int find(int number) {
        for (int at = 0; at < 2 * earlies; at += 2) {
            if ((int) early[at] == number) {
                return at;
            }
        }
        return -1;
    }
}
