package org.bipj.sim.net;

/** Carries out what {@link NetFaults} decides about a board that takes a worm. */
final class BoardFaults {
    private final NetCore core;
    private final NetFaults faults;

    BoardFaults(NetCore core, NetFaults faults) {
        this.core = core;
        this.faults = faults;
    }

    /** How long a board that begins to take is stalled, in picoseconds; {@link Long#MAX_VALUE} for ever. */
    long stall(int host) {
        long stall = faults.stall(host, core.kernel.now());
        if (stall > 0) {
            core.reportFault(NetworkTopology.End.host(host), "board stalled", null);
        }
        return stall;
    }

    /** Marks a worm whose tail has reached a board as truncated or corrupt, if it is. */
    void checkTail(Worm worm, boolean truncated, int host) {
        if (truncated) {
            worm.truncated = true;
            core.reportLoss(worm, NetObserver.Loss.TRUNCATED, NetworkTopology.End.host(host));
        }
        if (faults.flipped(worm) && !worm.corrupt) {
            worm.corrupt = true;
            core.reportLoss(worm, NetObserver.Loss.CORRUPTED, NetworkTopology.End.host(host));
        }
    }
}
