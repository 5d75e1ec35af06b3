package org.bipj.sim.net;

/**
 * One direction of a cable: the transmitter at its near end, which worm has it, whether STOP holds that worm, and what
 * it has carried. In front of it is an {@link Arbiter}, unless it leads away from a host; at its far end is the {@link
 * SlackBuffer}, which is the same object.
 *
 * <p>Modelled: 1.28 Gbit/s, a character in 6.25 ns (BIP and LCI papers, section 2: {@code link.rate}), and a
 * propagation by the cable's length ({@code cable.length}, {@code cable.propagation}). Left out: the encoding, idle
 * symbols, and heartbeats.
 */
final class CableDirection extends SlackBuffer {
    /** Arbitrates between the inputs of the switch; null if the cable leads away from a host. Idle without waiters. */
    Arbiter arbiter;
    /** Number of heads that wait in the arbiter. */
    int waiters;
    /** The input that was granted this cable last. */
    int lastPort = -1;

    /** The worm that was granted the transmitter last. From {@link #freeAt} on its transit may be another worm's. */
    private Hop sending;
    /** When the transmitter is free; {@link Long#MAX_VALUE} while that is not known. */
    private long freeAt;

    private boolean stopped;
    private boolean dead;
    /** Made for the first worm that a STOP holds: most cables never see one. */
    private Hold hold;

    /** Worms before {@link #sending}, and their characters. */
    private long worms;

    private long characters;
    /** Characters of {@link #sending}, once its end is known. */
    private int carries;

    /** For how long, and how often, STOPs have held worms on this cable. */
    private static final class Hold {
        final BlockedWorms.Place place = new BlockedWorms.Place();
        final WormTransit.Pool transits;
        /** The sending worm is held now. */
        boolean active;
        /** How many STOPs have cut the sending worm's plan. */
        int stops;

        long since;
        /** Time for which earlier worms were held, in all. */
        long ps;

        Hold(WormTransit.Pool transits) {
            this.transits = transits;
        }
    }

    /** A cable to a host. */
    CableDirection(NetCore core, Wire wire, WormTransit.Taker host) {
        super(core, wire, host);
    }

    /** A cable to a switch with these outputs, where heads arrive at their arbiters. */
    CableDirection(NetCore core, Wire wire, long[] headArrivals, CableDirection[] outputs) {
        super(core, wire, headArrivals, outputs);
    }

    /**
     * Makes this an output of a switch.
     *
     * @param headArrivals when the next head arrives at the arbiter, by input
     */
    void setArbiter(long[] headArrivals) {
        arbiter = new Arbiter(core, this, headArrivals);
    }

    boolean isStopped() {
        return stopped;
    }

    boolean isDead() {
        return dead;
    }

    /** When a worm may begin; {@link Long#MAX_VALUE} while that is not known. */
    long freeAt() {
        return freeAt;
    }

    // ---- who has it --------------------------------------------------------------------------------------------

    /** A worm's head, at the front of an input's buffer, requests this output: granted at once, or by the arbiter. */
    void request(Hop hop, CableDirection input) {
        long now = core.kernel.now();
        if (waiters == 0 && freeAt <= now && !input.isTie(now)) {
            lastPort = input.port;
            grant(hop);
        } else {
            arbiter.add(hop, input.port);
        }
    }

    /** A worm has the transmitter from now on: its hop here is planned. */
    void grant(Hop hop) {
        hop.start = Math.max(hop.start, core.kernel.now());
        hop.earliest = hop.start;
        countSent();
        sending = hop;
        freeAt = Long.MAX_VALUE;
        for (TransitObserver observer : hop.transit.pool.observers) {
            observer.granted(hop);
        }
        add(hop);
        if (hold != null) {
            hold.stops = 0;
        }
        if (stopped) {
            beginHold();
        }
        TransitPlanner.open(hop);
    }

    /**
     * A worm's plan here may have changed.
     *
     * @param free when it has left the transmitter; {@link Long#MAX_VALUE} if that is not known
     */
    void release(Hop hop, long free) {
        if (hop != sending || free == freeAt) {
            return;
        }
        freeAt = free;
        carries = hop.end - hop.first;
        if (waiters > 0) {
            arbiter.setFreeAt(free);
        }
    }

