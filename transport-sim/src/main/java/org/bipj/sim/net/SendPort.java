package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;

/**
 * A board's end of the cable where worms begin. As an event it is the end of a feed.
 *
 * <p>Modelled: route bytes at the cable's pace ({@code link.rate}), then the body as fast as its {@link Source} feeds
 * it; a worm that is held back, whose source hears of it; one that is broken up, or begins on a dead cable. Left out:
 * the engine's own pace, which is the board's business ({@code org.bipj.sim.hardware.SendEngine}).
 */
final class SendPort extends Event implements Injector {
    private final Network net;
    private final int host;
    private final CableDirection channel;
    private final Source source;
    private WormTransit flight;
    /** Characters before this one have been fed; route bytes count as fed. */
    private int fed;
    /** The first character behind the body; {@link Integer#MAX_VALUE} while it may grow. */
    private int bodyEnd;

    private boolean feeding;
    private long pace;
    private boolean dead;
    /** A worm that began on a dead cable, until its board is told. */
    private Worm refused;

    /** The worm is held back, and the board knows. */
    private boolean held;

    /** Tells the board so. Made for the first worm that is held back: short ones hardly ever are. */
    private Event flow;

    SendPort(Network net, int host, CableDirection channel, Source source) {
        this.net = net;
        this.host = host;
        this.channel = channel;
        this.source = source;
    }

    /** The host whose board sends here. */
    int host() {
        return host;
    }

    @Override
    public void begin(Worm worm) {
        if (flight != null) {
            throw new IllegalStateException("host " + host + " begins a worm while it sends another");
        }
        if (dead) {
            return;
        }
        if (channel.isDead()) {
            refused = worm;
            net.kernel.after(0, this);
            return;
        }
        flight = net.flight(worm, this);
        fed = worm.route.length;
        bodyEnd = Integer.MAX_VALUE;
        channel.give(flight.enter(channel, 0, Math.max(net.kernel.now(), channel.freeAt())));
    }

    @Override
    public void feed(int chars, long charPs, boolean last) {
        if (dead || refused != null) {
            return;
        }
        if (flight == null || feeding) {
            throw new IllegalStateException(
                    "host " + host + " feeds " + (feeding ? "before the last feed has drained" : "no worm"));
        }
        if (chars < 0 || chars == 0 && !last) {
            throw new IllegalArgumentException("host " + host + " feeds " + chars + " characters");
        }
        feeding = true;
        pace = Math.max(charPs, net.charPs);
        fed += chars;
        flight.worm.body += chars;
        if (last) {
            bodyEnd = fed;
            fed += 2;
            flight.total = fed;
        }
        Hop leg = flight.first();
        if (leg.end == fed - chars - (last ? 2 : 0)) {
            leg.next = Math.max(leg.next, net.kernel.now());
        }
        if (produce(leg)) {
            flight.ripple(leg);
        } else {
            schedule(leg);
        }
    }

    private boolean isHeld() {
        return feeding && flight.first().end < fed;
    }

    @Override
    public void pace(long charPs) {
        long changed = Math.max(charPs, net.charPs);
        if (!feeding || changed == pace) {
            return;
        }
        pace = changed;
        Hop leg = flight.first();
        boolean cut = leg.cutAt(net.kernel.now());
        if (produce(leg) || cut) {
            flight.ripple(leg);
        }
    }

    /** Plans the characters that can be read; true if there are any. */
    boolean produce(Hop leg) {
        if (leg.end >= fed || channel.isStopped()) {
            return false;
        }
        int route = flight.worm.route.length;
        while (leg.end < fed) {
            boolean body = leg.end >= route && leg.end < bodyEnd;
            int until = leg.end < route ? route : body ? Math.min(fed, bodyEnd) : fed;
            int chars = until - leg.end;
            long slot = Math.max(leg.own, body ? pace : net.charPs);
            leg.append(leg.next, slot, chars);
            leg.next += chars * slot;
        }
        return true;
    }

    /** The plan may have changed: looks when the present feed ends. */
    void schedule(Hop leg) {
        if (isHeld() != held) {
            scheduleFlow();
        }
        if (!feeding || leg.end < fed) {
            net.kernel.cancel(this);
        } else if (!isScheduled()) {
            net.kernel.at(leg.next, this);
        } else if (time() != leg.next) {
            net.kernel.move(leg.next, this);
        }
    }

    private void scheduleFlow() {
        if (flow == null) {
            flow = new Event() {
                @Override
                protected void fire() {
                    if (isHeld() != held) {
                        held = !held;
                        source.flow(held ? Long.MAX_VALUE : pace);
                    }
                }
            };
        }
        if (!flow.isScheduled()) {
            net.kernel.at(net.kernel.now(), flow);
        }
    }

    @Override
    protected void fire() {
        if (refused != null) {
            Worm worm = refused;
            refused = null;
            net.lost(worm, NetObserver.Loss.DEAD, channel.way.from());
            source.reset(worm);
            return;
        }
        WormTransit through = flight;
        Worm worm = through.worm;
        endFeed();
        if (bodyEnd != Integer.MAX_VALUE) {
            flight = null;
            through.leave();
        }
        source.drained(worm);
    }

    /** A worm is broken up; true if its tail had not left this port. */
    boolean abandon(WormTransit broken) {
        if (flight != broken) {
            return false;
        }
        net.kernel.cancel(this);
        flight = null;
        endFeed();
        return true;
    }

    private void endFeed() {
        feeding = false;
        held = false;
        if (flow != null) {
            net.kernel.cancel(flow);
        }
    }

    void reset(Worm worm) {
        if (!dead) {
            source.reset(worm);
        }
    }

    /** Sends nothing any more: a worm that has not left is broken up. */
    void die() {
        dead = true;
        if (flight != null) {
            flight.breakUp(NetObserver.Loss.DEAD, channel.way.from());
        }
    }
}
