package org.bipj.sim.net;

import java.util.Arrays;

/**
 * One hop of a worm: its way over one cable, or the place at its end where it is taken or swallowed. A hop holds the
 * plan of when each character begins there, as segments "from character k at time t on, one every p ps": three numbers
 * each in {@link #segments}. Characters are numbered from the worm's first route byte. The part of the plan that lies
 * in the future is made from what is known; a STOP, a new pace or a changed plan upstream cuts it back.
 */
final class Hop {
    private static final int FROM = 0;
    private static final int AT = 1;
    private static final int PACE = 2;
    private static final int STRIDE = 3;

    final WormTransit transit;
    /** Position in the transit's chain of hops. */
    final int index;

    /** The hop before this one; null for the first. */
    final Hop upstream;
    /** The hop behind this one, in use or not; null if none was made yet. */
    Hop downstream;

    /** The cable that the worm enters here; null where it is taken or swallowed. */
    CableDirection cable;
    /**
     * The cable that the route leads to at the end of {@link #cable}; null if there is none, or the route ends there.
     * Resolved early: at the switch this would take several dependent loads, each of which may miss the cache.
     */
    CableDirection nextCable;
    /** First character that comes here; switches have stripped those before it. */
    int first;
    /** Characters before this one are planned. */
    int end;
    /** Characters from this one on are planned at the present pace. */
    private int paced;
    /** The next character begins no earlier, as far as the pace of this hop is concerned. */
    long earliest;
    /** Nothing that is planned at the present pace begins earlier. */
    long start;
    /** The present pace: least time from one character to the next, in picoseconds. */
    long pace;
    /** The arbiter has granted the cable, or the board has given room. */
    boolean open;
    /** Every character so far began as soon as it had arrived: this hop has never held one back. */
    boolean unhindered;
    /** A fault drops the worm here: nothing of it arrives at the far end. */
    boolean lost;
    /** The next worm for the buffer at the end of the cable, as long as neither head has been at its front. */
    Hop nextInBuffer;

    /** Initially for a short message: route bytes, body, and what follows the body. */
    private long[] segments = new long[3 * STRIDE];

    private int count;

    Hop(WormTransit transit, Hop upstream) {
        this.transit = transit;
        this.upstream = upstream;
        index = upstream == null ? 0 : upstream.index + 1;
        if (upstream != null) {
            upstream.downstream = this;
        }
    }

    /** Prepares the hop for another worm, with nothing planned. */
    void reset(CableDirection onto, int from, long notBefore, long charPs) {
        cable = onto;
        first = from;
        end = from;
        paced = from;
        start = notBefore;
        earliest = notBefore;
        pace = charPs;
        open = false;
        unhindered = true;
        lost = false;
        nextInBuffer = null;
        count = 0;
    }

    /** True if all characters of the worm that come here are planned. */
    boolean isComplete() {
        return end == transit.total(index);
    }

    /** Plans the next characters: the first at a moment, the others at a pace. */
    void append(long at, long charPs, int chars) {
        int last = (count - 1) * STRIDE;
        if (count == 0
                || charPs != segments[last + PACE]
                || at != segments[last + AT] + (end - segments[last + FROM]) * charPs) {
            if (count * STRIDE == segments.length) {
                makeRoom();
            }
            last = count++ * STRIDE;
            segments[last + FROM] = end;
            segments[last + AT] = at;
            segments[last + PACE] = charPs;
        }
        end += chars;
    }

    /**
     * Plans characters by the plan of the hop before. Each begins when it has arrived, but not closer to the one before
     * it than the own pace. A backlog moves at the own pace until it has caught up.
     *
     * @param to the character to stop in front of
     * @return true if anything was planned
     */
    boolean follow(Hop source, int to) {
        if (end >= to) {
            return false;
        }
        long shift = source.cable.shift;
        int s = source.segmentOf(end);
        while (end < to) {
            int base = s * STRIDE;
            long charPs = source.segments[base + PACE];
            long ready = source.segments[base + AT] + (end - source.segments[base + FROM]) * charPs + shift;
            int segmentEnd = source.segmentEnd(s);
            int chars = Math.min(segmentEnd, to) - end;
            long at = ready;
            if (ready < earliest) {
                unhindered = false;
                at = earliest;
                if (charPs > pace) {
                    chars = (int) Math.min(chars, Math.ceilDiv(earliest - ready, charPs - pace));
                }
                charPs = pace;
            } else if (charPs < pace) {
                unhindered = false;
                charPs = pace;
            }
            append(at, charPs, chars);
            earliest = at + (chars - 1) * charPs + pace;
            if (end == segmentEnd) {
                s++;
            }
        }
        return true;
    }

