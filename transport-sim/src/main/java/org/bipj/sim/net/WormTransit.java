package org.bipj.sim.net;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.bipj.sim.kernel.Event;

/**
 * The transit of one worm, from its first route byte to its end: a chain of hops, one for each cable that its head has
 * entered or waits for, and a last one where it is taken or swallowed. This class follows the head from switch to
 * switch, and ends the transit; {@link TransitPlanner} plans when the characters move. As an event a transit is the end
 * of a swallowed worm.
 *
 * <p>Transits and their hops are used again, for other worms, as soon as a worm has ended.
 */
final class WormTransit extends Event implements BlockedWorms.Blocked {
    private static final int HOPS_AT_A_TIME = 6;
    private static final long[] NONE = {};

    /** The port that sends a worm, as its transit knows it. */
    interface Sender {
        /** The host whose board sends there. */
        int host();

        /** Plans the characters that have been fed; true if there are any. */
        boolean produce(Hop hop);

        /** Schedules the end of the present feed: the plan may have changed. */
        void schedule(Hop hop);

        /** A worm is broken up; true if its tail had not left the port. */
        boolean abandon(WormTransit broken);

        /** Notifies the board that its worm was broken up. */
        void reset(Worm worm);
    }

    /** The port that takes a worm, as its transit knows it. */
    interface Taker {
        /** True if the board has died: the port absorbs and ignores everything. */
        boolean isDead();

        /** A worm's first character has arrived; its last hop is there. */
        void arrive(WormTransit arrived, Hop last);

        /** Plans the characters that can be taken; true if there are any. */
        boolean follow(Hop up, Hop take);

        /** Schedules the end of the present take: the plan may have changed. */
        void schedule();

        /** The worm there is broken up: forgets it. Returns the number of its characters in the present take. */
        int abandon();

        /** Notifies the board that its worm was broken up, and so ends there. */
        void resetTail(Worm worm, int taken);
    }

    /** The transits of a network: those that are not in use, and who watches the others. */
    static final class Pool {
        /** Faults and trace, as far as there are any. */
        TransitObserver[] observers = {};

        final BufferCursor arrivals = new BufferCursor();
        final BufferCursor departures = new BufferCursor();
        private final NetCore core;
        private final ArrayDeque<WormTransit> idle = new ArrayDeque<>();

        Pool(NetCore core) {
            this.core = core;
        }

        void add(TransitObserver added) {
            observers = Arrays.copyOf(observers, observers.length + 1);
            observers[observers.length - 1] = added;
        }

        /** Begins the transit of a worm. */
        WormTransit begin(Worm worm, Sender from) {
            WormTransit transit = idle.isEmpty() ? new WormTransit(this) : idle.pop();
            transit.reset(worm, from);
            return transit;
        }
    }

    final Pool pool;
    final NetCore core;
    /** The hop at the source; the others are linked to it. */
    private Hop firstHop;
    /** The hop that the worm's head has reached; those behind it are not in use. */
    Hop headHop;

    Worm worm;
    private byte[] route;
    /** Characters: route, body, CRC and GAP; {@link Integer#MAX_VALUE} while the source may feed more. */
    int total;
    /** The index of the hop behind which a fault has made the worm shorter, and its number of characters there. */
    int shortAfter;

    private int shortTotal;
    /** The port that sends the worm, until its tail has left. */
    Sender source;
    /** The port that takes the worm, while it does. */
    Taker sink;
    /** The source, the sink and the cut-off end, as far as they still need the transit. */
    private int users;

    // ---- of the planner ----------------------------------------------------------------------------------------

    /** While a change spreads: characters before this one kept their times on the hop that changed last. */
    int unchangedBefore;
    /** A hop moves at the pace at which its buffer is drained. */
    boolean isFluid;
    /** The own end of a shortened worm has gone onto the cable that shortened it. */
    Event cutOffEnd;

