package org.bipj.sim.net;

import java.util.Arrays;

/**
 * One worm on one stage of its way: on a cable, or taken at its end. Holds when each character begins there, as
 * segments "from character k at time t on, one every p ps": three numbers in {@link #segments}. Characters count from
 * the worm's first route byte. What lies in the future is a plan, made from what is known: a STOP, a new pace or a
 * plan changed upstream cuts it back.
 */
final class Hop {
    private static final int FROM = 0;
    private static final int AT = 1;
    private static final int PACE = 2;
    private static final int STRIDE = 3;

    final WormTransit flight;
    /** Place in the flight's chain. */
    final int index;

    /** The leg before it in the chain; null for the first. */
    final Hop up;
    /** The one behind it, whether in use or not; null if there is none yet. */
    Hop down;

    /** The cable that the worm enters here; null where it is taken or swallowed. */
    CableDirection channel;
    /**
     * The cable that the route leads on to at the end of that one; null if there is none, or the route ends. Known
     * early, so that at the switch it need not be found step by step, each of which may be a wait for memory.
     */
    CableDirection onward;
    /** First character that comes here: those before have been stripped. */
    int first;
    /** Characters before this one have their times. */
    int end;
    /** Characters from this one on are planned at the present pace. */
    private int paced;
    /** Where the next character could begin, as far as this stage's own pace is concerned. */
    long next;
    /** Nothing that is planned at the present pace begins earlier. */
    long start;
    /** Least time from one character to the next: the present pace. */
    long own;
    /** May be used: granted by the arbiter, or room was given. */
    boolean open;
    /** Every character so far began as soon as it could: the stage has never held one back. */
    boolean passing;
    /** Nothing of it arrives at the other end. */
    boolean lost;
    /** The next worm for the buffer at the end of the cable, as long as no head of the two has been at its front. */
    Hop behind;

    /** At first for a short message: route bytes, body, and what is behind the body. */
    private long[] segments = new long[3 * STRIDE];

    private int count;

    Hop(WormTransit flight, Hop up) {
        this.flight = flight;
        this.up = up;
        index = up == null ? 0 : up.index + 1;
        if (up != null) {
            up.down = this;
        }
    }

    /** Prepares a leg without characters. */
    void reset(CableDirection on, int from, long notBefore, long pace) {
        channel = on;
        first = from;
        end = from;
        paced = from;
        start = notBefore;
        next = notBefore;
        own = pace;
        open = false;
        passing = true;
        lost = false;
        behind = null;
        count = 0;
    }

    /** Gives the next characters their times. */
    void append(long at, long pace, int chars) {
        int last = (count - 1) * STRIDE;
        if (count == 0
                || pace != segments[last + PACE]
                || at != segments[last + AT] + (end - segments[last + FROM]) * pace) {
            if (count * STRIDE == segments.length) {
                makeRoom();
            }
            last = count++ * STRIDE;
            segments[last + FROM] = end;
            segments[last + AT] = at;
            segments[last + PACE] = pace;
        }
        end += chars;
    }

    /**
     * Plans characters behind those of the stage before, up to one: each begins when it can, but not closer than the
     * own pace. A backlog goes at the own pace until it has caught up.
     *
     * @return true if anything was planned
     */
    boolean follow(Hop up, int to) {
        if (end >= to) {
            return false;
        }
        long shift = up.channel.shift;
        int s = up.segmentOf(end);
        while (end < to) {
            int base = s * STRIDE;
            long pace = up.segments[base + PACE];
            long ready = up.segments[base + AT] + (end - up.segments[base + FROM]) * pace + shift;
            int segmentEnd = up.segmentEnd(s);
            int chars = Math.min(segmentEnd, to) - end;
            long at = ready;
            if (ready < next) {
                passing = false;
                at = next;
                if (pace > own) {
                    chars = (int) Math.min(chars, Math.ceilDiv(next - ready, pace - own));
                }
                pace = own;
            } else if (pace < own) {
                passing = false;
                pace = own;
            }
            append(at, pace, chars);
            next = at + (chars - 1) * pace + own;
            if (end == segmentEnd) {
                s++;
            }
        }
        return true;
    }

    /**
     * Takes back what was to begin at a moment or later, the present; true if there was anything. What is planned
     * instead does not begin before: not where a feed before had ended, if all of one that begins now is taken back.
     */
    boolean cutAt(long time) {
        int before = end;
        while (count > 0) {
            int last = (count - 1) * STRIDE;
            long at = segments[last + AT];
            if (at < time) {
                long kept = segments[last + FROM] + Math.ceilDiv(time - at, segments[last + PACE]);
                end = (int) Math.min(end, kept);
                break;
            }
            end = (int) segments[last + FROM];
            count--;
        }
        boolean cut = restore(before);
        next = Math.max(next, time);
        return cut;
    }

    /** Takes back a character and all behind it; true if there was anything. */
    boolean cutTo(int to) {
        int before = end;
        while (end > to) {
            int last = (count - 1) * STRIDE;
            end = (int) Math.max(to, segments[last + FROM]);
            if (end == segments[last + FROM]) {
                count--;
            }
        }
        return restore(before);
    }

    private boolean restore(int before) {
        if (end == before) {
            return false;
        }
        passing = false;
        flight.kept = Math.min(flight.kept, end);
        next = end <= paced ? start : lastTime() + (index == 0 ? segments[(count - 1) * STRIDE + PACE] : own);
        return true;
    }

    /** The present pace ends. All that is planned has begun: it keeps its slot. */
    void newPace(long pace) {
        paced = end;
        start = next;
        own = pace;
    }

    /** The pace of what is planned next; {@link Long#MAX_VALUE} if nothing is. */
    long paceFrom(long now) {
        int next = begun(now);
        return next < end ? segments[segmentOf(next) * STRIDE + PACE] : Long.MAX_VALUE;
    }

    /** When a planned character begins. */
    long time(int character) {
        int base = segmentOf(character) * STRIDE;
        return segments[base + AT] + (character - segments[base + FROM]) * segments[base + PACE];
    }

    /** When the last planned character begins. */
    long lastTime() {
        int last = (count - 1) * STRIDE;
        return segments[last + AT] + (end - 1 - segments[last + FROM]) * segments[last + PACE];
    }

    /** Characters before the answer have begun at a moment or before. */
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
     * Forgets segments that nobody can ask for: over so long that they have arrived, and passed on by the stage
     * behind.
     */
    private void makeRoom() {
        long now = flight.now();
        long time = now - (channel == null ? 0 : channel.way.propagation());
        Hop down = flight.down(this);
        // A character that begins there just now may still be taken back.
        int before = channel == null || lost ? Integer.MAX_VALUE : down == null ? first : down.begun(now - 1);
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

    int segments() {
        return count;
    }

    int segmentStart(int s) {
        return (int) segments[s * STRIDE + FROM];
    }

    int segmentEnd(int s) {
        return s + 1 < count ? (int) segments[(s + 1) * STRIDE + FROM] : end;
    }

    long segmentAt(int s) {
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
