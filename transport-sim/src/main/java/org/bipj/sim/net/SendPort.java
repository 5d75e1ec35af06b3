package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;

/**
 * A board's end of the cable where worms begin. As an event it is the end of a feed.
 *
 * <p>Modelled: route bytes at the cable's pace ({@code link.rate}), then the body as fast as its {@link Source} feeds
 * it; a worm that is held back, which its source is notified of; a worm that is broken up, or begins on a dead cable.
 * Left out: the engine's own pace, which the board models ({@code org.bipj.sim.hardware.SendEngine}).
 */
final class SendPort extends Event implements Injector, WormTransit.Sender {
    /** Characters behind the body: CRC and GAP. */
    private static final int TRAILER = 2;

    private final NetCore core;
    private final WormTransit.Pool transits;
    private final int host;
    private final CableDirection cable;
    private final Source source;
    private WormTransit transit;
    /** Characters before this one have been fed; route bytes count as fed. */
    private int fed;
    /** The first character behind the body; {@link Integer#MAX_VALUE} while the body may grow. */
    private int bodyEnd;

    private boolean feeding;
    private long pace;
    private boolean dead;
    /** A worm that began on a dead cable, until its board has been notified. */
    private Worm refused;

    /** The worm is held back, and the board has been notified. */
    private boolean held;

    /** Notifies the board of {@link #held}. Made for the first worm that is held back: short ones rarely are. */
    private Event flow;

    SendPort(NetCore core, WormTransit.Pool transits, int host, CableDirection cable, Source source) {
        this.core = core;
        this.transits = transits;
        this.host = host;
        this.cable = cable;
        this.source = source;
    }

    @Override
    public int host() {
        return host;
    }

    // ---- what the board does -----------------------------------------------------------------------------------

    @Override
    public void begin(Worm worm) {
        if (transit != null) {
            throw new IllegalStateException("host " + host + " begins a worm while it sends another");
        }
        if (dead) {
            return;
        }
        if (cable.isDead()) {
            refused = worm;
            core.kernel.after(0, this);
            return;
        }
        transit = transits.begin(worm, this);
        fed = worm.route.length;
        bodyEnd = Integer.MAX_VALUE;
        cable.grant(transit.enter(cable, 0, Math.max(core.kernel.now(), cable.freeAt())));
    }

    @Override
    public void feed(int chars, long charPs, boolean last) {
        if (dead || refused != null) {
            return;
        }
        if (transit == null || feeding) {
            throw new IllegalStateException(
                    "host " + host + " feeds " + (feeding ? "before the last feed has drained" : "no worm"));
        }
        if (chars < 0 || chars == 0 && !last) {
            throw new IllegalArgumentException("host " + host + " feeds " + chars + " characters");
        }
        Hop hop = transit.firstHop();
        boolean caughtUp = hop.end == fed;
        feeding = true;
        pace = Math.max(charPs, core.charPs);
        fed += chars;
        transit.worm.body += chars;
        if (last) {
            bodyEnd = fed;
            fed += TRAILER;
            transit.total = fed;
        }
        if (caughtUp) {
            hop.earliest = Math.max(hop.earliest, core.kernel.now());
        }
        if (produce(hop)) {
            TransitPlanner.ripple(hop);
        } else {
            schedule(hop);
        }
    }

    @Override
    public void pace(long charPs) {
        long changed = Math.max(charPs, core.charPs);
        if (!feeding || changed == pace) {
            return;
        }
        pace = changed;
        Hop hop = transit.firstHop();
        boolean cut = hop.cutAt(core.kernel.now());
        if (produce(hop) || cut) {
            TransitPlanner.ripple(hop);
        }
    }

    // ---- the plan of the first hop -----------------------------------------------------------------------------

    @Override
    public boolean produce(Hop hop) {
        if (hop.end >= fed || cable.isStopped()) {
            return false;
        }
        int route = transit.worm.route.length;
        while (hop.end < fed) {
            boolean body = hop.end >= route && hop.end < bodyEnd;
            int until = hop.end < route ? route : body ? Math.min(fed, bodyEnd) : fed;
            int chars = until - hop.end;
            long slot = Math.max(hop.pace, body ? pace : core.charPs);
            hop.append(hop.earliest, slot, chars);
            hop.earliest += chars * slot;
        }
        return true;
    }

    @Override
    public void schedule(Hop hop) {
        if (isHeld() != held) {
            scheduleFlow();
        }
        if (!feeding || hop.end < fed) {
            core.kernel.cancel(this);
        } else if (!isScheduled()) {
            core.kernel.at(hop.earliest, this);
        } else if (time() != hop.earliest) {
            core.kernel.move(hop.earliest, this);
        }
    }

    private boolean isHeld() {
        return feeding && transit.firstHop().end < fed;
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
            core.kernel.at(core.kernel.now(), flow);
        }
    }

    @Override
    protected void fire() {
        if (refused != null) {
            Worm worm = refused;
            refused = null;
            core.reportLoss(worm, NetObserver.Loss.DEAD, cable.wire.from());
            source.reset(worm);
            return;
        }
        WormTransit present = transit;
        Worm worm = present.worm;
        endFeed();
        if (bodyEnd != Integer.MAX_VALUE) {
            transit = null;
            present.leave();
        }
        source.drained(worm);
    }

    private void endFeed() {
        feeding = false;
        held = false;
        if (flow != null) {
            core.kernel.cancel(flow);
        }
    }

    // ---- worms that are broken up ------------------------------------------------------------------------------

    @Override
    public boolean abandon(WormTransit broken) {
        if (transit != broken) {
            return false;
        }
        core.kernel.cancel(this);
        transit = null;
        endFeed();
        return true;
    }

    @Override
    public void reset(Worm worm) {
        if (!dead) {
            source.reset(worm);
        }
    }

    /** The board dies: a worm that has not left is broken up, and nothing is sent from now on. */
    void die() {
        dead = true;
        if (transit != null) {
            transit.breakUp(NetObserver.Loss.DEAD, cable.wire.from());
        }
    }
}