    // ---- rarely needed, and made when first needed -------------------------------------------------------------

    /** When each hop's cable was granted; for {@link NetTrace} only. */
    private long[] grants = NONE;

    /** Where the head waits for an output; made when a head first waits. */
    private BlockedWorms.Place waits;

    WormTransit(Pool pool) {
        this.pool = pool;
        core = pool.core;
    }

    private void reset(Worm of, Sender from) {
        worm = of;
        route = of.route;
        source = from;
        sink = null;
        users = 2;
        headHop = null;
        total = Integer.MAX_VALUE;
        shortAfter = Integer.MAX_VALUE;
        cutOffEnd = null;
        isFluid = false;
        unchangedBefore = Integer.MAX_VALUE;
    }

    long now() {
        return core.kernel.now();
    }

    // ---- hops --------------------------------------------------------------------------------------------------

    /** The hop over the cable from the source. */
    Hop firstHop() {
        return firstHop;
    }

    /** The hop behind another; null if the head has not reached it. */
    Hop next(Hop hop) {
        return hop == headHop ? null : hop.downstream;
    }

    /** The head moves on to another hop, which is returned. */
    Hop add() {
        Hop next = headHop == null ? firstHop : headHop.downstream;
        if (next == null) {
            next = makeHops();
        }
        headHop = next;
        return next;
    }

    /** Makes several hops at a time, so that they are adjacent in memory: a head at a switch touches two of them. */
    private Hop makeHops() {
        Hop made = new Hop(this, headHop);
        if (firstHop == null) {
            firstHop = made;
        }
        Hop last = made;
        for (int i = 1; i < HOPS_AT_A_TIME; i++) {
            last = new Hop(this, last);
        }
        return made;
    }

    /** The head moves on to a cable, which it may have to wait for. */
    Hop enter(CableDirection cable, int from, long notBefore) {
        Hop hop = add();
        hop.reset(cable, from, notBefore, core.charPs);
        hop.nextCable = from < route.length ? cable.output(route[from]) : null;
        return hop;
    }

    /** Records when a hop's cable was granted. */
    void noteGrant(Hop hop) {
        if (grants.length <= hop.index) {
            grants = Arrays.copyOf(grants, 2 * hop.index + 2);
        }
        grants[hop.index] = hop.start;
    }

    /** The moment at which a hop's cable was granted to the worm. */
    long grantOf(Hop hop) {
        return grants[hop.index];
    }

    // ---- length ------------------------------------------------------------------------------------------------

    /** The number behind the last character that a hop carries, counted from the first route byte. */
    int total(int index) {
        return index > shortAfter ? Math.min(total, shortTotal) : total;
    }

    /** True if what a hop carries has lost its CRC. */
    boolean isShort(int index) {
        return index > shortAfter && shortTotal < total;
    }

    /** A fault cuts the worm off behind a hop's cable: some characters pass, and then an end without CRC. */
    void shorten(Hop behind, int chars) {
        if (shortAfter != Integer.MAX_VALUE) {
            return;
        }
        shortAfter = behind.index;
        shortTotal = behind.first + chars + 1;
        users++;
        cutOffEnd = new Event() {
            @Override
            protected void fire() {
                leave();
            }
        };
    }

    // ---- the head ----------------------------------------------------------------------------------------------

    /** The head is at a switch, at the end of a hop's cable: the switch strips the route byte and turns the worm. */
    void enterSwitch(Hop hop, long now) {
        int turn = hop.first;
        boolean routed = turn < route.length && turn < total(hop.index + 1) - 1;
        CableDirection output = routed ? hop.nextCable : null;
        if (output != null && !output.isDead()) {
            Hop next = enter(output, turn + 1, now + core.charPs);
            output.request(next, hop.cable);
            hop.cable.predict();
            return;
        }
        NetObserver.Loss why = !routed
                ? NetObserver.Loss.ENDS_IN_SWITCH
                : output == null ? NetObserver.Loss.NO_CABLE : NetObserver.Loss.DEAD;
        core.reportLoss(worm, why, hop.cable.wire.to());
        swallow(hop, routed ? now + core.charPs : now, routed ? turn + 1 : turn);
    }

