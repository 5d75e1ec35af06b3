package org.bipj.sim.net;

import org.bipj.sim.trace.Summary;

/**
 * One direction of a cable: the transmitter at its near end, who has it and whether STOP holds it, and what it has
 * carried. In front of it is an {@link Arbiter}, at its far end a {@link SlackBuffer}.
 *
 * <p>Modelled: 1.28 Gbit/s, a character in 6.25 ns (BIP and LCI papers, section 2: {@code link.rate}), and a
 * propagation by the cable's length ({@code cable.length}, {@code cable.propagation}). Left out: the encoding, idle
 * symbols, and heartbeats.
 */
final class Channel {
    final Network net;
    final int cable;
    final int direction;
    final Topology.End from;
    final Topology.End to;
    final long propagation;
    /** What is at the far end. */
    final SlackBuffer buffer;
    /** Who gets this channel; null if it leads away from a host. Not touched while nobody waits. */
    Arbiter arbiter;
    /** Heads that wait in the arbiter. */
    int waiters;
    /** The input that got this channel last. */
    int lastPort = -1;

    /** The worm that has the transmitter. */
    private Leg sending;
    /** From when on it is free; {@link Long#MAX_VALUE} while that is not known. */
    private long freeAt;

    private boolean stopped;
    private boolean dead;
    /** Made for the first worm that a STOP holds: most channels never see one. */
    private Hold hold;

    private long worms;
    private long characters;

    /** How STOPs have held worms here. */
    private static final class Hold {
        final BlockedWorms.Place place = new BlockedWorms.Place();
        /** The sending worm is held. */
        boolean now;

        long since;
        /** All worms that were held before, together. */
        long ps;
    }

    Channel(Network net, int cable, int direction, Topology.Cable lies, long propagation) {
        this.net = net;
        this.cable = cable;
        this.direction = direction;
        from = direction == 0 ? lies.a() : lies.b();
        to = lies.other(from);
        this.propagation = propagation;
        buffer = new SlackBuffer(net, this);
    }

    /** Makes this an output of a switch. */
    void behind(long[] heads) {
        arbiter = new Arbiter(net, this, heads);
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

    /** A worm's head, in front of a buffer of the switch, asks for this output. */
    void request(Leg leg, SlackBuffer in) {
        long now = net.kernel.now();
        if (waiters == 0 && freeAt <= now && !in.isTie(now)) {
            lastPort = in.port;
            give(leg);
        } else {
            arbiter.add(leg, in.port);
        }
    }

    /** A worm gets the transmitter. */
    void give(Leg leg) {
        leg.start = Math.max(leg.start, net.kernel.now());
        leg.given = leg.start;
        leg.next = leg.start;
        leg.open = true;
        sending = leg;
        freeAt = Long.MAX_VALUE;
        net.strike(leg);
        if (!leg.lost) {
            buffer.add(leg);
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
            arbiter.freeAt(free);
        }
    }

    /** A STOP has come. */
    void stop() {
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
        if (hold == null) {
            hold = new Hold();
        }
        hold.now = true;
        hold.since = net.kernel.now();
        net.blocked.add(hold.place, sending.flight, from);
        net.show(this, true);
    }

    private boolean isHolding() {
        return hold != null && hold.now;
    }

    private void letGo() {
        if (isHolding()) {
            hold.now = false;
            hold.ps += net.kernel.now() - hold.since;
            net.blocked.remove(hold.place);
            net.show(this, false);
        }
    }

    /** A GO has come. */
    void go() {
        stopped = false;
        letGo();
        if (sending != null && !sending.flight.isComplete(sending)) {
            Leg leg = sending;
            long now = net.kernel.now();
            leg.next = Math.max(leg.next, now);
            if (leg.stops > net.settings.fluidAfter() && buffer.isFront(leg)) {
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

    /** A worm has gone through, all of it. */
    void forget(Leg leg) {
        buffer.forget(leg);
        if (sending == leg) {
            sending = null;
        }
        worms++;
        characters += leg.end - leg.first;
        net.show(this, leg);
    }

    /** A worm is broken up. It may be on its way, wait for this channel, or be through already. */
    void remove(Leg leg, int inputPort) {
        if (!leg.open) {
            arbiter.remove(inputPort);
            return;
        }
        long now = net.kernel.now();
        characters += leg.begun(now) - leg.first;
        buffer.remove(leg);
        if (sending == leg) {
            sending = null;
            letGo();
            freeAt = Math.min(freeAt, now + net.charPs);
            if (waiters > 0) {
                arbiter.freeAt(freeAt);
            }
        }
    }

    /** The cable is dead from now on. */
    void die() {
        dead = true;
        if (arbiter != null) {
            arbiter.die();
        }
        if (sending != null && freeAt > net.kernel.now()) {
            sending.flight.breakUp(NetObserver.Loss.DEAD, from);
        }
    }

    /**
     * What it has carried so far: worms that have ended, and how long STOP has held one; none is held while it is a
     * fluid.
     */
    Summary.Link use() {
        long heldPs = hold == null ? 0 : hold.ps;
        return new Summary.Link(name(from) + " > " + name(to), characters * net.charPs, heldPs, worms, characters);
    }

    /** Fails if a worm has not left. */
    void checkIdle() {
        String what =
                !buffer.isIdle() ? "a worm or a STOP in the buffer" : sending != null ? "a worm is being sent" : "";
        if (what.isEmpty() && (stopped || isHolding() || waiters > 0)) {
            what = "a STOP or a waiting head";
        }
        if (!what.isEmpty()) {
            throw new IllegalStateException(from + " to " + to + ": " + what);
        }
    }

    private static String name(Topology.End end) {
        return (end.isHost() ? "host " : "switch ") + end.node();
    }
}
