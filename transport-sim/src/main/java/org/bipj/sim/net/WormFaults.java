package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;

/** Carries out what {@link NetFaults} decides: on a worm that goes onto a cable, on a cable, and on a host's port. */
final class WormFaults implements TransitObserver {
    private final Network net;
    private final NetFaults faults;

    WormFaults(Network net, NetFaults faults) {
        this.net = net;
        this.faults = faults;
    }

    /** Schedules the moments at which a cable dies and works again, if it does. */
    void scheduleCable(CableDirection there, CableDirection back) {
        boolean dies = true;
        for (long moment : faults.changes(there.wire.cable())) {
            boolean works = !dies;
            schedule(moment, () -> {
                net.reportFault(there.wire.from(), works ? "cable works again" : "cable dead", null);
                net.reportFault(back.wire.from(), works ? "cable works again" : "cable dead", null);
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
     * @param receives the host's port; null if it has none
     */
    void scheduleHost(int host, ReceivePort receives) {
        schedule(faults.hostDeadFrom(host), () -> {
            net.reportFault(NetworkTopology.End.host(host), "board dead", null);
            if (receives != null) {
                receives.die();
            }
            if (net.sendPort(host) != null) {
                net.sendPort(host).die();
            }
        });
    }

    private void schedule(long time, Runnable what) {
        if (time == Long.MAX_VALUE) {
            return;
        }
        net.kernel.at(Math.max(time, net.kernel.now()), new Event() {
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
        switch (faults.fate(worm, wire.cable(), wire.direction(), net.kernel.now())) {
            case PASS -> {}
            case CORRUPT -> {
                worm.corrupt = true;
                net.reportLoss(worm, NetObserver.Loss.CORRUPTED, wire.from());
            }
            case DROP -> {
                hop.lost = true;
                net.reportLoss(worm, NetObserver.Loss.DROPPED, wire.from());
            }
            case TRUNCATE -> {
                int routeLeft = worm.route.length - hop.first;
                net.reportFault(wire.from(), "end cut off", worm.content);
                hop.transit.shorten(hop, Math.max(1, faults.truncateAfter(worm, routeLeft)));
            }
        }
    }

    /** How long a board that begins to take is stalled, in picoseconds; {@link Long#MAX_VALUE} for ever. */
    long stall(int host) {
        long stall = faults.stall(host, net.kernel.now());
        if (stall > 0) {
            net.reportFault(NetworkTopology.End.host(host), "board stalled", null);
        }
        return stall;
    }

    /** Marks a worm whose tail has reached a board as truncated or corrupt, if it is. */
    void checkTail(Worm worm, boolean truncated, int host) {
        if (truncated) {
            worm.truncated = true;
            net.reportLoss(worm, NetObserver.Loss.TRUNCATED, NetworkTopology.End.host(host));
        }
        if (faults.flipped(worm) && !worm.corrupt) {
            worm.corrupt = true;
            net.reportLoss(worm, NetObserver.Loss.CORRUPTED, NetworkTopology.End.host(host));
        }
    }
}
