package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;

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

    Channel(Network net, int cable, int direction, Topology.End to, long propagation) {
        this.net = net;
        this.cable = cable;
        this.direction = direction;
        this.to = to;
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
        if (oldest == null) {
            oldest = leg;
        } else {
            newest.behind = leg;
        }
        newest = leg;
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
        if (sending != null && sending.cutAt(net.kernel.now())) {
            sending.stops++;
            sending.flight.ripple(sending);
        }
    }

    private void go() {
        stopped = false;
        if (sending != null && !sending.flight.isComplete(sending)) {
            sending.next = Math.max(sending.next, net.kernel.now());
            if (sending.flight.extend(sending)) {
                sending.flight.ripple(sending);
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
    }

    /** Looks when the buffer passes the next mark. Plans have changed for moments from now on. */
    void predict() {
        long now = net.kernel.now();
        if (!signal.isScheduled() || crossing >= now) {
            predict(now);
        }
    }

    private void predict(long since) {
        long at = Long.MAX_VALUE;
        if (stopSent) {
            at = crossing(since, true);
        } else if (most() >= net.settings.stop()) {
            at = crossing(since, false);
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

    /** The moment at which the buffer passes GO on its way down, or STOP on its way up. */
    private long crossing(long since, boolean down) {
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
        long sent = crossing;
        stopSent = !stopSent;
        crossing = Long.MAX_VALUE;
        if (stopSent) {
            stop();
        } else {
            go();
        }
        if (!signal.isScheduled() || crossing > sent) {
            predict(sent);
        }
    }
}
