package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;

/**
 * The blocked worms, the longest blocked first: those whose head waits for an output, and those that a STOP holds. As
 * an event it breaks up the worm that has been blocked for too long. Left out: a source that does not feed and a board
 * that does not take are not blocked themselves; the worms that wait for them are.
 */
final class BlockedWorms extends Event {
    /** A worm that can be blocked. */
    interface Blocked {
        /** Breaks the worm up. */
        void breakUp(NetObserver.Loss why, NetworkTopology.End where);
    }

    /** A place where one worm at a time can be blocked: in front of an arbiter, or at a transmitter. */
    static final class Place {
        private Place before;
        private Place after;
        private long since;
        Blocked worm;
        NetworkTopology.End where;
    }

    private final Kernel kernel;
    private final long limitPs;
    /** Head of the ring of places: {@code after} is the one that has been blocked longest. */
    private final Place ring = new Place();

    /**
     * No worm is blocked.
     *
     * @param limitPs time after which a blocked worm is broken up; 0: never, and no places are kept
     */
    BlockedWorms(Kernel kernel, long limitPs) {
        this.kernel = kernel;
        this.limitPs = limitPs;
        ring.before = ring;
        ring.after = ring;
    }

    /** A worm is blocked from now on. */
    void add(Place place, Blocked worm, NetworkTopology.End where) {
        if (limitPs == 0) {
            return;
        }
        remove(place);
        place.worm = worm;
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

    /** The worm of a place moves again, or is gone. Does nothing if none is blocked there. */
    void remove(Place place) {
        if (place.after != null) {
            place.before.after = place.after;
            place.after.before = place.before;
            place.after = null;
            place.worm = null;
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
            Blocked worm = place.worm;
            remove(place);
            worm.breakUp(NetObserver.Loss.BLOCKED, place.where);
        }
    }
}
