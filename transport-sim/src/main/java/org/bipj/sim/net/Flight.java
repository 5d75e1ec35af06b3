package org.bipj.sim.net;

import java.util.Arrays;
import org.bipj.sim.kernel.Event;

/**
 * A worm on its way: a chain of legs, one for each cable that its head has been granted, and one where it is taken or swallowed.
 * A change to a leg's plan ripples down the chain as far as it changes anything. As an event it is the end of a swallowed worm.
 */
final class Flight extends Event {
    private final Network net;
    private Leg[] legs = new Leg[4];

    Worm worm;
    /** Legs in use. */
    int count;
    /** Characters: route, body, CRC and GAP; {@link Integer#MAX_VALUE} while the source may feed more. */
    int total;
    /** The leg behind which the worm is shorter, and how many characters it has there. */
    int shortAfter;

    int shortTotal;
    /** The port that sends it, until the tail has left; the port that takes it, while it does. */
    SendPort source;

    ReceivePort sink;
    /** Source and sink, as far as they have not done with it. */
    int users;

    Flight(Network net) {
        this.net = net;
    }

    void reset(Worm of, SendPort from) {
        worm = of;
        source = from;
        sink = null;
        users = 2;
        count = 0;
        total = Integer.MAX_VALUE;
        shortAfter = Integer.MAX_VALUE;
    }

    Leg leg(int index) {
        return legs[index];
    }

    /** The leg behind a leg; null if the head has not got so far. */
    Leg down(Leg leg) {
        return leg.index + 1 < count ? legs[leg.index + 1] : null;
    }

    Leg add() {
        if (count == legs.length) {
            legs = Arrays.copyOf(legs, 2 * count);
        }
        if (legs[count] == null) {
            legs[count] = new Leg(this, count);
        }
        return legs[count++];
    }

    /** Characters (in numbers from the first route byte on) that a leg carries before it is free. */
    int total(int leg) {
        return leg > shortAfter ? Math.min(total, shortTotal) : total;
    }

    boolean isComplete(Leg leg) {
        return leg.end == total(leg.index);
    }

    /** True if what a leg carries has lost its CRC. */
    boolean isShort(int leg) {
        return leg > shortAfter && shortTotal < total;
    }

    /** A leg's plan has changed: tells all who depend on it. */
    void ripple(Leg from) {
        Leg leg = from;
        if (from.index > 0) {
            legs[from.index - 1].channel.predict();
        }
        while (true) {
            changed(leg);
            if (leg.index + 1 == count) {
                break;
            }
            Leg next = legs[leg.index + 1];
            if (!sync(leg, next)) {
                leg.channel.predict();
                return;
            }
            leg.channel.predict();
            leg = next;
        }
        leg.kept = Integer.MAX_VALUE;
        if (leg.channel != null && leg.open) {
            leg.channel.scheduleHead();
            leg.channel.predict();
        }
    }

    /** The end of a leg's plan may have moved. */
    private void changed(Leg leg) {
        if (leg.index == 0) {
            source.schedule(leg);
        } else {
            Leg up = legs[leg.index - 1];
            if (up.behind != null) {
                up.channel.scheduleHead();
            }
        }
        if (leg.channel != null) {
            leg.channel.release(leg);
        } else if (sink != null) {
            sink.schedule();
        } else if (isComplete(leg)) {
            net.kernel.move(leg.lastTime(), this);
        } else {
            net.kernel.cancel(this);
        }
    }

    /** Fits a leg to the plan of the one before; true if that changes it. */
    private boolean sync(Leg up, Leg leg) {
        int kept = Math.min(up.kept, Math.min(up.end, total(leg.index)));
        up.kept = Integer.MAX_VALUE;
        if (!leg.open) {
            return false;
        }
        boolean cut = leg.cutTo(Math.max(leg.first, kept));
        return extend(leg) || cut;
    }

    /** Plans what can be planned of a leg that is open; true if that was anything. */
    boolean extend(Leg leg) {
        if (leg.index == 0) {
            return source.produce(leg);
        }
        Leg up = legs[leg.index - 1];
        if (leg.channel == null) {
            return sink != null ? sink.follow(up, leg) : leg.follow(up, Math.min(up.end, total(leg.index)));
        }
        return !leg.channel.isStopped() && leg.follow(up, Math.min(up.end, total(leg.index)));
    }

    /** The worm's head is in front of the arbiter of the switch at the end of a leg's cable: its route byte goes. */
    void enterSwitch(Leg up, long now) {
        int turn = up.first;
        boolean routed = turn < worm.route.length && turn < total(up.index + 1) - 1;
        Channel output = routed ? net.output(up.channel, worm.route[turn]) : null;
        Leg leg = add();
        if (output != null) {
            leg.reset(output, turn + 1, now + net.charPs, net.charPs, up.channel.shift);
            output.request(leg, up.channel.port);
            up.channel.predict();
            return;
        }
        swallow(leg, up, routed ? now + net.charPs : now, routed ? turn + 1 : turn);
        net.lost(worm, routed ? NetObserver.Loss.NO_CABLE : NetObserver.Loss.ENDS_IN_SWITCH, up.channel.to);
    }

    /** The worm's head is at a host. */
    void enterHost(Leg up, long now) {
        if (up.first < worm.route.length) {
            swallow(add(), up, now, up.first);
            net.lost(worm, NetObserver.Loss.HOST_TOO_EARLY, up.channel.to);
            return;
        }
        Leg leg = add();
        leg.reset(null, up.first, now, net.charPs, up.channel.shift);
        sink = net.receivePort(up.channel.to.node());
        up.channel.predict();
        sink.arrive(this, leg);
    }

    /** From here on nothing holds the worm, and nobody sees it. */
    private void swallow(Leg leg, Leg up, long from, int first) {
        leg.reset(null, first, from, net.charPs, up.channel.shift);
        leg.open = true;
        extend(leg);
        ripple(leg);
    }

    /** The end of a swallowed worm. */
    @Override
    protected void fire() {
        leave();
    }

    /** One of source and sink has done with it. The second one ends it. */
    void leave() {
        if (--users == 0) {
            for (int i = 0; i < count; i++) {
                if (legs[i].channel != null) {
                    legs[i].channel.forget(legs[i]);
                }
            }
            net.recycle(this);
        }
    }
}
