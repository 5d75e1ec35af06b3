package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;

/**
 * The slack buffer at the far end of a cable: which worms' characters are in it, when the next head gets to its front,
 * and when it is so full that it sends STOP, or so empty that it sends GO. Each symbol takes effect at the near end
 * after the propagation. As an event it is the moment at which the next head gets to the front. Left out: the place
 * that these symbols take on the cable's other direction.
 *
 * <p>The fill at a moment is what has entered until then less what has left: both are known from the plans of the legs
 * before and behind it, so that the next crossing of a mark is computed, not watched for. Numbers: {@code slack.bytes},
 * {@code slack.stop}, {@code slack.go}.
 *
 * <p>It is one object with its {@link CableDirection}, since a worm that passes touches both: in a large network neither is in
 * a cache when the next one comes.
 */
abstract class SlackBuffer extends Event {
    static final long NO_HEAD = -1;

    final Network net;
    /** Where the cable leads; seldom asked. */
    final Way way;
    /** The port at which it comes in. */
    final int port;
    /** From a character's beginning on the cable to the moment at which it can leave the buffer. */
    final long shift;
    /** The host's; null at a switch. */
    private final ReceivePort host;
    /** The outputs of the switch; null at a host. */
    private final CableDirection[] outputs;

    /**
     * The last worm whose head has been at the front. From {@link #clear} on its flight may have ended and be used for
     * another worm: then this means nothing.
     */
    private Hop front;
    /** The first one whose head has not; others follow it as {@link Hop#behind}. */
    private Hop next;
    /** When {@link #front} has left, and the front is free; {@link Long#MAX_VALUE} if that is not known. */
    private long clear;
    /** When a head gets to the front, by ports of the switch; {@link #NO_HEAD} if none is known to. */
    private final long[] heads;

    /** Made for the first one: most buffers never send any. */
    private Symbol symbol;

    /** One direction of a cable, as it lies. */
    record Way(int cable, int direction, Topology.End from, Topology.End to, long propagation) {}

    /** The next control symbol: STOP if none was sent or GO was the last. As an event it is there, at the near end. */
    private final class Symbol extends Event {
        boolean stopSent;
        /** When it leaves; {@link Long#MAX_VALUE} if it is not known to. */
        long leaves = Long.MAX_VALUE;

        @Override
        protected void fire() {
            stopSent = !stopSent;
            leaves = Long.MAX_VALUE;
            if (stopSent) {
                stop();
            } else {
                go();
            }
            predict();
        }
    }

    /** An empty buffer. */
    SlackBuffer(Network net, Way way) {
        this.net = net;
        this.way = way;
        Topology.End to = way.to;
        heads = net.heads(to);
        host = to.isHost() ? net.receivePort(to.node()) : null;
        port = to.port();
        shift = way.propagation + (to.isHost() ? 0 : net.settings.passPs());
        outputs = to.isHost() ? null : net.outputs(to.node());
    }

    /** A STOP takes effect at the near end. */
    abstract void stop();

    /** A GO takes effect at the near end. */
    abstract void go();

    /** The host at this end; null at a switch. */
    ReceivePort host() {
        return host;
    }

    /** The first of the worms whose characters are in the buffer or come into it; null if none. */
    Hop first() {
        return front != null && clear > net.kernel.now() ? front : next;
    }

    /** The one behind a worm; null if none. */
    Hop after(Hop leg) {
        return leg == front ? next : leg.behind;
    }

    /** A worm goes onto the cable: unless it is lost there, it comes behind all others. */
    void add(Hop leg) {
        if (front == leg) {
            // A leg is used again and again: what was in front is a worm that is through.
            front = null;
        }
        if (leg.lost) {
            return;
        }
        if (next == null) {
            next = leg;
            return;
        }
        Hop newest = next;
        while (newest.behind != null) {
            newest = newest.behind;
        }
        newest.behind = leg;
    }

    /** True if it is this worm whose head has been at the front last. */
    boolean isFront(Hop leg) {
        return front == leg;
    }

    boolean isEmpty() {
        return first() == null && !isStopSent();
    }

    private boolean isStopSent() {
        return symbol != null && symbol.stopSent;
    }

