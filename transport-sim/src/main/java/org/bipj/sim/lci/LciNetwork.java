package org.bipj.sim.lci;

import java.util.function.BiFunction;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.kernel.Kernel;

/** What all ports of one simulated cluster share: the settings, and the routes. */
public final class LciNetwork {
    private final Kernel kernel;
    private final LciSettings settings;
    private final String platform;
    private final int ranks;
    private final BiFunction<Integer, Integer, byte[]> routes;

    /**
     * A network on which no port is open.
     *
     * @param routes the turns from a rank to another one, as in {@link org.bipj.sim.net.Worm#route}
     * @throws IllegalArgumentException if a constant does not fit, or the boards' memory is too small for the ranks
     */
    public LciNetwork(Kernel kernel, Constants constants, int ranks, BiFunction<Integer, Integer, byte[]> routes) {
        this.kernel = kernel;
        this.ranks = ranks;
        this.routes = routes;
        platform = constants.platform();
        settings = new LciSettings(constants, ranks);
    }

    Kernel kernel() {
        return kernel;
    }

    LciSettings settings() {
        return settings;
    }

    String platform() {
        return platform;
    }

    int ranks() {
        return ranks;
    }

    /** The route from a rank to another one. */
    byte[] route(int from, int to) {
        return routes.apply(from, to);
    }
}