    private boolean isSending() {
        return sending != null && freeAt > core.kernel.now();
    }

    @Override
    void forget(Hop hop) {
        super.forget(hop);
        if (sending == hop) {
            sending = null;
            countSent();
        }
    }

    /** A worm is broken up. It may be on its way here, wait for this cable, or have left it. */
    void remove(Hop hop, int inputPort) {
        if (!hop.open) {
            arbiter.remove(inputPort);
            return;
        }
        long now = core.kernel.now();
        characters += hop.begun(now) - hop.first;
        remove(hop);
        if (sending != hop) {
            worms--;
            characters -= hop.end - hop.first;
        } else {
            carries = 0;
            sending = null;
            endHold();
            freeAt = Math.min(freeAt, now + core.charPs);
            if (waiters > 0) {
                arbiter.setFreeAt(freeAt);
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
            sending.transit.breakUp(NetObserver.Loss.DEAD, wire.from());
        }
    }

    /** The dead cable works again from now on. */
    void heal() {
        dead = false;
    }

    // ---- STOP and GO -------------------------------------------------------------------------------------------

    @Override
    void stop() {
        stopped = true;
        if (!isSending()) {
            return;
        }
        boolean cut = sending.cutAt(core.kernel.now());
        if (!sending.isComplete()) {
            beginHold();
        }
        if (cut) {
            hold.stops++;
            TransitPlanner.ripple(sending);
        }
    }

    @Override
    void go() {
        stopped = false;
        endHold();
        if (isSending() && !sending.isComplete()) {
            Hop hop = sending;
            long now = core.kernel.now();
            hop.earliest = Math.max(hop.earliest, now);
            if (hold.stops > core.settings.fluidAfter() && isFront(hop)) {
                long drained = hop.transit.next(hop).paceFrom(now);
                if (drained > core.charPs && drained < Long.MAX_VALUE) {
                    TransitPlanner.changePace(hop, drained);
                    return;
                }
            }
            TransitPlanner.advance(hop);
        }
    }

    private void beginHold() {
        if (hold == null) {
            hold = new Hold(sending.transit.pool);
        }
        hold.active = true;
        hold.since = core.kernel.now();
        core.blocked.add(hold.place, sending.transit, wire.from());
        for (TransitObserver observer : hold.transits.observers) {
            observer.held(this, true);
        }
    }

    private boolean isHolding() {
        return hold != null && hold.active;
    }

    private void endHold() {
        if (isHolding()) {
            hold.active = false;
            hold.ps += core.kernel.now() - hold.since;
            core.blocked.remove(hold.place);
            for (TransitObserver observer : hold.transits.observers) {
                observer.held(this, false);
            }
        }
    }

    // ---- what it has carried -----------------------------------------------------------------------------------

    /** Counts the worm that was granted the transmitter last, once it has left. */
    private void countSent() {
        if (carries > 0) {
            worms++;
            characters += carries;
            carries = 0;
        }
    }

    /**
     * What the cable has carried so far in this direction: worms that have left the transmitter, and how long STOP has
     * held one. The fluid approximation holds none.
     */
    LinkUse use() {
        long heldPs = hold == null ? 0 : hold.ps;
        boolean hasLeft = carries > 0 && freeAt <= core.kernel.now();
        long sentWorms = worms + (hasLeft ? 1 : 0);
        long sentCharacters = characters + (hasLeft ? carries : 0);
        return new LinkUse(
                name(wire.from()) + " > " + name(wire.to()),
                sentCharacters * core.charPs,
                heldPs,
                sentWorms,
                sentCharacters);
    }

    private static String name(NetworkTopology.End end) {
        return (end.isHost() ? "host " : "switch ") + end.node();
    }

    /** Fails if a worm is still here. */
    void checkIdle() {
        String what = !isEmpty() ? "a worm or a STOP in the buffer" : isSending() ? "a worm is being sent" : "";
        if (what.isEmpty() && (stopped || isHolding() || waiters > 0)) {
            what = "a STOP or a waiting head";
        }
        if (!what.isEmpty()) {
            throw new IllegalStateException(wire.from() + " to " + wire.to() + ": " + what);
        }
    }
}
