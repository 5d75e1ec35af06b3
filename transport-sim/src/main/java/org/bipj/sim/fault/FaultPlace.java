package org.bipj.sim.fault;

import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;

/**
 * A cable, or one direction of it, named by an end; or all cables.
 *
 * @param end an end of the cable; null for all cables
 * @param direction which direction, seen from the end
 */
public record FaultPlace(End end, Direction direction) {
    /** All cables, in both directions. */
    public static final FaultPlace ANY = new FaultPlace(null, Direction.BOTH);

    /** The directions of a cable, as seen from the end that names it. */
    public enum Direction {
        /** Both directions. */
        BOTH,
        /** Away from the end that names the cable. */
        OUT,
        /** Towards the end that names the cable. */
        IN
    }

    /** True if worms that leave this end for the other one pass the place. */
    public boolean covers(NetworkTopology topology, End from) {
        if (end == null) {
            return true;
        }
        if (from.equals(end)) {
            return direction != Direction.IN;
        }
        Cable cable = topology.at(end);
        return cable != null && cable.other(end).equals(from) && direction != Direction.OUT;
    }

    /**
     * Checks that the place exists.
     *
     * @throws IllegalArgumentException if it does not; the message says what was expected
     */
    public void check(NetworkTopology topology) {
        if (end == null) {
            return;
        }
        boolean exists = end.isHost()
                ? end.node() < topology.hosts()
                : end.node() < topology.switches() && end.port() < topology.ports();
        if (!exists) {
            throw new IllegalArgumentException("--faults: no " + end + "; the platform has hosts 0 to "
                    + (topology.hosts() - 1) + " and switches 0 to " + (topology.switches() - 1) + " with ports 0 to "
                    + (topology.ports() - 1));
        }
        if (topology.at(end) == null) {
            throw new IllegalArgumentException("--faults: no cable at " + end);
        }
    }

    /** The place in the form of a specification. */
    @Override
    public String toString() {
        if (end == null) {
            return "any";
        }
        String name = end.isHost() ? "host" + end.node() : "switch" + end.node() + "." + end.port();
        return switch (direction) {
            case BOTH -> name;
            case OUT -> name + "-out";
            case IN -> name + "-in";
        };
    }
}
