package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;

/**
 * Who of the heads in front of a switch's output gets it next: inputs take turns, or first come first served. Heads
 * that come at the same moment are looked at together, whatever the order of their events. As an event it is the
 * moment at which the output is free again and heads wait.
 */
final class Arbiter extends Event {
    private final Network net;
    private final CableDirection output;
    /** When the next head of each input gets here. */
    private final long[] heads;
    /** Heads that wait, by input port, and since when. */
    private final Hop[] waiting;

    private final long[] waitingSince;

    /**
     * An arbiter for which nobody waits.
     *
     * @param heads when the next head of each input gets here, kept by the {@link SlackBuffer}s of the switch
     */
    Arbiter(Network net, CableDirection output, long[] heads) {
        this.net = net;
        this.output = output;
        this.heads = heads;
        waiting = new Hop[heads.length];
        waitingSince = new long[heads.length];
    }

    /** A worm's head that cannot have the output at once waits for it. */
    void add(Hop leg, int inputPort) {
        waiting[inputPort] = leg;
        waitingSince[inputPort] = net.kernel.now();
        output.waiters++;
        leg.flight.waits(true, output.way.from());
        if (!isScheduled()) {
            freeAt(output.freeAt());
        }
    }

    /** Somebody waits, and the output is free from another moment on; {@link Long#MAX_VALUE} if nobody knows. */
    void freeAt(long time) {
        if (time == Long.MAX_VALUE) {
            net.kernel.cancel(this);
        } else {
            net.kernel.move(Math.max(time, net.kernel.now()), this);
        }
    }

    /** A waiting head is broken up. */
    void remove(int inputPort) {
        waiting[inputPort] = null;
        if (--output.waiters == 0) {
            net.kernel.cancel(this);
        }
    }

    /** Breaks up all who wait. */
    void die() {
        for (Hop leg : waiting) {
            if (leg != null) {
                leg.flight.breakUp(NetObserver.Loss.DEAD, output.way.from());
            }
        }
    }

    @Override
    protected void fire() {
        long now = net.kernel.now();
        if (SlackBuffer.isTie(heads, now)) {
            net.kernel.at(now, this);
            return;
        }
        boolean turns = net.settings.roundRobin();
        int best = -1;
        int ports = waiting.length;
        for (int i = 1; i <= ports; i++) {
            int candidate = turns ? (output.lastPort + i) % ports : i - 1;
            if (waiting[candidate] != null && (best < 0 || !turns && waitingSince[candidate] < waitingSince[best])) {
                best = candidate;
            }
        }
        Hop leg = waiting[best];
        waiting[best] = null;
        output.waiters--;
        leg.flight.waits(false, output.way.from());
        output.lastPort = best;
        output.give(leg);
    }
}
