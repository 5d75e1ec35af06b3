package org.bipj.sim.net;

/**
 * Walks over moments at which characters enter or leave a buffer, run by run: "{@link #left} of them from {@link #at}
 * on".
 */
final class BufferCursor {
    /** The next moment. */
    long at;
    /** From one to the next. */
    long pace;
    /** How many there are at that pace; 0 at the end. */
    long left;

    private SlackBuffer buffer;
    private Hop leg;
    private int segment;
    private long delay;
    private boolean arrivals;

    /** Characters that enter the buffer behind a cable after a moment. */
    void arrivals(SlackBuffer into, long after) {
        arrivals = true;
        buffer = into;
        delay = into.way.propagation();
        leg = into.first();
        seek(after);
    }

    /** Characters that leave it after a moment. */
    void departures(SlackBuffer from, long after) {
        arrivals = false;
        buffer = from;
        delay = 0;
        Hop first = from.first();
        leg = first == null ? null : first.flight.down(first);
        seek(after);
    }

    private void seek(long after) {
        left = 0;
        for (; leg != null; leg = next()) {
            int begun = leg.begun(after - delay);
            if (begun < visible()) {
                segment = leg.segments() - 1;
                while (leg.segmentStart(segment) > begun) {
                    segment--;
                }
                load(begun);
                return;
            }
        }
    }

    private Hop next() {
        return arrivals ? buffer.after(leg) : null;
    }

    /** Characters of the leg that count here: a truncated worm's lost ones do not arrive. */
    private int visible() {
        return arrivals ? Math.min(leg.end, leg.flight.total(leg.index + 1)) : leg.end;
    }

    private void load(int from) {
        pace = leg.segmentPace(segment);
        at = leg.segmentAt(segment) + (from - leg.segmentStart(segment)) * pace + delay;
        left = Math.min(leg.segmentEnd(segment), visible()) - from;
    }

    /** Goes on by some moments, at most {@link #left}. */
    void skip(long moments) {
        left -= moments;
        at += moments * pace;
        while (left <= 0 && leg != null) {
            segment++;
            if (segment < leg.segments() && leg.segmentStart(segment) < visible()) {
                load(leg.segmentStart(segment));
            } else {
                leg = next();
                segment = -1;
            }
        }
    }

    /**
     * The first moment of one walk at which it is ahead of another by a number, those of the other at the same moment
     * counted; {@link Long#MAX_VALUE} if none is known.
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

    /** The first of some steps of {@code a}, all within {@code b}'s run, at which it is ahead; their number if none. */
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
