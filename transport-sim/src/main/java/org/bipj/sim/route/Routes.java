package org.bipj.sim.route;

/**
 * Source routes between hosts. A route is one turn for each switch: output port minus input port, negative or positive,
 * and never 0, which would lead back.
 */
public interface Routes {
    /** The length where there is no route. */
    int NONE = -1;

    /**
     * The route from a host to another. The array belongs to the caller.
     *
     * @throws IllegalArgumentException if there is none, or both are the same host
     */
    byte[] route(int from, int to);

    /** Switches on the route between two different hosts; {@link #NONE} if there is none. */
    int length(int from, int to);

    /** The exception for a pair of hosts without a route. */
    static IllegalArgumentException missing(int from, int to) {
        return new IllegalArgumentException("there is no route from host " + from + " to host " + to);
    }

    /** True if there is a route between two different hosts. */
    default boolean connects(int from, int to) {
        return length(from, to) != NONE;
    }
}
