package org.bipj.sim.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import org.bipj.sim.fault.Fault.Harm;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Seeds;
import org.bipj.sim.kernel.VirtualTimeText;
import org.bipj.sim.net.NetFaults;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.net.Worm;

/**
 * Injects the faults of a {@link FaultSpec} into the network and the boards. The software sees only what the hardware
 * would show: a CRC that does not match, a worm that is shorter than its header says, a gap in sequence numbers, or no
 * answer.
 *
 * <p>Each fault has its own random generator, derived from the run's seed, and draws from it in the order of simulated
 * time. A run therefore fails at the same places each time, and adding a fault does not move the others.
 */
public final class FaultInjector implements NetFaults {
    /** Length of the common beginning of BIP's worms: type, source, number, length. Every worm is longer. */
    private static final int BEGINNING = 8;

    private final NetworkTopology topology;
    private final List<Strike> strikes = new ArrayList<>();

    /** A fault of worms and its counts so far. */
    private static final class Strike {
        final Fault.Harmed fault;
        final RandomGenerator random;
        long seen;
        long struck;

        Strike(Fault.Harmed fault, RandomGenerator random) {
            this.fault = fault;
            this.random = random;
        }
    }

    private final FaultSpec spec;
    private long flippedWorms;

    /**
     * An injector for one run.
     *
     * @throws IllegalArgumentException if a place does not exist
     */
    public FaultInjector(FaultSpec spec, NetworkTopology topology, long seed) {
        spec.check(topology);
        this.spec = spec;
        this.topology = topology;
        for (Fault fault : spec.faults()) {
            if (fault instanceof Fault.Harmed harmed) {
                strikes.add(new Strike(harmed, Seeds.of(seed, "faults " + strikes.size())));
            }
        }
    }

    /**
     * Schedules the deaths of boards.
     *
     * @param kill called with a host's number when its board dies
     */
    public void schedule(Kernel kernel, IntConsumer kill) {
        for (Fault fault : spec.faults()) {
            if (fault instanceof Fault.Dead dead) {
                int host = dead.place().end().node();
                kernel.at(dead.at(), new Event() {
                    @Override
                    protected void fire() {
                        kill.accept(host);
                    }
                });
            }
        }
    }

    @Override
    public Fate fate(Worm worm, int cable, int direction, long now) {
        Cable on = topology.cables().get(cable);
        End from = direction == 0 ? on.a() : on.b();
        Fate fate = Fate.PASS;
        for (Strike strike : strikes) {
            if (strike.fault.place().covers(topology, from) && strikes(strike, worm, from)) {
                fate = worse(fate, strike.fault.harm());
            }
        }
        return fate;
    }

    /** Evaluates one fault. All faults are evaluated for each worm, because each counts worms and draws numbers. */
    private static boolean strikes(Strike strike, Worm worm, End from) {
        Fault.Harmed fault = strike.fault;
        if (fault.worm() > 0) {
            // "Any" is one place: a worm enters it once, where it leaves its host.
            boolean enters = fault.place().end() != null || from.isHost();
            return enters && ++strike.seen == fault.worm() && ++strike.struck > 0;
        }
        if (fault.harm() == Harm.FLIP) {
            // The length of the worm is not known yet.
            worm.flipAt = Math.min(worm.flipAt, failures(strike.random, fault.rate()));
            return false;
        }
        return strike.random.nextDouble() < fault.rate() && ++strike.struck > 0;
    }

    /** Number of characters before the first flip, if each is flipped with a probability. */
    private static long failures(RandomGenerator random, double rate) {
        return (long) (Math.log(1 - random.nextDouble()) / Math.log1p(-rate));
    }

    private static Fate worse(Fate fate, Harm harm) {
        Fate other = switch (harm) {
            case FLIP -> Fate.CORRUPT;
            case TRUNCATE -> Fate.TRUNCATE;
            case DROP -> Fate.DROP;
        };
        return severity(other) > severity(fate) ? other : fate;
    }

    private static int severity(Fate fate) {
        return switch (fate) {
            case PASS -> 0;
            case CORRUPT -> 1;
            case TRUNCATE -> 2;
            case DROP -> 3;
        };
    }

    @Override
    public boolean flipped(Worm worm) {
        boolean flipped = NetFaults.super.flipped(worm);
        if (flipped) {
            flippedWorms++;
        }
        return flipped;
    }

    /**
     * A truncated worm keeps its route, so that it arrives, and the first half of what has left its host by now. It
     * keeps at least the beginning, from which the board reads its source: otherwise the board could not report the
     * damage.
     */
    @Override
    public int truncateAfter(Worm worm, int routeLeft) {
        return routeLeft + Math.max(BEGINNING, worm.body / 2);
    }

    @Override
    public long[] changes(int cable) {
        return spec.changes(topology, topology.cables().get(cable).a());
    }

    @Override
    public long hostDeadFrom(int host) {
        long from = Long.MAX_VALUE;
        for (Fault fault : spec.faults()) {
            if (fault instanceof Fault.Dead dead && dead.place().end().node() == host) {
                from = Math.min(from, dead.at());
            }
        }
        return from;
    }

    @Override
    public long stall(int host, long now) {
        long until = now;
        boolean goesOn = true;
        while (goesOn) {
            goesOn = false;
            for (Fault fault : spec.faults()) {
                if (fault instanceof Fault.Stall stall
                        && stall.place().end().node() == host
                        && until >= stall.at()
                        && until < end(stall)) {
                    // Another stall may begin where this one ends.
                    until = end(stall);
                    goesOn = true;
                }
            }
        }
        return until - now;
    }

    private static long end(Fault.Stall stall) {
        return stall.at() + stall.duration();
    }

    /** The faults, and how often each has struck, as one line; empty if there are none. */
    public String summary() {
        List<String> lines = new ArrayList<>();
        int next = 0;
        for (Fault fault : spec.faults()) {
            lines.add(
                    switch (fault) {
                        case Fault.Harmed harmed ->
                            harmed.harm().word() + " at " + harmed.place() + ": " + times(strikes.get(next++));
                        case Fault.Cut cut -> "cut at " + cut.place() + " from " + VirtualTimeText.text(cut.at());
                        case Fault.Healed healed ->
                            "healed at " + healed.place() + " from " + VirtualTimeText.text(healed.at());
                        case Fault.Dead dead ->
                            "dead board of " + dead.place() + " from " + VirtualTimeText.text(dead.at());
                        case Fault.Killed killed ->
                            "killed " + killed.place() + " at " + VirtualTimeText.text(killed.at());
                        case Fault.Started started ->
                            "started " + started.place() + " at " + VirtualTimeText.text(started.at());
                        case Fault.Paused paused ->
                            "paused " + paused.place() + " from " + VirtualTimeText.text(paused.at()) + " to "
                                    + VirtualTimeText.text(paused.at() + paused.duration());
                        case Fault.Stall stall ->
                            "stalled board of " + stall.place() + " from " + VirtualTimeText.text(stall.at()) + " to "
                                    + VirtualTimeText.text(end(stall));
                    });
        }
        return lines.isEmpty() ? "" : "faults: " + String.join("; ", lines);
    }

    private String times(Strike strike) {
        if (strike.fault.harm() == Harm.FLIP && strike.fault.rate() > 0) {
            return flippedWorms + " worms in all";
        }
        return strike.struck == 1 ? "once" : strike.struck + " times";
    }
}
