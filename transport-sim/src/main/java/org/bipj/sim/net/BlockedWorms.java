package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;

/**
 * Worms that stand still, those longest first: heads that wait for an output, and worms that a STOP holds. As an event
 * it breaks up the one that has stood for too long. Left out: a source that does not feed and a board that does not
 * take are not blocked themselves; who waits for them is.
 */
final class BlockedWorms extends Event {
    /** A place where one worm at a time can stand: a head in front of an arbiter, or a transmitter. */
    static final class Place {
        private Place before;
        private Place after;
        private long since;
        WormTransit flight;
        Topology.End where;
    }

    private final Kernel kernel;
    private final long limitPs;
    /** Ring: {@code after} is the one that stands longest. */
    private final Place ring = new Place();

    BlockedWorms(Kernel kernel, long limitPs) {
        this.kernel = kernel;
        this.limitPs = limitPs;
        ring.before = ring;
        ring.after = ring;
    }

    /** A worm stands from now on. */
    void add(Place place, WormTransit flight, Topology.End where) {
        if (limitPs == 0) {
            return;
        }
        remove(place);
        place.flight = flight;
        place.where = where;
        place.since = kernel.now();
        place.before = ring.before;
        place.after = ring;
        ring.before.after = place;
        ring.before = place;
        if (!isScheduled()) {
            kernel.after(limitPs, this);
        }
    }

    /** It moves again, or is gone; nothing if it does not stand. */
    void remove(Place place) {
        if (place.after != null) {
            place.before.after = place.after;
            place.after.before = place.before;
            place.after = null;
            place.flight = null;
        }
    }

    @Override
    protected void fire() {
        while (ring.after != ring) {
            Place place = ring.after;
            if (place.since + limitPs > kernel.now()) {
                kernel.at(place.since + limitPs, this);
                return;
            }
            WormTransit flight = place.flight;
            remove(place);
            flight.breakUp(NetObserver.Loss.BLOCKED, place.where);
        }
    }
}
