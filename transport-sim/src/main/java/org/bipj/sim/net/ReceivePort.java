package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;

/**
 * A board's end of the cable where worms end. As an event it is the end of a take.
 *
 * <p>Modelled: a head that has arrived, and characters taken at the pace and up to the number that the board allows;
 * the rest stays in the slack buffer ({@code slack.bytes}) and holds the network back. Left out: the board's own pace
 * ({@code org.bipj.sim.hardware.ReceiveEngine}).
 */
final class ReceivePort extends Event implements Ejector, WormTransit.Taker {
    private final NetCore core;
    private final int host;
    private Sink sink;
    /** Null if nothing breaks. */
    private BoardFaults faults;

    private WormTransit transit;
    /** The last hop of the worm, which is the take. */
    private Hop hop;

    private boolean taking;
    private boolean dead;
    /** The present take begins with this character of the worm. */
    private int from;
    /** There is room for characters before this one. */
    private int to;

    /**
     * No character of the present take has come since the one before {@link #starvedAt}; the board has been notified.
     */
    private boolean starved;

    private int starvedAt;
    /** Notifies the board of {@link #starved}. Made for the first worm that may starve it: short ones rarely do. */
    private Event flow;

    ReceivePort(NetCore core, int host) {
        this.core = core;
        this.host = host;
    }

    void connect(Sink board) {
        sink = board;
    }

    void strikeBy(BoardFaults what) {
        faults = what;
    }

    @Override
    public boolean isDead() {
        return dead;
    }

    @Override
    public void arrive(WormTransit arrived, Hop last) {
        transit = arrived;
        hop = last;
        from = last.first;
        to = last.first;
        if (sink != null) {
            sink.head(arrived.worm);
        }
    }

    // ---- what the board does -----------------------------------------------------------------------------------

    @Override
    public void take(int chars, long charPs) {
        if (dead) {
            return;
        }
        if (transit == null || taking) {
            throw new IllegalStateException(
                    "host " + host + " takes " + (taking ? "before the last take has ended" : "where no worm is"));
        }
        if (chars <= 0) {
            throw new IllegalArgumentException("host " + host + " takes " + chars + " characters");
        }
        to = from + chars;
        long stall = faults == null ? 0 : faults.stall(host);
        if (stall == Long.MAX_VALUE) {
            return;
        }
        taking = true;
        hop.open = true;
        hop.earliest = Math.max(hop.earliest, core.kernel.now() + stall);
        hop.newPace(Math.max(charPs, core.charPs));
        if (TransitPlanner.extend(hop)) {
            TransitPlanner.ripple(hop);
        } else {
            schedule();
        }
    }

    @Override
    public void pace(long charPs) {
        long pace = Math.max(charPs, core.charPs);
        if (!taking || !hop.open || pace == hop.pace) {
            return;
        }
        boolean cut = hop.cutAt(core.kernel.now());
        hop.newPace(pace);
        if (TransitPlanner.extend(hop) || cut) {
            TransitPlanner.ripple(hop);
        }
    }

    // ---- the plan of the last hop ------------------------------------------------------------------------------

    @Override
    public boolean follow(Hop up, Hop take) {
        if (!taking) {
            return false;
        }
        int total = transit.total(take.index);
        int bodyEnd = bodyEnd();
        boolean any = take.follow(up, Math.min(Math.min(up.end, total), Math.min(bodyEnd, to)));
        if (take.end == bodyEnd && bodyEnd < total - 1 && up.end > bodyEnd) {
            long crc = up.time(bodyEnd) + up.cable.shift;
            if (take.end < to || crc <= take.earliest) {
                take.append(Math.max(crc, take.earliest), 1, 1);
                any = true;
            }
        }
        if (take.end == total - 1 && up.end >= total) {
            long gap = up.time(total - 1) + up.cable.shift;
            boolean checked = bodyEnd < total - 1;
            if (checked || take.end < to || gap <= take.earliest) {
                take.append(Math.max(gap, checked ? take.lastTime() : take.earliest), 1, 1);
                any = true;
            }
        }
        return any;
    }

    /** The character behind the body, as far as the worm's length is known. */
    private int bodyEnd() {
        int total = transit.total(hop.index);
        return total == Integer.MAX_VALUE ? total : transit.isShort(hop.index) ? total - 1 : total - 2;
    }

    /** The CRC needs no room, although the plan counts it. */
    @Override
    public void schedule() {
        scheduleFlow();
        long at = Long.MAX_VALUE;
        if (taking && hop.isComplete()) {
            at = hop.lastTime();
        } else if (taking && hop.end == to && to <= bodyEnd()) {
            at = hop.earliest;
        }
        if (at == Long.MAX_VALUE) {
            core.kernel.cancel(this);
        } else if (!isScheduled()) {
            core.kernel.at(at, this);
        } else if (time() != at) {
            core.kernel.move(at, this);
        }
    }

    /** Schedules the moment at which the known characters are taken and no others follow; or at which others come. */
    private void scheduleFlow() {
        long at = Long.MAX_VALUE;
        if (taking && starved) {
            at = hop.end > starvedAt ? hop.time(starvedAt) : Long.MAX_VALUE;
        } else if (taking && hop.end < to && !hop.isComplete()) {
            at = Math.max(hop.earliest, core.kernel.now());
        }
        if (at == Long.MAX_VALUE) {
            cancelFlow();
            return;
        }
        if (flow == null) {
            flow = new Event() {
                @Override
                protected void fire() {
                    starved = !starved;
                    starvedAt = hop.end;
                    sink.flow(starved ? Long.MAX_VALUE : hop.pace);
                    scheduleFlow();
                }
            };
        }
        if (!flow.isScheduled()) {
            core.kernel.at(at, flow);
        } else if (flow.time() != at) {
            core.kernel.move(at, flow);
        }
    }

    private void cancelFlow() {
        if (flow != null) {
            core.kernel.cancel(flow);
        }
    }

    @Override
    protected void fire() {
        endTake();
        WormTransit present = transit;
        Worm worm = present.worm;
        if (!hop.isComplete()) {
            int chars = hop.end - from;
            from = hop.end;
            sink.taken(worm, chars);
            return;
        }
        boolean isShort = present.isShort(hop.index);
        int chars = hop.end - from - (isShort ? 1 : 2);
        if (faults != null) {
            faults.checkTail(worm, isShort, host);
        }
        transit = null;
        hop = null;
        present.sink = null;
        present.leave();
        sink.tail(worm, chars);
    }

    private void endTake() {
        taking = false;
        starved = false;
        cancelFlow();
    }

    // ---- worms that are broken up ------------------------------------------------------------------------------

    @Override
    public int abandon() {
        int taken = Math.max(0, Math.min(hop.begun(core.kernel.now()), to) - from);
        core.kernel.cancel(this);
        endTake();
        transit = null;
        hop = null;
        return taken;
    }

    @Override
    public void resetTail(Worm worm, int taken) {
        worm.truncated = true;
        if (sink != null) {
            sink.tail(worm, taken);
        }
    }

    /** The board dies: the port absorbs and ignores everything from now on. */
    void die() {
        dead = true;
        if (transit != null) {
            WormTransit present = transit;
            Hop last = hop;
            transit = null;
            hop = null;
            endTake();
            core.kernel.cancel(this);
            core.reportLoss(present.worm, NetObserver.Loss.DEAD, NetworkTopology.End.host(host));
            present.swallowRest(last);
        }
    }
}
