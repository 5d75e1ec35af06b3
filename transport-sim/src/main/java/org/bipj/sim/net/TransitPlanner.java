package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;

/**
 * Plans when the characters of a worm begin on each of its hops. A hop follows the plan of the hop before it, at its
 * own pace ({@link Hop#follow}); the first hop follows the source. A change to one hop's plan ripples down the chain as
 * far as it changes anything, and all parts that depend on a plan are notified: the cables and their slack buffers, the
 * source, the sink, and the event that ends a worm that no board takes.
 */
final class TransitPlanner {
    private TransitPlanner() {}

    /** Plans what can be planned of an open hop; true if that was anything. */
    static boolean extend(Hop hop) {
        WormTransit transit = hop.transit;
        Hop up = hop.upstream;
        if (up == null) {
            return transit.source.produce(hop);
        }
        int to = Math.min(up.end, transit.total(hop.index));
        if (hop.cable == null) {
            return transit.sink != null ? transit.sink.follow(up, hop) : hop.follow(up, to);
        }
        return !hop.cable.isStopped() && hop.follow(up, to);
    }

    /** Opens a hop: its cable was granted, or nothing holds the worm there. */
    static void open(Hop hop) {
        hop.open = true;
        extend(hop);
        ripple(hop);
    }

    /** Plans what can be planned of a hop, and lets the change ripple. */
    static void advance(Hop hop) {
        if (extend(hop)) {
            ripple(hop);
        }
    }

    /** Changes the least time between two characters of a hop. */
    static void changePace(Hop hop, long charPs) {
        WormTransit transit = hop.transit;
        boolean cut = hop.cutAt(transit.now());
        hop.newPace(charPs);
        transit.isFluid |= charPs > transit.core.charPs;
        if (extend(hop) || cut) {
            ripple(hop);
        }
    }

    /** A hop's plan has changed: notifies all who depend on it, and carries the change downstream. */
    static void ripple(Hop changed) {
        spread(changed);
        if (changed.transit.isFluid) {
            leaveFluid(changed.transit);
        }
    }

    /** Ends the fluid approximation on each hop whose buffer is now drained faster than the hop moves. */
    private static void leaveFluid(WormTransit transit) {
        long now = transit.now();
        long charPs = transit.core.charPs;
        for (Hop hop = transit.firstHop(); hop != transit.headHop; hop = hop.downstream) {
            boolean moves = hop.pace > charPs && (!hop.isComplete() || hop.lastTime() > now);
            if (moves && hop.downstream.paceFrom(now) < hop.pace) {
                changePace(hop, charPs);
            }
        }
    }

    private static void spread(Hop changed) {
        WormTransit transit = changed.transit;
        if (changed.upstream != null) {
            changed.upstream.cable.predict();
        }
        Hop hop = changed;
        while (true) {
            notifyOfEnd(hop);
            if (hop == transit.headHop) {
                break;
            }
            Hop next = hop.downstream;
            boolean goesOn = refit(hop, next);
            hop.cable.predict();
            if (!goesOn) {
                return;
            }
            hop = next;
        }
        transit.unchangedBefore = Integer.MAX_VALUE;
        if (hop.cable == null || !hop.open) {
            return;
        }
        if (hop.lost) {
            scheduleEnd(transit, hop);
        } else {
            hop.cable.scheduleHead();
            hop.cable.predict();
        }
    }

    /** Fits a hop to the plan of the one before it; true if that changes the hop. */
    private static boolean refit(Hop up, Hop hop) {
        WormTransit transit = hop.transit;
        int to = Math.min(transit.unchangedBefore, Math.min(up.end, transit.total(hop.index)));
        transit.unchangedBefore = Integer.MAX_VALUE;
        if (!hop.open) {
            return false;
        }
        boolean cut = hop.cutTo(Math.max(hop.first, to));
        return extend(hop) || cut;
    }

    /** Notifies the parts that wait for the end of a hop's plan, which may have moved. */
    private static void notifyOfEnd(Hop hop) {
        WormTransit transit = hop.transit;
        long free = hop.isComplete() ? hop.lastTime() + transit.core.charPs : Long.MAX_VALUE;
        if (hop.upstream == null) {
            transit.source.schedule(hop);
        } else {
            hop.upstream.cable.leaves(hop.upstream, free);
        }
        if (hop.index == transit.shortAfter) {
            scheduleEnd(transit.cutOffEnd, hop);
        }
        if (hop.cable != null) {
            hop.cable.release(hop, free);
        } else if (transit.sink != null) {
            transit.sink.schedule();
        } else {
            scheduleEnd(transit, hop);
        }
    }

    /** Schedules an event for the end of a hop whose characters no board takes, once that is known. */
    private static void scheduleEnd(Event end, Hop hop) {
        if (hop.isComplete()) {
            hop.transit.core.kernel.move(hop.lastTime(), end);
        } else {
            hop.transit.core.kernel.cancel(end);
        }
    }
}