    /**
     * Discards what was planned for the present or later. Its replacement does not begin before the present either,
     * even if that leaves nothing of the plan and an earlier feed ended earlier.
     *
     * @param now the present
     * @return true if anything was discarded
     */
    boolean cutAt(long now) {
        int before = end;
        while (count > 0) {
            int last = (count - 1) * STRIDE;
            long at = segments[last + AT];
            if (at < now) {
                long kept = segments[last + FROM] + Math.ceilDiv(now - at, segments[last + PACE]);
                end = (int) Math.min(end, kept);
                break;
            }
            end = (int) segments[last + FROM];
            count--;
        }
        boolean cut = noteCut(before);
        earliest = Math.max(earliest, now);
        return cut;
    }

    /** Discards a character and all behind it; true if they were planned. */
    boolean cutTo(int to) {
        int before = end;
        while (end > to) {
            int last = (count - 1) * STRIDE;
            end = (int) Math.max(to, segments[last + FROM]);
            if (end == segments[last + FROM]) {
                count--;
            }
        }
        return noteCut(before);
    }

    private boolean noteCut(int before) {
        if (end == before) {
            return false;
        }
        unhindered = false;
        transit.unchangedBefore = Math.min(transit.unchangedBefore, end);
        earliest = end <= paced ? start : lastTime() + (index == 0 ? segments[(count - 1) * STRIDE + PACE] : pace);
        return true;
    }

    /** Changes the pace. Everything planned so far has begun, and keeps its slot. */
    void newPace(long charPs) {
        paced = end;
        start = earliest;
        pace = charPs;
    }

    /** The pace of what is planned next; {@link Long#MAX_VALUE} if nothing is. */
    long paceFrom(long now) {
        int next = begun(now);
        return next < end ? segments[segmentOf(next) * STRIDE + PACE] : Long.MAX_VALUE;
    }

    /** The moment at which a planned character begins to enter the cable. */
    long time(int character) {
        int base = segmentOf(character) * STRIDE;
        return segments[base + AT] + (character - segments[base + FROM]) * segments[base + PACE];
    }

    /** The moment at which the last planned character begins to enter the cable. */
    long lastTime() {
        int last = (count - 1) * STRIDE;
        return segments[last + AT] + (end - 1 - segments[last + FROM]) * segments[last + PACE];
    }

    /** The number of the first character that has not begun at a moment. */
    int begun(long time) {
        for (int s = count - 1; s >= 0; s--) {
            long at = segments[s * STRIDE + AT];
            if (at <= time) {
                long begun = segments[s * STRIDE + FROM] + (time - at) / segments[s * STRIDE + PACE] + 1;
                return (int) Math.min(begun, segmentEnd(s));
            }
        }
        return count == 0 ? end : (int) segments[FROM];
    }

    /**
     * Discards segments that are no longer needed: their characters have arrived, and the hop behind has passed them
     * on.
     */
    private void makeRoom() {
        long now = transit.now();
        long time = now - (cable == null ? 0 : cable.wire.propagation());
        Hop next = transit.next(this);
        // A character that begins there just now may still be cut.
        int before = cable == null || lost ? Integer.MAX_VALUE : next == null ? first : next.begun(now - 1);
        int old = 0;
        while (old + 1 < count
                && segments[(old + 1) * STRIDE + AT] < time
                && segments[(old + 1) * STRIDE + FROM] <= before) {
            old++;
        }
        count -= old;
        System.arraycopy(segments, old * STRIDE, segments, 0, count * STRIDE);
        if (2 * count * STRIDE > segments.length) {
            segments = Arrays.copyOf(segments, 2 * segments.length);
        }
    }

    int segmentCount() {
        return count;
    }

    int segmentFirst(int s) {
        return (int) segments[s * STRIDE + FROM];
    }

    int segmentEnd(int s) {
        return s + 1 < count ? (int) segments[(s + 1) * STRIDE + FROM] : end;
    }

    long segmentTime(int s) {
        return segments[s * STRIDE + AT];
    }

    long segmentPace(int s) {
        return segments[s * STRIDE + PACE];
    }

    private int segmentOf(int character) {
        int s = count - 1;
        while (segments[s * STRIDE + FROM] > character) {
            s--;
        }
        return s;
    }
}
