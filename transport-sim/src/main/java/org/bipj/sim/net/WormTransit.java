package org.bipj.sim.net;

import java.util.Arrays;
import org.bipj.sim.kernel.Event;

/**
 * A worm on its way: a chain of legs, one for each cable that its head has been granted, and one where it is taken or
 * swallowed. A change to a leg's plan ripples down the chain as far as it changes anything. As an event it is the end
 * of a swallowed worm.
 */
final class WormTransit extends Event {
    private static final int LEGS_AT_A_TIME = 6;
    private static final long[] NONE = {};

    private final Network net;
    /** At the source: the legs behind it are linked to it. */
    private Hop first;
    /** The one that the worm's head has come to: those behind it are not in use. */
    private Hop head;

    Worm worm;
    private byte[] route;
    /** Characters: route, body, CRC and GAP; {@link Integer#MAX_VALUE} while the source may feed more. */
    int total;
    /** The leg behind which the worm is shorter, and how many characters it has there. */
    int shortAfter;

    int shortTotal;
    /** The port that sends it, until the tail has left; the port that takes it, while it does. */
    SendPort source;

    ReceivePort sink;
    /** Source and sink, as far as they have not done with it. */
    private int users;

    /**
     * While a change ripples down: characters before this one have kept their times at the stage that has changed
     * last.
     */
    int kept;

    /** Some leg flows at the pace at which it is drained. */
    private boolean isFluid;

    /** A shortened worm's own end has gone onto the cable on which it was shortened. */
    private Event lostTail;

    /** When each leg's cable was given to it. Made for a trace: nobody else asks. */
    private long[] given = NONE;

    /** Its head waits for an output. Made for the first wait: most flights never have one. */
    private BlockedWorms.Place waits;

    WormTransit(Network net) {
        this.net = net;
    }

    void reset(Worm of, SendPort from) {
        worm = of;
        route = of.route;
        source = from;
        sink = null;
        users = 2;
        head = null;
        total = Integer.MAX_VALUE;
        shortAfter = Integer.MAX_VALUE;
        lostTail = null;
        isFluid = false;
        kept = Integer.MAX_VALUE;
    }

    long now() {
        return net.kernel.now();
    }

    /** The leg at the source. */
    Hop first() {
        return first;
    }

    /** The leg behind a leg; null if the head has not got so far. */
    Hop down(Hop leg) {
        return leg == head ? null : leg.down;
    }

    /** The head goes on, behind the leg that it has come to. */
    Hop add() {
        Hop next = head == null ? first : head.down;
        if (next == null) {
            next = makeLegs();
        }
        head = next;
        return next;
    }

    /** Several at a time, so that they lie together: what happens at a switch touches the legs before and behind it. */
    private Hop makeLegs() {
        Hop made = new Hop(this, head);
        if (first == null) {
            first = made;
        }
        Hop last = made;
        for (int i = 1; i < LEGS_AT_A_TIME; i++) {
            last = new Hop(this, last);
        }
        return made;
    }

    /** The head goes on to a cable. */
    Hop enter(CableDirection on, int from, long notBefore) {
        Hop leg = add();
        leg.reset(on, from, notBefore, net.charPs);
        leg.onward = from < route.length ? on.cable(route[from]) : null;
        return leg;
    }

    /** A leg's cable was given to the worm. */
    void given(int leg, long time) {
        if (given.length <= leg) {
            given = Arrays.copyOf(given, 2 * leg + 2);
        }
        given[leg] = time;
    }

    /** When that was. */
    long given(int leg) {
        return given[leg];
    }

    /** Characters (in numbers from the first route byte on) that a leg carries before it is free. */
    int total(int leg) {
        return leg > shortAfter ? Math.min(total, shortTotal) : total;
    }

    /** Behind a leg's cable the worm is shorter: some of its characters, and then its end. */
    void shorten(Hop after, int chars) {
        if (shortAfter != Integer.MAX_VALUE) {
            return;
        }
        shortAfter = after.index;
        shortTotal = after.first + chars + 1;
        users++;
        lostTail = new Event() {
            @Override
            protected void fire() {
                leave();
            }
        };
    }

