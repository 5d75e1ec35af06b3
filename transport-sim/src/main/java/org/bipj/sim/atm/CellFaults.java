package org.bipj.sim.atm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.bipj.sim.fault.Fault;
import org.bipj.sim.fault.Fault.Harm;
import org.bipj.sim.fault.FaultPlace.Direction;
import org.bipj.sim.fault.FaultSpec;
import org.bipj.sim.kernel.Seeds;

/**
 * Injects faults into the fibres of hosts: a cell is lost, or bits of it change. A bit of the header that changes loses the
 * cell, because the header's check finds it. A fault counts and draws for itself, in the order of simulated time.
 */
final class CellFaults {
    private static final int BITS = Byte.SIZE * Cell.BYTES;

    private static final class Strike {
        final Fault.Harmed fault;
        final RandomGenerator random;
        long seen;

        Strike(Fault.Harmed fault, RandomGenerator random) {
            this.fault = fault;
            this.random = random;
        }
    }

    private final List<Strike> strikes = new ArrayList<>();
    private final boolean none;
    private long lost;
    private long changed;

    /**
     * The faults of a run.
     *
     * @param hosts number of hosts
     * @throws IllegalArgumentException for faults that ATM does not have, or of a host that does not exist
     */
    CellFaults(FaultSpec spec, int hosts, long seed) {
        for (Fault fault : spec.faults()) {
            if (!(fault instanceof Fault.Harmed harmed) || harmed.harm() == Harm.TRUNCATE) {
                throw new IllegalArgumentException("--faults: on ATM platforms expected flip or drop, of cells");
            }
            if (harmed.place().end() != null
                    && (!harmed.place().end().isHost() || harmed.place().end().node() >= hosts)) {
                throw new IllegalArgumentException("--faults: " + harmed.place()
                        + ": on this platform expected any, or the fibre of one of the hosts 0 to " + (hosts - 1));
            }
            strikes.add(new Strike(harmed, Seeds.of(seed, "cell faults " + strikes.size())));
        }
        none = strikes.isEmpty();
    }

    /** A cell enters the fibre of a host, away from it or towards it. Returns false if the cell is lost. */
    boolean passes(Cell cell, int host, Direction direction) {
        boolean passes = true;
        boolean flipped = false;
        for (Strike strike : strikes) {
            if (!covers(strike, host, direction)) {
                continue;
            }
            int flips = flips(strike);
            if (flips < 0) {
                passes = false;
            }
            for (int i = 0; i < flips; i++) {
                int bit = strike.random.nextInt(BITS);
                if (bit < Byte.SIZE * Cell.HEADER) {
                    passes = false;
                } else {
                    cell.flip(bit - Byte.SIZE * Cell.HEADER);
                    flipped = true;
                }
            }
        }
        if (!passes) {
            lost++;
        } else if (flipped) {
            changed++;
        }
        return passes;
    }

    private static boolean covers(Strike strike, int host, Direction direction) {
        if (strike.fault.place().end() == null) {
            // "Any" is one place, which a cell enters where it leaves its host.
            return direction == Direction.OUT;
        }
        Direction of = strike.fault.place().direction();
        return strike.fault.place().end().node() == host && (of == Direction.BOTH || of == direction);
    }

    /** Bits to change; -1: the cell is lost. */
    private static int flips(Strike strike) {
        Fault.Harmed fault = strike.fault;
        if (fault.worm() > 0) {
            boolean hit = ++strike.seen == fault.worm();
            return !hit ? 0 : fault.harm() == Harm.DROP ? -1 : 1;
        }
        if (fault.harm() == Harm.DROP) {
            return strike.random.nextDouble() < fault.rate() ? -1 : 0;
        }
        int flips = 0;
        for (int i = 0; i < Cell.BYTES; i++) {
            flips += strike.random.nextDouble() < fault.rate() ? 1 : 0;
        }
        return flips;
    }

    boolean isNone() {
        return none;
    }

    /** The faults so far as one line; empty if there are none. */
    String summary() {
        return none
                ? ""
                : String.format(Locale.ROOT, "faults: %,d cells lost, %,d cells with changed bits", lost, changed);
    }
}
