package org.bipj.sim.mapper;

/**
 * A question of the mapper to the network.
 *
 * @param token finds the question again when its answer comes, however late
 * @param turns the whole route of the worm
 */
public record Probe(int token, Kind kind, byte[] turns) {
    /** What an answer would mean. */
    public enum Kind {
        /** Is a host at the end of the route? It answers with its name. */
        HOST,
        /** Is a switch there? The worm turns round at it and comes back by itself. */
        SWITCH,
        /** Are two switches the same? The worm goes out to one and finds back from the other. */
        COMPARE
    }
}
