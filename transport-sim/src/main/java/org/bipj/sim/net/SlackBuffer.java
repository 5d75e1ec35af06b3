package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;

/**
 * The slack buffer at the far end of a cable: whose characters are in it, when the next head reaches its front, and
 * when it is so full that it sends STOP, or so empty that it sends GO. Each of these symbols takes effect at the near
 * end after the propagation. As an event it is the moment at which the next head reaches the front. Left out: the slots
 * that the symbols take from the cable's other direction.
 *
 * <p>The fill at a moment is the number of characters that have entered less the number that have left. Both are known
 * from the plans of the hops before and behind the buffer, so the next crossing of a mark is computed, not watched for.
 * Constants: {@code slack.bytes}, {@code slack.stop}, {@code slack.go}.
 *
 * <p>Buffer and {@link CableDirection} are one object, because a worm that passes touches both: in a large network
 * neither is in a cache when the next worm comes.
 */
abstract class SlackBuffer extends Event {
    static final long NO_HEAD = -1;

    final NetCore core;
    /** Where the cable leads; rarely needed. */
    final Wire wire;
    /** The port at which the cable ends. */
    final int port;
    /** From a character's beginning on the cable to the moment at which it can leave the buffer. */
    final long shift;
    /** The host's port; null at a switch. */
    private final WormTransit.Taker host;
    /** The outputs of the switch; null at a host. */
    private final CableDirection[] outputs;

    /**
     * The last worm whose head has reached the front. Valid until {@link #frontFreeAt}: then its transit may have ended
     * and be used for another worm.
     */
    private Hop front;
    /** The first worm whose head has not; the others follow it by {@link Hop#nextInBuffer}. */
    private Hop next;
    /** When {@link #front} has left the front; {@link Long#MAX_VALUE} if that is not known. */
    private long frontFreeAt;
    /** When a head reaches the front, by port of the switch; {@link #NO_HEAD} if none is known to. */
    private final long[] headArrivals;

    /** Made for the first STOP: most buffers never send one. */
    private Symbol symbol;

    /**
     * One direction of a cable, as it was laid.
     *
     * @param cable number of the cable in the topology
     * @param direction 0 from the cable's end a to its end b, 1 the other way
     * @param propagation in picoseconds
     */
    record Wire(int cable, int direction, NetworkTopology.End from, NetworkTopology.End to, long propagation) {}

    /** The next control symbol: STOP and GO alternate. As an event it is its arrival at the near end. */
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

    /** An empty buffer in front of a host. */
    SlackBuffer(NetCore core, Wire wire, WormTransit.Taker host) {
        this.core = core;
        this.wire = wire;
        this.host = host;
        port = wire.to.port();
        shift = wire.propagation;
        outputs = null;
        headArrivals = core.noArbiter;
    }

    /** An empty buffer in front of a switch with these outputs, where heads arrive at their arbiters. */
    SlackBuffer(NetCore core, Wire wire, long[] headArrivals, CableDirection[] outputs) {
        this.core = core;
        this.wire = wire;
        this.headArrivals = headArrivals;
        this.outputs = outputs;
        port = wire.to.port();
        shift = wire.propagation + core.settings.passPs();
        host = null;
    }

    /** A STOP takes effect at the near end. */
    abstract void stop();

    /** A GO takes effect at the near end. */
    abstract void go();

    /** The host's port at this end; null at a switch. */
    WormTransit.Taker host() {
        return host;
    }

    /** The output of the switch at this end that a turn leads to; null if it has no cable or does not exist. */
    CableDirection output(int turn) {
        int out = port + turn;
        return outputs == null || out < 0 || out >= outputs.length ? null : outputs[out];
    }

    // ---- worms in the buffer -----------------------------------------------------------------------------------

    /** The first of the worms whose characters are in the buffer or will come into it; null if none. */
    Hop first() {
        return front != null && frontFreeAt > core.kernel.now() ? front : next;
    }

    /** The worm behind another; null if none. */
    Hop after(Hop hop) {
        return hop == front ? next : hop.nextInBuffer;
    }

    /** A worm goes onto the cable. Unless it is lost there, it comes into the buffer behind all others. */
    void add(Hop hop) {
        if (front == hop) {
            // Hops are used again: the worm that was in front has left.
            front = null;
        }
        if (hop.lost) {
            return;
        }
        if (next == null) {
            next = hop;
            return;
        }
        Hop newest = next;
        while (newest.nextInBuffer != null) {
            newest = newest.nextInBuffer;
        }
        newest.nextInBuffer = hop;
    }

