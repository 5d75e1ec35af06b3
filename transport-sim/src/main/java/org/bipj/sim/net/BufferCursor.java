package org.bipj.sim.net;

/**
 * Walks over the moments at which characters enter a slack buffer, or leave it, run by run: "{@link #left} characters
 * from {@link #at} on, one every {@link #pace} picoseconds".
 */
final class BufferCursor {
    /** The next moment, in picoseconds. */
    long at;
    /** The time from one moment to the next, in picoseconds. */
    long pace;
    /** Number of moments at this pace; 0 at the end of the walk. */
    long left;

    private Hop hop;
    /** The first hop of the walk, and the one behind it. */
    private Hop first;

    private Hop second;
    private int segment;
    private long delay;
    private boolean arrivals;

    /**
     * Starts a walk over the characters that enter a buffer after a moment.
     *
     * @param front the first hop whose characters are in the buffer or will come into it
     * @param behind the hop behind it, or null; the others follow that one by {@link Hop#nextInBuffer}
     * @param propagation of the cable, in picoseconds
     */
    void arrivals(Hop front, Hop behind, long propagation, long after) {
        arrivals = true;
        first = front;
        second = behind;
        delay = propagation;
        hop = front;
        seek(after);
    }

    /** Starts a walk over the characters that leave a buffer after a moment, of which these are the first in it. */
    void departures(Hop front, long after) {
        arrivals = false;
        delay = 0;
        hop = front.transit.next(front);
        seek(after);
    }

    private void seek(long after) {
        left = 0;
        for (; hop != null; hop = nextHop()) {
            int begun = hop.begun(after - delay);
            if (begun < visible()) {
                segment = hop.segmentCount() - 1;
                while (hop.segmentFirst(segment) > begun) {
                    segment--;
                }
                load(begun);
                return;
            }
        }
    }

    private Hop nextHop() {
        if (!arrivals) {
            return null;
        }
        return hop == first ? second : hop.nextInBuffer;
    }

    /** Characters of the hop that count here: those that a truncated worm loses on this cable do not arrive. */
    private int visible() {
        return arrivals ? Math.min(hop.end, hop.transit.total(hop.index + 1)) : hop.end;
    }

    private void load(int from) {
        pace = hop.segmentPace(segment);
        at = hop.segmentTime(segment) + (from - hop.segmentFirst(segment)) * pace + delay;
        left = Math.min(hop.segmentEnd(segment), visible()) - from;
    }

    /** Advances by some moments, at most {@link #left}. */
    void skip(long moments) {
        left -= moments;
        at += moments * pace;
        while (left <= 0 && hop != null) {
            segment++;
            if (segment < hop.segmentCount() && hop.segmentFirst(segment) < visible()) {
                load(hop.segmentFirst(segment));
            } else {
                hop = nextHop();
                segment = -1;
            }
        }
    }

    /**
     * The first moment at which one walk is ahead of another by a number of characters. Those of the other walk at the
     * same moment count. {@link Long#MAX_VALUE} if no such moment is known. Moves both cursors.
     */
    static long ahead(BufferCursor a, BufferCursor b, long by) {
        long need = by;
        while (a.left > 0) {
            if (b.left == 0 || b.at > a.at) {
                long steps = b.left == 0 ? a.left : Math.min(a.left, Math.ceilDiv(b.at - a.at, a.pace));
                if (need <= steps) {
                    return a.at + (need - 1) * a.pace;
                }
                need -= steps;
                a.skip(steps);
                continue;
            }
            long until = b.at + (b.left - 1) * b.pace;
            if (until < a.at) {
                need += b.left;
                b.skip(b.left);
                continue;
            }
            long steps = Math.min(a.left, (until - a.at) / a.pace + 1);
            long hit = firstHit(a, b, steps, need);
            if (hit < steps) {
                return a.at + hit * a.pace;
            }
            long others = b.upTo(a.at + (steps - 1) * a.pace);
            need += others - steps;
            a.skip(steps);
            b.skip(others);
        }
        return Long.MAX_VALUE;
    }

    /**
     * The first of some steps of {@code a}, all within {@code b}'s run, at which it is ahead; {@code steps} if none.
     */
    private static long firstHit(BufferCursor a, BufferCursor b, long steps, long need) {
        if (1 - b.upTo(a.at) >= need) {
            return 0;
        }
        if (a.pace >= b.pace || steps - b.upTo(a.at + (steps - 1) * a.pace) < need) {
            return steps;
        }
        long low = 0;
        long high = steps - 1;
        while (high - low > 1) {
            long middle = (low + high) >>> 1;
            if (middle + 1 - b.upTo(a.at + middle * a.pace) >= need) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private long upTo(long time) {
        return time < at ? 0 : Math.min(left, (time - at) / pace + 1);
    }
}
