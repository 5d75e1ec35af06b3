package org.bipj.sim.net;

import org.bipj.sim.kernel.Event;

/**
 * A board's end of the cable where worms end. As an event it is the end of a take.
 *
 * <p>Modelled: a head that has come, and characters taken at the pace and up to the number that the board allows; what
 * is not taken stays in the slack buffer ({@code slack.bytes}) and holds the network back. Left out: the board's own
 * pace ({@code org.bipj.sim.hardware.ReceiveEngine}).
 */
final class ReceivePort extends Event implements Ejector {
    private final Network net;
    private final int host;
    private Sink sink;
    private WormTransit flight;
    private Hop leg;
    private boolean taking;
    private boolean dead;
    /** Characters of the worm before this one belong to earlier takes; there is room for those before the other. */
    private int from;

    private int to;

    /** No character of the present take has come since the one before {@link #starvedAt}, and the board knows. */
    private boolean starved;

    private int starvedAt;
    /** Tells the board so. Made for the first worm that may starve it: short ones hardly ever do. */
    private Event flow;

    ReceivePort(Network net, int host) {
        this.net = net;
        this.host = host;
    }

    void connect(Sink board) {
        sink = board;
    }

    boolean isDead() {
        return dead;
    }

    /** A worm's first character is here. */
    void arrive(WormTransit arrived, Hop take) {
        flight = arrived;
        leg = take;
        from = take.first;
        to = take.first;
        if (sink != null) {
            sink.head(arrived.worm);
        }
    }

    @Override
    public void take(int chars, long charPs) {
        if (dead) {
            return;
        }
        if (flight == null || taking) {
            throw new IllegalStateException(
                    "host " + host + " takes " + (taking ? "before the last take has ended" : "where no worm is"));
        }
        if (chars <= 0) {
            throw new IllegalArgumentException("host " + host + " takes " + chars + " characters");
        }
        taking = true;
        to = from + chars;
        long now = net.kernel.now();
        long stall = net.faults.stall(host, now);
        if (stall > 0) {
            net.showFault(Topology.End.host(host), "board stalled", null);
        }
        if (stall == Long.MAX_VALUE) {
            taking = false;
            return;
        }
        leg.open = true;
        leg.next = Math.max(leg.next, now + stall);
        leg.newPace(Math.max(charPs, net.charPs));
        plan();
    }

    @Override
    public void pace(long charPs) {
        long pace = Math.max(charPs, net.charPs);
        if (!taking || !leg.open || pace == leg.own) {
            return;
        }
        boolean cut = leg.cutAt(net.kernel.now());
        leg.newPace(pace);
        if (flight.extend(leg) || cut) {
            flight.ripple(leg);
        }
    }

    private void plan() {
        if (flight.extend(leg)) {
            flight.ripple(leg);
        } else {
            schedule();
        }
    }

    /** Plans what can be taken; true if that is anything. */
    boolean follow(Hop up, Hop take) {
        if (!taking) {
            return false;
        }
        int total = flight.total(take.index);
        int bodyEnd = bodyEnd();
        boolean any = take.follow(up, Math.min(Math.min(up.end, total), Math.min(bodyEnd, to)));
        if (take.end == bodyEnd && bodyEnd < total - 1 && up.end > bodyEnd) {
            long crc = up.time(bodyEnd) + up.channel.shift;
            if (take.end < to || crc <= take.next) {
                take.append(Math.max(crc, take.next), 1, 1);
                any = true;
            }
        }
        if (take.end == total - 1 && up.end >= total) {
            long gap = up.time(total - 1) + up.channel.shift;
            boolean checked = bodyEnd < total - 1;
            if (checked || take.end < to || gap <= take.next) {
                take.append(Math.max(gap, checked ? take.lastTime() : take.next), 1, 1);
                any = true;
            }
        }
        return any;
    }

    /** The character behind the body, as far as the worm's length is known. */
    private int bodyEnd() {
        int total = flight.total(leg.index);
        return total == Integer.MAX_VALUE ? total : flight.isShort(leg.index) ? total - 1 : total - 2;
    }

    /**
     * The plan may have changed: looks when the present take ends. The CRC fills no room, though it is counted in the
     * plan.
     */
    void schedule() {
        scheduleFlow();
        long at = Long.MAX_VALUE;
        if (taking && flight.isComplete(leg)) {
            at = leg.lastTime();
        } else if (taking && leg.end == to && to <= bodyEnd()) {
            at = leg.next;
        }
        if (at == Long.MAX_VALUE) {
            net.kernel.cancel(this);
        } else if (!isScheduled()) {
            net.kernel.at(at, this);
        } else if (time() != at) {
            net.kernel.move(at, this);
        }
    }

    /**
     * Looks when the characters that are known of are taken, and others do not follow; or when the first of those
     * comes.
     */
    private void scheduleFlow() {
        long at = Long.MAX_VALUE;
        if (taking && starved) {
            at = leg.end > starvedAt ? leg.time(starvedAt) : Long.MAX_VALUE;
        } else if (taking && leg.end < to && !flight.isComplete(leg)) {
            at = Math.max(leg.next, net.kernel.now());
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
                    starvedAt = leg.end;
                    sink.flow(starved ? Long.MAX_VALUE : leg.own);
                    scheduleFlow();
                }
            };
        }
        if (!flow.isScheduled()) {
            net.kernel.at(at, flow);
        } else if (flow.time() != at) {
            net.kernel.move(at, flow);
        }
    }

    private void cancelFlow() {
        if (flow != null) {
            net.kernel.cancel(flow);
        }
    }

    @Override
    protected void fire() {
        endTake();
        WormTransit present = flight;
        Worm worm = present.worm;
        if (!present.isComplete(leg)) {
            int chars = leg.end - from;
            from = leg.end;
            sink.taken(worm, chars);
            return;
        }
        int chars = leg.end - from - (present.isShort(leg.index) ? 1 : 2);
        net.check(worm, present.isShort(leg.index), host);
        flight = null;
        leg = null;
        present.sink = null;
        present.leave();
        sink.tail(worm, chars);
    }

    private void endTake() {
        taking = false;
        starved = false;
        cancelFlow();
    }

    /** The worm in front is broken up: forgets it, and says how much of it belongs to the present take. */
    int abandon() {
        int taken = Math.max(0, Math.min(leg.begun(net.kernel.now()), to) - from);
        net.kernel.cancel(this);
        endTake();
        flight = null;
        leg = null;
        return taken;
    }

    /** Tells the board of it: its worm ends here. */
    void resetTail(Worm worm, int taken) {
        worm.truncated = true;
        if (sink != null) {
            sink.tail(worm, taken);
        }
    }

    /** Absorbs and ignores everything from now on. */
    void die() {
        dead = true;
        if (flight != null) {
            WormTransit present = flight;
            Hop take = leg;
            flight = null;
            leg = null;
            endTake();
            net.kernel.cancel(this);
            net.lost(present.worm, NetObserver.Loss.DEAD, Topology.End.host(host));
            present.swallowRest(take);
        }
    }
}