    boolean isComplete(Hop leg) {
        return leg.end == total(leg.index);
    }

    /** True if what a leg carries has lost its CRC. */
    boolean isShort(int leg) {
        return leg > shortAfter && shortTotal < total;
    }

    /** A leg's plan has changed: tells all who depend on it. */
    void ripple(Hop from) {
        spread(from);
        if (isFluid) {
            hurry();
        }
    }

    /** The least time between characters of a leg changes. */
    void pace(Hop leg, long charPs) {
        boolean cut = leg.cutAt(net.kernel.now());
        leg.newPace(charPs);
        isFluid |= charPs > net.charPs;
        if (extend(leg) || cut) {
            ripple(leg);
        }
    }

    /** Where a fluid is drained faster than it flows, it is a fluid no longer. */
    private void hurry() {
        long now = net.kernel.now();
        for (Hop leg = first; leg != head; leg = leg.down) {
            boolean goesOn = leg.own > net.charPs && (!isComplete(leg) || leg.lastTime() > now);
            if (goesOn && leg.down.paceFrom(now) < leg.own) {
                pace(leg, net.charPs);
            }
        }
    }

    private void spread(Hop from) {
        Hop leg = from;
        if (from.up != null) {
            from.up.channel.predict();
        }
        while (true) {
            changed(leg);
            if (leg == head) {
                break;
            }
            Hop next = leg.down;
            if (!sync(leg, next)) {
                leg.channel.predict();
                return;
            }
            leg.channel.predict();
            leg = next;
        }
        kept = Integer.MAX_VALUE;
        if (leg.channel == null || !leg.open) {
            return;
        }
        if (leg.lost) {
            schedule(this, leg);
        } else {
            leg.channel.scheduleHead();
            leg.channel.predict();
        }
    }

    /** Looks when a leg ends that nobody sees. */
    private void schedule(Event end, Hop last) {
        if (isComplete(last)) {
            net.kernel.move(last.lastTime(), end);
        } else {
            net.kernel.cancel(end);
        }
    }

    /** The end of a leg's plan may have moved. */
    private void changed(Hop leg) {
        long free = isComplete(leg) ? leg.lastTime() + net.charPs : Long.MAX_VALUE;
        if (leg.up == null) {
            source.schedule(leg);
        } else {
            leg.up.channel.leaves(leg.up, free);
        }
        if (leg.index == shortAfter) {
            schedule(lostTail, leg);
        }
        if (leg.channel != null) {
            leg.channel.release(leg, free);
        } else if (sink != null) {
            sink.schedule();
        } else {
            schedule(this, leg);
        }
    }

    /** Fits a leg to the plan of the one before; true if that changes it. */
    private boolean sync(Hop up, Hop leg) {
        int to = Math.min(kept, Math.min(up.end, total(leg.index)));
        kept = Integer.MAX_VALUE;
        if (!leg.open) {
            return false;
        }
        boolean cut = leg.cutTo(Math.max(leg.first, to));
        return extend(leg) || cut;
    }

    /** Plans what can be planned of a leg that is open; true if that was anything. */
    boolean extend(Hop leg) {
        Hop up = leg.up;
        if (up == null) {
            return source.produce(leg);
        }
        if (leg.channel == null) {
            return sink != null ? sink.follow(up, leg) : leg.follow(up, Math.min(up.end, total(leg.index)));
        }
        return !leg.channel.isStopped() && leg.follow(up, Math.min(up.end, total(leg.index)));
    }

