package org.bipj.sim.am;

import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.kernel.Kernel;

/** What all ports of one simulated cluster share: the settings, and the routes. */
public final class AmNetwork {
    private final Kernel kernel;
    private final AmSettings settings;
    private final String platform;
    private final int ranks;
    private final long seed;
    private final BiPredicate<Integer, Integer> connects;
    private final BiFunction<Integer, Integer, byte[]> routes;

    /**
     * A network on which no port is open.
     *
     * @param seed of all random choices
     * @param connects whether there is a route from a rank to another one
     * @param routes the turns from a rank to another one, as in {@link org.bipj.sim.net.Worm#route}
     * @throws IllegalArgumentException if a constant does not fit, or there are more ranks than the boards' tables hold
     */
    public AmNetwork(
            Kernel kernel,
            Constants constants,
            int ranks,
            long seed,
            BiPredicate<Integer, Integer> connects,
            BiFunction<Integer, Integer, byte[]> routes) {
        this.kernel = kernel;
        this.ranks = ranks;
        this.seed = seed;
        this.connects = connects;
        this.routes = routes;
        platform = constants.platform();
        settings = new AmSettings(constants);
        if (ranks > settings.peers) {
            throw constants.bad("am.peers", "expected " + ranks + " or more, one for each rank");
        }
    }

    Kernel kernel() {
        return kernel;
    }

    AmSettings settings() {
        return settings;
    }

    String platform() {
        return platform;
    }

    long seed() {
        return seed;
    }

    int ranks() {
        return ranks;
    }

    /** The route from a rank to another one; null if there is none. */
    byte[] route(int from, int to) {
        return connects.test(from, to) ? routes.apply(from, to) : null;
    }
}
