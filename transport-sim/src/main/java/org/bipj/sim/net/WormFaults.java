package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;

/** Carries out what {@link NetFaults} decides: on a worm that goes onto a cable, on a cable, and on a host's ports. */
final class WormFaults implements TransitObserver {
    private final NetCore core;
    private final NetFaults faults;

    WormFaults(NetCore core, NetFaults faults) {
        this.core = core;
        this.faults = faults;
    }

    /** Schedules the moments at which a cable dies and works again, if it does. */
    void scheduleCable(CableDirection there, CableDirection back) {
        boolean dies = true;
        for (long moment : faults.changes(there.wire.cable())) {
            boolean works = !dies;
            schedule(moment, () -> {
                core.reportFault(there.wire.from(), works ? "cable works again" : "cable dead", null);
                core.reportFault(back.wire.from(), works ? "cable works again" : "cable dead", null);
                if (works) {
                    there.heal();
                    back.heal();
                } else {
                    there.die();
                    back.die();
                }
            });
            dies = !dies;
        }
    }

    /**
     * Schedules the moment at which a host's board dies, if it does.
     *
     * @param dies what its ports do then
     */
    void scheduleHost(int host, Runnable dies) {
        schedule(faults.hostDeadFrom(host), () -> {
            core.reportFault(NetworkTopology.End.host(host), "board dead", null);
            dies.run();
        });
    }

    private void schedule(long time, Runnable what) {
        if (time == Long.MAX_VALUE) {
            return;
        }
        core.kernel.at(Math.max(time, core.kernel.now()), new Event() {
            @Override
            protected void fire() {
                what.run();
            }
        });
    }

    @Override
    public void granted(Hop hop) {
        Worm worm = hop.transit.worm;
        SlackBuffer.Wire wire = hop.cable.wire;
        switch (faults.fate(worm, wire.cable(), wire.direction(), core.kernel.now())) {
            case PASS -> {}
            case CORRUPT -> {
                worm.corrupt = true;
                core.reportLoss(worm, NetObserver.Loss.CORRUPTED, wire.from());
            }
            case DROP -> {
                hop.lost = true;
                core.reportLoss(worm, NetObserver.Loss.DROPPED, wire.from());
            }
            case TRUNCATE -> {
                int routeLeft = worm.route.length - hop.first;
                core.reportFault(wire.from(), "end cut off", worm.content);
                hop.transit.shorten(hop, Math.max(1, faults.truncateAfter(worm, routeLeft)));
            }
        }
    }
}