    /** The worm's head is in front of the arbiter of the switch at the end of a leg's cable: its route byte goes. */
    void enterSwitch(Hop up, long now) {
        int turn = up.first;
        boolean routed = turn < route.length && turn < total(up.index + 1) - 1;
        CableDirection output = routed ? up.onward : null;
        if (output != null && !output.isDead()) {
            Hop leg = enter(output, turn + 1, now + net.charPs);
            output.request(leg, up.channel);
            up.channel.predict();
            return;
        }
        NetObserver.Loss why = !routed
                ? NetObserver.Loss.ENDS_IN_SWITCH
                : output == null ? NetObserver.Loss.NO_CABLE : NetObserver.Loss.DEAD;
        net.lost(worm, why, up.channel.way.to());
        swallow(up, routed ? now + net.charPs : now, routed ? turn + 1 : turn);
    }

    /** Its head waits for an output from now on, or no longer. */
    void waits(boolean begins, Topology.End where) {
        if (begins) {
            if (waits == null) {
                waits = new BlockedWorms.Place();
            }
            net.blocked.add(waits, this, where);
        } else if (waits != null) {
            net.blocked.remove(waits);
        }
    }

    /** The worm's head is at a host. */
    void enterHost(Hop up, long now) {
        ReceivePort port = up.channel.host();
        if (port.isDead() || up.first < route.length) {
            net.lost(
                    worm, port.isDead() ? NetObserver.Loss.DEAD : NetObserver.Loss.HOST_TOO_EARLY, up.channel.way.to());
            swallow(up, now, up.first);
            return;
        }
        Hop leg = add();
        leg.reset(null, up.first, now, net.charPs);
        sink = port;
        up.channel.predict();
        sink.arrive(this, leg);
    }

    /** From here on nothing holds the worm, and nobody sees it. */
    private void swallow(Hop up, long from, int firstChar) {
        Hop leg = add();
        leg.reset(null, firstChar, from, net.charPs);
        leg.open = true;
        extend(leg);
        ripple(leg);
    }

    /** The board that takes it has died: the rest flows off. */
    void swallowRest(Hop leg) {
        sink = null;
        leg.cutAt(net.kernel.now());
        leg.newPace(net.charPs);
        leg.open = true;
        extend(leg);
        ripple(leg);
    }

    /**
     * A forward reset goes through the worm: its characters are gone and its channels free. The boards at its ends are
     * told at once; the time that the reset takes is left out.
     */
    void breakUp(NetObserver.Loss why, Topology.End where) {
        net.kernel.cancel(this);
        if (lostTail != null) {
            net.kernel.cancel(lostTail);
        }
        waits(false, null);
        for (Hop leg = first; leg != null && leg.channel != null; leg = down(leg)) {
            leg.channel.remove(leg, leg.up == null ? 0 : leg.up.channel.port);
        }
        for (Hop leg = first; leg != null && leg.channel != null; leg = down(leg)) {
            leg.channel.scheduleHead();
            leg.channel.predict();
        }
        Worm broken = worm;
        SendPort sender = source;
        ReceivePort receiver = sink;
        net.lost(broken, why, where);
        boolean sends = sender.abandon(this);
        int taken = receiver == null ? 0 : receiver.abandon();
        net.recycle(this);
        if (receiver != null) {
            receiver.resetTail(broken, taken);
        }
        if (sends) {
            sender.reset(broken);
        }
    }

    /** The end of a swallowed worm. */
    @Override
    protected void fire() {
        leave();
    }

    /**
     * One of source and sink has done with it. The second one ends it. The channels that it has passed know by the time
     * when it is through, and need not be told: they are many, and in no cache any more. Only where its last character
     * has just begun that time has not come; of a shortened worm, that may be anywhere.
     */
    void leave() {
        if (--users > 0) {
            return;
        }
        net.show(this);
        long now = net.kernel.now();
        for (Hop leg = head; leg != null; leg = leg.up) {
            if (leg.lastTime() + net.charPs <= now && shortAfter == Integer.MAX_VALUE) {
                break;
            }
            if (leg.channel != null) {
                leg.channel.forget(leg);
            }
            if (leg.up != null) {
                leg.up.channel.forget(leg.up);
            }
        }
        net.recycle(this);
    }
}
