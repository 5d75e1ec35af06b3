package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;
import org.bipj.sim.trace.Summary;

/**
 * One direction of a cable: the transmitter at its near end with the arbiter in front of it, and the slack buffer at its far end.
 *
 * <p>A buffer that fills up to the STOP mark sends STOP, one that falls to the GO mark sends GO; each takes effect after the
 * propagation. Left out: the place that these symbols take on the cable's other direction.
 */
final class Channel {
    final Network net;
    final int cable;
    final int direction;
    final Topology.End from;
    final Topology.End to;
    final long propagation;
    /** From a character's beginning here to the moment at which it can leave the buffer. */
    final long shift;
    /** The port at the far end. */
    final int port;
    /** Input channels of the switch in front of this cable; null at a host. */
    Channel[] inputs;

    /** The worms whose characters are in the buffer or come into it, in order. */
    Leg oldest;

    private Leg newest;
    /** When the front of the buffer is free, if {@link #oldest} is the next worm. */
    private long clear;
    /** The next head in the buffer gets to its front. */
    private final Event head = new Event() {
        @Override
        protected void fire() {
            headIsHere();
        }
    };

    private Leg heading;

    /** The worm that has the transmitter. */
    private Leg sending;
    /** From when on it is free; {@link Long#MAX_VALUE} while that is not known. */
    private long freeAt;

    private boolean stopped;
    private boolean stopSent;
    private boolean dead;
    /** The sending worm is held by a STOP. */
    private final BlockedWorms.Place held = new BlockedWorms.Place();

    private boolean holding;
    private long heldSince;
    private long heldPs;
    private long worms;
    private long characters;
    /** When the next control symbol leaves the far end. */
    private long crossing;
    /** It arrives here. */
    private final Event signal = new Event() {
        @Override
        protected void fire() {
            signalled();
        }
    };

    /** Heads that wait for this output, by input port. */
    private Leg[] waiting;

    private long[] waitingSince;
    private int waiters;
    private int lastPort = -1;
    private final Event grant = new Event() {
        @Override
        protected void fire() {
            arbitrate();
        }
    };

    Channel(Network net, int cable, int direction, Topology.Cable lies, long propagation) {
        this.net = net;
        this.cable = cable;
        this.direction = direction;
        from = direction == 0 ? lies.a() : lies.b();
        to = lies.other(from);
        this.propagation = propagation;
        port = to.port();
        shift = propagation + (to.isHost() ? 0 : net.settings.passPs());
    }

    /** Makes this an output of a switch. */
    void behind(Channel[] switchInputs) {
        inputs = switchInputs;
        waiting = new Leg[switchInputs.length];
        waitingSince = new long[switchInputs.length];
    }

    boolean isStopped() {
        return stopped;
    }

    boolean isDead() {
        return dead;
    }

    /** From when on a worm may begin. */
    long freeAt() {
        return freeAt;
    }

    // ---- transmitter ----

    /** A worm's head asks for this output. */
    void request(Leg leg, int inputPort) {
        long now = net.kernel.now();
        if (waiters == 0 && freeAt <= now && !isTie(now)) {
            lastPort = inputPort;
            give(leg);
            return;
        }
        waiting[inputPort] = leg;
        waitingSince[inputPort] = now;
        waiters++;
        leg.flight.waits(true, from);
        if (freeAt != Long.MAX_VALUE && !grant.isScheduled()) {
            net.kernel.at(Math.max(freeAt, now), grant);
        }
    }

    /** Another head gets to the arbiter at this moment: they are looked at together. */
    private boolean isTie(long now) {
        for (Channel input : inputs) {
            if (input != null && input.head.isScheduled() && input.head.time() == now) {
                return true;
            }
        }
        return false;
    }

    private void arbitrate() {
        long now = net.kernel.now();
        if (isTie(now)) {
            net.kernel.at(now, grant);
            return;
        }
        int best = -1;
        int ports = waiting.length;
        for (int i = 1; i <= ports; i++) {
            int candidate = net.settings.roundRobin() ? (lastPort + i + ports) % ports : i - 1;
            if (waiting[candidate] != null
                    && (best < 0 || !net.settings.roundRobin() && waitingSince[candidate] < waitingSince[best])) {
                best = candidate;
            }
        }
        Leg leg = waiting[best];
        waiting[best] = null;
        waiters--;
        leg.flight.waits(false, from);
        lastPort = best;
        give(leg);
    }

