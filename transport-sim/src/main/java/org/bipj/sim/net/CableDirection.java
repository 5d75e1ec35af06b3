package org.bipj.sim.net;

import org.bipj.sim.report.Summary;

/**
 * One direction of a cable: the transmitter at its near end, who has it and whether STOP holds it, and what it has
 * carried. In front of it is an {@link Arbiter}; the rest of it is the {@link SlackBuffer} at its far end.
 *
 * <p>Modelled: 1.28 Gbit/s, a character in 6.25 ns (BIP and LCI papers, section 2: {@code link.rate}), and a
 * propagation by the cable's length ({@code cable.length}, {@code cable.propagation}). Left out: the encoding, idle
 * symbols, and heartbeats.
 */
final class CableDirection extends SlackBuffer {
    /** Who gets this channel; null if it leads away from a host. Not touched while nobody waits. */
    Arbiter arbiter;
    /** Heads that wait in the arbiter. */
    int waiters;
    /** The input that got this channel last. */
    int lastPort = -1;

    /** The last worm that got the transmitter. From {@link #freeAt} on its flight may have ended: nothing, then. */
    private Hop sending;
    /** From when on it is free; {@link Long#MAX_VALUE} while that is not known. */
    private long freeAt;

    private boolean stopped;
    private boolean dead;
    /** Made for the first worm that a STOP holds: most channels never see one. */
    private Hold hold;

    /** Worms before {@link #sending}, and their characters. */
    private long worms;

    private long characters;
    /** Characters of {@link #sending}, once its end is known. */
    private int carries;

    /** How STOPs have held worms here. */
    private static final class Hold {
        final BlockedWorms.Place place = new BlockedWorms.Place();
        /** The sending worm is held. */
        boolean now;
        /** STOPs that have cut its plan. */
        int stops;

        long since;
        /** All worms that were held before, together. */
        long ps;
    }

    CableDirection(Network net, Way way) {
        super(net, way);
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
    void request(Hop leg, CableDirection in) {
        long now = net.kernel.now();
        if (waiters == 0 && freeAt <= now && !in.isTie(now)) {
            lastPort = in.port;
            give(leg);
        } else {
            arbiter.add(leg, in.port);
        }
    }

    /** A worm gets the transmitter. */
    void give(Hop leg) {
        leg.start = Math.max(leg.start, net.kernel.now());
        net.noteStart(leg);
        leg.next = leg.start;
        leg.open = true;
        count();
        sending = leg;
        freeAt = Long.MAX_VALUE;
        net.strike(leg);
        add(leg);
        if (hold != null) {
            hold.stops = 0;
        }
        if (stopped) {
            hold();
        }
        leg.flight.extend(leg);
        leg.flight.ripple(leg);
    }

    /**
     * The plan of a worm may have changed.
     *
     * @param free when it has left the transmitter; {@link Long#MAX_VALUE} if that is not known
     */
    void release(Hop leg, long free) {
        if (leg != sending || free == freeAt) {
            return;
        }
        freeAt = free;
        carries = leg.end - leg.first;
        if (waiters > 0) {
            arbiter.freeAt(free);
        }
    }

    @Override
    void stop() {
        stopped = true;
        if (!isSending()) {
            return;
        }
        boolean cut = sending.cutAt(net.kernel.now());
        if (!sending.flight.isComplete(sending)) {
            hold();
        }
        if (cut) {
            hold.stops++;
            sending.flight.ripple(sending);
        }
    }

    private void hold() {
        if (hold == null) {
            hold = new Hold();
        }
        hold.now = true;
        hold.since = net.kernel.now();
        net.blocked.add(hold.place, sending.flight, way.from());
        net.show(this, true);
    }

    private boolean isSending() {
        return sending != null && freeAt > net.kernel.now();
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

    @Override
    void go() {
        stopped = false;
        letGo();
        if (isSending() && !sending.flight.isComplete(sending)) {
            Hop leg = sending;
            long now = net.kernel.now();
            leg.next = Math.max(leg.next, now);
            if (hold.stops > net.settings.fluidAfter() && isFront(leg)) {
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

    @Override
    void forget(Hop leg) {
        super.forget(leg);
        if (sending == leg) {
            sending = null;
            count();
        }
    }

    /** The last worm that got the transmitter has left it. */
    private void count() {
        if (carries > 0) {
            worms++;
            characters += carries;
            carries = 0;
        }
    }

    /** A worm is broken up. It may be on its way, wait for this channel, or be through already. */
    void remove(Hop leg, int inputPort) {
        if (!leg.open) {
            arbiter.remove(inputPort);
            return;
        }
        long now = net.kernel.now();
        characters += leg.begun(now) - leg.first;
        remove(leg);
        if (sending != leg) {
            worms--;
            characters -= leg.end - leg.first;
        } else {
            carries = 0;
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
        if (isSending()) {
            sending.flight.breakUp(NetObserver.Loss.DEAD, way.from());
        }
    }

    /**
     * What it has carried so far: worms that have left the transmitter, and how long STOP has held one; none is held
     * while it is a fluid.
     */
    Summary.Link use() {
        long heldPs = hold == null ? 0 : hold.ps;
        boolean isThrough = carries > 0 && freeAt <= net.kernel.now();
        long worms = this.worms + (isThrough ? 1 : 0);
        long characters = this.characters + (isThrough ? carries : 0);
        return new Summary.Link(
                name(way.from()) + " > " + name(way.to()), characters * net.charPs, heldPs, worms, characters);
    }

    /** Fails if a worm has not left. */
    void checkIdle() {
        String what = !isEmpty() ? "a worm or a STOP in the buffer" : isSending() ? "a worm is being sent" : "";
        if (what.isEmpty() && (stopped || isHolding() || waiters > 0)) {
            what = "a STOP or a waiting head";
        }
        if (!what.isEmpty()) {
            throw new IllegalStateException(way.from() + " to " + way.to() + ": " + what);
        }
    }

    private static String name(Topology.End end) {
        return (end.isHost() ? "host " : "switch ") + end.node();
    }
}