    /** The head begins to wait for an output, or stops waiting. */
    void setWaiting(boolean begins, NetworkTopology.End where) {
        if (begins) {
            if (waits == null) {
                waits = new BlockedWorms.Place();
            }
            core.blocked.add(waits, this, where);
        } else if (waits != null) {
            core.blocked.remove(waits);
        }
    }

    /** The head is at a host, at the end of a hop's cable. */
    void enterHost(Hop hop, long now) {
        Taker port = hop.cable.host();
        if (port.isDead() || hop.first < route.length) {
            NetObserver.Loss why = port.isDead() ? NetObserver.Loss.DEAD : NetObserver.Loss.HOST_TOO_EARLY;
            core.reportLoss(worm, why, hop.cable.wire.to());
            swallow(hop, now, hop.first);
            return;
        }
        Hop last = add();
        last.reset(null, hop.first, now, core.charPs);
        sink = port;
        hop.cable.predict();
        sink.arrive(this, last);
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /** Beyond a hop nothing holds the worm, and no part observes it. */
    private void swallow(Hop behind, long from, int firstChar) {
        Hop last = add();
        last.reset(null, firstChar, from, core.charPs);
        TransitPlanner.open(last);
    }

    /** The board that takes the worm has died: the rest drains away. */
    void swallowRest(Hop last) {
        sink = null;
        last.cutAt(now());
        last.newPace(core.charPs);
        TransitPlanner.open(last);
    }

    /**
     * A forward reset goes through the worm: its characters are gone and its cables free. The boards at both ends are
     * notified at once; the time that the reset takes is left out.
     */
    @Override
    public void breakUp(NetObserver.Loss why, NetworkTopology.End where) {
        core.kernel.cancel(this);
        if (cutOffEnd != null) {
            core.kernel.cancel(cutOffEnd);
        }
        setWaiting(false, null);
        for (Hop hop = firstHop; hop != null && hop.cable != null; hop = next(hop)) {
            hop.cable.remove(hop, hop.upstream == null ? 0 : hop.upstream.cable.port);
        }
        for (Hop hop = firstHop; hop != null && hop.cable != null; hop = next(hop)) {
            hop.cable.scheduleHead();
            hop.cable.predict();
        }
        Worm broken = worm;
        Sender sender = source;
        Taker receiver = sink;
        core.reportLoss(broken, why, where);
        boolean sends = sender.abandon(this);
        int taken = receiver == null ? 0 : receiver.abandon();
        pool.idle.push(this);
        if (receiver != null) {
            receiver.resetTail(broken, taken);
        }
        if (sends) {
            sender.reset(broken);
        }
    }

    /** Ends the transit of a worm that was swallowed. */
    @Override
    protected void fire() {
        leave();
    }

    /**
     * Source or sink no longer need the transit; the second of them ends it. Cables on the worm's path are not
     * notified, as there may be a dozen of them, long evicted from every cache; they compare timestamps
     * ({@link CableDirection#freeAt}). The exceptions are the last hops, whose last character has just begun, and all
     * hops of a shortened worm.
     */
    void leave() {
        if (--users > 0) {
            return;
        }
        for (TransitObserver observer : pool.observers) {
            observer.ended(this);
        }
        long now = now();
        for (Hop hop = headHop; hop != null; hop = hop.upstream) {
            if (hop.lastTime() + core.charPs <= now && shortAfter == Integer.MAX_VALUE) {
                break;
            }
            if (hop.cable != null) {
                hop.cable.forget(hop);
            }
            if (hop.upstream != null) {
                hop.upstream.cable.forget(hop.upstream);
            }
        }
        pool.idle.push(this);
    }
}
