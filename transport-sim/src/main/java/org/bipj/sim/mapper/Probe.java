package org.bipj.sim.mapper;

/**
 * A probe of the network.
 *
 * @param token identifies the probe when its answer arrives, however late
 * @param turns the whole route of the worm
 */
public record Probe(int token, Kind kind, byte[] turns) {
    /** What a probe finds out. */
    public enum Kind {
        /** A host at the end of the route, which answers with its name. */
        HOST,
        /** A switch, at which the worm turns and comes back. */
        SWITCH,
        /** Whether two switches are the same: the worm goes out to one and comes back from the other. */
        COMPARE
    }
}
