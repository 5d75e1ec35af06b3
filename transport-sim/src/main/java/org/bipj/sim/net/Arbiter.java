package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;

/**
 * Decides which of the heads in front of a switch's output is granted it next: round-robin over the inputs, or first
 * come first served. Heads that arrive at the same moment are considered together, whatever the order of their events.
 * As an event it is the moment at which the output is free again while heads wait.
 */
final class Arbiter extends Event {
    private final NetCore core;
    private final CableDirection output;
    /** When the next head of each input arrives here. */
    private final long[] headArrivals;
    /** The heads that wait, by input port, and since when. */
    private final Hop[] waiting;

    private final long[] waitingSince;

    /**
     * An arbiter without waiting heads.
     *
     * @param headArrivals when the next head of each input arrives here; written by the {@link SlackBuffer}s of the
     *     switch
     */
    Arbiter(NetCore core, CableDirection output, long[] headArrivals) {
        this.core = core;
        this.output = output;
        this.headArrivals = headArrivals;
        waiting = new Hop[headArrivals.length];
        waitingSince = new long[headArrivals.length];
    }

    /** A worm's head waits for the output. */
    void add(Hop hop, int inputPort) {
        waiting[inputPort] = hop;
        waitingSince[inputPort] = core.kernel.now();
        output.waiters++;
        hop.transit.setWaiting(true, output.wire.from());
        if (!isScheduled()) {
            setFreeAt(output.freeAt());
        }
    }

    /** The output becomes free at another moment than before, {@link Long#MAX_VALUE} if unknown. Heads wait. */
    void setFreeAt(long time) {
        if (time == Long.MAX_VALUE) {
            core.kernel.cancel(this);
        } else {
            core.kernel.move(Math.max(time, core.kernel.now()), this);
        }
    }

    /** Forgets a waiting worm that is broken up. */
    void remove(int inputPort) {
        waiting[inputPort] = null;
        if (--output.waiters == 0) {
            core.kernel.cancel(this);
        }
    }

    /** Breaks up all waiting worms, because the output is dead. */
    void die() {
        for (Hop hop : waiting) {
            if (hop != null) {
                hop.transit.breakUp(NetObserver.Loss.DEAD, output.wire.from());
            }
        }
    }

    @Override
    protected void fire() {
        long now = core.kernel.now();
        if (SlackBuffer.isTie(headArrivals, now)) {
            core.kernel.at(now, this);
            return;
        }
        int port = choose();
        Hop hop = waiting[port];
        waiting[port] = null;
        output.waiters--;
        hop.transit.setWaiting(false, output.wire.from());
        output.lastPort = port;
        output.grant(hop);
    }

    private int choose() {
        boolean roundRobin = core.settings.roundRobin();
        int best = -1;
        int ports = waiting.length;
        for (int i = 1; i <= ports; i++) {
            int candidate = roundRobin ? (output.lastPort + i) % ports : i - 1;
            if (waiting[candidate] != null
                    && (best < 0 || !roundRobin && waitingSince[candidate] < waitingSince[best])) {
                best = candidate;
            }
        }
        return best;
    }
}