    /** A worm gets the transmitter. */
    void give(Leg leg) {
        leg.start = Math.max(leg.start, net.kernel.now());
        leg.next = leg.start;
        leg.open = true;
        sending = leg;
        freeAt = Long.MAX_VALUE;
        net.strike(leg);
        if (!leg.lost) {
            if (oldest == null) {
                oldest = leg;
            } else {
                newest.behind = leg;
            }
            newest = leg;
        }
        if (stopped) {
            hold();
        }
        leg.flight.extend(leg);
        leg.flight.ripple(leg);
    }

    /** The end of the sending worm's plan may have moved. */
    void release(Leg leg) {
        if (leg != sending) {
            return;
        }
        long free = leg.flight.isComplete(leg) ? leg.lastTime() + net.charPs : Long.MAX_VALUE;
        if (free == freeAt) {
            return;
        }
        freeAt = free;
        if (waiters > 0) {
            if (free == Long.MAX_VALUE) {
                net.kernel.cancel(grant);
            } else {
                net.kernel.move(Math.max(free, net.kernel.now()), grant);
            }
        }
    }

    private void stop() {
        stopped = true;
        if (sending == null) {
            return;
        }
        boolean cut = sending.cutAt(net.kernel.now());
        if (!sending.flight.isComplete(sending)) {
            hold();
        }
        if (cut) {
            sending.stops++;
            sending.flight.ripple(sending);
        }
    }

    private void hold() {
        holding = true;
        heldSince = net.kernel.now();
        net.blocked.add(held, sending.flight, from);
    }

    private void letGo() {
        if (holding) {
            holding = false;
            heldPs += net.kernel.now() - heldSince;
            net.blocked.remove(held);
        }
    }

    private void go() {
        stopped = false;
        letGo();
        if (sending != null && !sending.flight.isComplete(sending)) {
            Leg leg = sending;
            long now = net.kernel.now();
            leg.next = Math.max(leg.next, now);
            if (leg.stops > net.settings.fluidAfter() && oldest == leg && leg.headDone) {
                long drained = leg.flight.down(leg).paceFrom(now);
                if (drained > net.charPs && drained < Long.MAX_VALUE) {
                    leg.flight.pace(leg, drained);
                    return;
                }
            }
            if (leg.flight.extend(leg)) {
                leg.flight.ripple(leg);
            }
        }
    }

    // ---- buffer ----

    /** Looks when the next head gets to the front of the buffer. */
    void scheduleHead() {
        Leg next = oldest;
        long from = clear;
        if (next != null && next.headDone) {
            Leg down = next.flight.down(next);
            if (!down.open || !down.flight.isComplete(down)) {
                next = null;
            } else {
                from = down.lastTime() + net.charPs;
                next = next.behind;
            }
        }
        heading = next;
        if (next == null || next.end == next.first) {
            net.kernel.cancel(head);
            return;
        }
        long at = Math.max(next.time(next.first) + shift, from);
        if (!head.isScheduled()) {
            net.kernel.at(at, head);
        } else if (head.time() != at) {
            net.kernel.move(at, head);
        }
    }

    private void headIsHere() {
        Leg leg = heading;
        heading = null;
        oldest = leg;
        leg.headDone = true;
        if (to.isHost()) {
            leg.flight.enterHost(leg, net.kernel.now());
        } else {
            leg.flight.enterSwitch(leg, net.kernel.now());
        }
    }

    /** A worm has gone through, all of it. */
    void forget(Leg leg) {
        if (oldest == leg) {
            Leg down = leg.flight.down(leg);
            clear = down.lastTime() + net.charPs;
            oldest = leg.behind;
        }
        if (newest == leg) {
            newest = null;
        }
        if (sending == leg) {
            sending = null;
        }
        worms++;
        characters += leg.end - leg.first;
        net.show(this, leg);
    }

