package org.bipj.sim.route;

/**
 * Source routes between hosts. A route is one turn per switch, as {@link org.bipj.sim.net.Worm#route} wants it: output
 * port minus input port, negative or positive, never 0 (back where it came from).
 */
public interface Routes {
    /**
     * The route from a host to another. The array belongs to the caller.
     *
     * @throws IllegalArgumentException if there is none, or both are the same host
     */
    byte[] route(int from, int to);

    /** True if there is a route between two different hosts. */
    boolean connects(int from, int to);
}