    /** True if this worm's head was the last to reach the front. */
    boolean isFront(Hop hop) {
        return front == hop;
    }

    boolean isEmpty() {
        return first() == null && !isStopSent();
    }

    private boolean isStopSent() {
        return symbol != null && symbol.stopSent;
    }

    /**
     * The plan of the hop behind this buffer may have changed.
     *
     * @param free when the worm has left; {@link Long#MAX_VALUE} if that is not known
     */
    void leaves(Hop hop, long free) {
        if (front == hop) {
            frontFreeAt = free;
            if (next != null) {
                scheduleHead();
            }
        }
    }

    /** A transit ends whose last character leaves only now. */
    void forget(Hop hop) {
        if (front == hop) {
            front = null;
        }
    }

    /** A worm is broken up: its characters are gone. */
    void remove(Hop hop) {
        if (front == hop || front == null && next == hop) {
            front = null;
            frontFreeAt = core.kernel.now() + core.charPs;
        }
        if (next == hop) {
            next = hop.nextInBuffer;
        }
        for (Hop other = next; other != null; other = other.nextInBuffer) {
            if (other.nextInBuffer == hop) {
                other.nextInBuffer = hop.nextInBuffer;
            }
        }
    }

    // ---- the next head -----------------------------------------------------------------------------------------

    /** True if another head reaches an arbiter of this switch at this moment. */
    boolean isTie(long now) {
        return isTie(headArrivals, now);
    }

    static boolean isTie(long[] headArrivals, long now) {
        for (long arrival : headArrivals) {
            if (arrival == now) {
                return true;
            }
        }
        return false;
    }

    /** Schedules the arrival of the next head at the front of the buffer. */
    void scheduleHead() {
        if (next == null || next.end == next.first || frontFreeAt == Long.MAX_VALUE) {
            headArrivals[port] = NO_HEAD;
            core.kernel.cancel(this);
            return;
        }
        long at = Math.max(next.time(next.first) + shift, frontFreeAt);
        headArrivals[port] = at;
        if (!isScheduled()) {
            core.kernel.at(at, this);
        } else if (time() != at) {
            core.kernel.move(at, this);
        }
    }

    @Override
    protected void fire() {
        Hop hop = next;
        headArrivals[port] = NO_HEAD;
        front = hop;
        frontFreeAt = Long.MAX_VALUE;
        next = hop.nextInBuffer;
        if (host != null) {
            hop.transit.enterHost(hop, core.kernel.now());
        } else {
            hop.transit.enterSwitch(hop, core.kernel.now());
        }
    }

    // ---- STOP and GO -------------------------------------------------------------------------------------------

    /** Schedules the next STOP or GO. Plans have changed for moments from now on. */
    void predict() {
        long now = core.kernel.now();
        long known = symbol == null ? Long.MAX_VALUE : symbol.leaves;
        if (known < now) {
            return;
        }
        long at = Long.MAX_VALUE;
        if (isStopSent() || most() >= core.settings.stop()) {
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
            core.kernel.cancel(symbol);
        } else {
            core.kernel.move(at + wire.propagation, symbol);
        }
    }

    /** Upper bound of the characters that can be in the buffer at the same time, as far as is known. */
    private int most() {
        int most = 0;
        for (Hop hop = first(); hop != null; hop = after(hop)) {
            int chars = hop.end - hop.first;
            Hop behind = hop.transit.next(hop);
            if (behind != null && behind.unhindered && behind.end == hop.end) {
                chars = Math.min(chars, core.passingChars);
            }
            most += chars;
        }
        return most;
    }

    /** The next moment at which the fill falls to the GO mark after a STOP, or else rises to the STOP mark. */
    private long crossing(long since) {
        boolean falls = isStopSent();
        long held = 0;
        for (Hop hop = first(); hop != null; hop = after(hop)) {
            int in = Math.min(hop.begun(since - wire.propagation), hop.transit.total(hop.index + 1));
            Hop behind = hop.transit.next(hop);
            int out = behind == null ? hop.first : behind.begun(since);
            held += in - out;
        }
        long need = falls ? held - core.settings.go() : core.settings.stop() - held;
        if (need <= 0) {
            return since;
        }
        Hop first = first();
        if (first == null) {
            return Long.MAX_VALUE;
        }
        BufferCursor arrivals = first.transit.pool.arrivals;
        BufferCursor departures = first.transit.pool.departures;
        arrivals.arrivals(first, after(first), wire.propagation, since);
        departures.departures(first, since);
        return falls ? BufferCursor.ahead(departures, arrivals, need) : BufferCursor.ahead(arrivals, departures, need);
    }
}