    /**
     * The plan behind this buffer may have changed.
     *
     * @param free when the worm has left; {@link Long#MAX_VALUE} if that is not known
     */
    void leaves(Hop leg, long free) {
        if (front == leg) {
            clear = free;
            if (next != null) {
                scheduleHead();
            }
        }
    }

    /** A flight ends with its worm, whose last character has left only now. */
    void forget(Hop leg) {
        if (front == leg) {
            front = null;
        }
    }

    /** A worm is broken up: its characters are gone. */
    void remove(Hop leg) {
        if (front == leg || front == null && next == leg) {
            front = null;
            clear = net.kernel.now() + net.charPs;
        }
        if (next == leg) {
            next = leg.behind;
        }
        for (Hop other = next; other != null; other = other.behind) {
            if (other.behind == leg) {
                other.behind = leg.behind;
            }
        }
    }

    /** Another head gets to an arbiter of this switch at this moment. */
    boolean isTie(long now) {
        return isTie(heads, now);
    }

    static boolean isTie(long[] heads, long now) {
        for (long head : heads) {
            if (head == now) {
                return true;
            }
        }
        return false;
    }

    /** The cable behind the switch at this end, a turn further; null if there is none. */
    CableDirection cable(int turn) {
        int out = port + turn;
        return outputs == null || out < 0 || out >= outputs.length ? null : outputs[out];
    }

    /** Looks when the next head gets to the front of the buffer. */
    void scheduleHead() {
        if (next == null || next.end == next.first || clear == Long.MAX_VALUE) {
            heads[port] = NO_HEAD;
            net.kernel.cancel(this);
            return;
        }
        long at = Math.max(next.time(next.first) + shift, clear);
        heads[port] = at;
        if (!isScheduled()) {
            net.kernel.at(at, this);
        } else if (time() != at) {
            net.kernel.move(at, this);
        }
    }

    @Override
    protected void fire() {
        Hop leg = next;
        heads[port] = NO_HEAD;
        front = leg;
        clear = Long.MAX_VALUE;
        next = leg.behind;
        if (host != null) {
            leg.flight.enterHost(leg, net.kernel.now());
        } else {
            leg.flight.enterSwitch(leg, net.kernel.now());
        }
    }

    /** Looks when the buffer passes the next mark. Plans have changed for moments from now on. */
    void predict() {
        long now = net.kernel.now();
        long known = symbol == null ? Long.MAX_VALUE : symbol.leaves;
        if (known < now) {
            return;
        }
        long at = Long.MAX_VALUE;
        if (isStopSent() || most() >= net.settings.stop()) {
            at = crossing(now);
        }
        if (at == known) {
            return;
        }
        if (symbol == null) {
            symbol = new Symbol();
        }
        symbol.leaves = at;
        if (at == Long.MAX_VALUE) {
            net.kernel.cancel(symbol);
        } else {
            net.kernel.move(at + way.propagation, symbol);
        }
    }

    /** More cannot come to be in the buffer, as far as is known. */
    private int most() {
        int most = 0;
        for (Hop leg = first(); leg != null; leg = after(leg)) {
            int chars = leg.end - leg.first;
            Hop down = leg.flight.down(leg);
            if (down != null && down.passing && down.end == leg.end) {
                chars = Math.min(chars, net.passingChars);
            }
            most += chars;
        }
        return most;
    }

    /** The next moment at which the buffer passes GO on its way down, or STOP on its way up. */
    private long crossing(long since) {
        boolean down = isStopSent();
        long held = 0;
        for (Hop leg = first(); leg != null; leg = after(leg)) {
            int in = Math.min(leg.begun(since - way.propagation), leg.flight.total(leg.index + 1));
            Hop on = leg.flight.down(leg);
            int out = on == null ? leg.first : on.begun(since);
            held += in - out;
        }
        long need = down ? held - net.settings.go() : net.settings.stop() - held;
        if (need <= 0) {
            return since;
        }
        net.arrivals.arrivals(this, since);
        net.departures.departures(this, since);
        return down
                ? BufferCursor.ahead(net.departures, net.arrivals, need)
                : BufferCursor.ahead(net.arrivals, net.departures, need);
    }
}