    /** A worm is broken up. It may be on its way, wait for this channel, or be through already. */
    void remove(Leg leg, int inputPort) {
        long now = net.kernel.now();
        if (!leg.open) {
            waiting[inputPort] = null;
            if (--waiters == 0) {
                net.kernel.cancel(grant);
            }
            return;
        }
        characters += leg.begun(now) - leg.first;
        if (oldest == leg) {
            oldest = leg.behind;
            clear = now + net.charPs;
        }
        for (Leg other = oldest; other != null; other = other.behind) {
            if (other.behind == leg) {
                other.behind = leg.behind;
            }
        }
        newest = oldest;
        while (newest != null && newest.behind != null) {
            newest = newest.behind;
        }
        if (sending == leg) {
            sending = null;
            letGo();
            freeAt = Math.min(freeAt, now + net.charPs);
            if (waiters > 0) {
                net.kernel.move(Math.max(now, freeAt), grant);
            }
        }
    }

    /** The cable is dead from now on. */
    void die() {
        dead = true;
        for (int port = 0; waiting != null && port < waiting.length; port++) {
            if (waiting[port] != null) {
                waiting[port].flight.breakUp(NetObserver.Loss.DEAD, from);
            }
        }
        if (sending != null && freeAt > net.kernel.now()) {
            sending.flight.breakUp(NetObserver.Loss.DEAD, from);
        }
    }

    /** What it has carried so far: worms that have ended, and how long STOP has held one. */
    Summary.Link use() {
        return new Summary.Link(name(from) + " > " + name(to), characters * net.charPs, heldPs, worms, characters);
    }

    /** Fails if a worm has not left. */
    void checkIdle() {
        if (oldest != null || sending != null || waiters > 0 || stopped || stopSent || holding) {
            throw new IllegalStateException(from + " to " + to + ": "
                    + (oldest != null
                            ? "a worm in the buffer"
                            : sending != null ? "a worm is being sent" : "waiters or STOP"));
        }
    }

    private static String name(Topology.End end) {
        return (end.isHost() ? "host " : "switch ") + end.node();
    }

    /** Looks when the buffer passes the next mark. Plans have changed for moments from now on. */
    void predict() {
        long now = net.kernel.now();
        if (signal.isScheduled() && crossing < now) {
            return;
        }
        long at = Long.MAX_VALUE;
        if (stopSent || most() >= net.settings.stop()) {
            at = crossing(now);
        }
        if (at == Long.MAX_VALUE) {
            net.kernel.cancel(signal);
        } else if (!signal.isScheduled()) {
            net.kernel.at(at + propagation, signal);
        } else if (signal.time() != at + propagation) {
            net.kernel.move(at + propagation, signal);
        }
        crossing = at;
    }

    /** More cannot come to be in the buffer, as far as is known. */
    private int most() {
        int most = 0;
        for (Leg leg = oldest; leg != null; leg = leg.behind) {
            int chars = leg.end - leg.first;
            Leg down = leg.flight.down(leg);
            if (down != null && down.passing && down.end == leg.end) {
                chars = Math.min(chars, net.passingChars);
            }
            most += chars;
        }
        return most;
    }

    /** The next moment at which the buffer passes GO on its way down, or STOP on its way up. */
    private long crossing(long since) {
        boolean down = stopSent;
        long held = 0;
        for (Leg leg = oldest; leg != null; leg = leg.behind) {
            int in = Math.min(leg.begun(since - propagation), leg.flight.total(leg.index + 1));
            Leg next = leg.flight.down(leg);
            int out = !leg.headDone ? leg.first : next.open ? next.begun(since) : next.first;
            held += in - out;
        }
        long need = down ? held - net.settings.go() : net.settings.stop() - held;
        if (need <= 0) {
            return since;
        }
        net.arrivals.arrivals(this, since);
        net.departures.departures(this, since);
        return down
                ? Cursor.ahead(net.departures, net.arrivals, need)
                : Cursor.ahead(net.arrivals, net.departures, need);
    }

    private void signalled() {
        stopSent = !stopSent;
        crossing = Long.MAX_VALUE;
        if (stopSent) {
            stop();
        } else {
            go();
        }
        predict();
    }
}
