package org.bipj.sim.gam;

import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.kernel.Kernel;

/** What all ports of one simulated cluster share: the settings, and the routes. */
public final class GamNetwork {
    private final Kernel kernel;
    private final GamSettings settings;
    private final String platform;
    private final int ranks;
    private final BiPredicate<Integer, Integer> connects;
    private final BiFunction<Integer, Integer, byte[]> routes;

    /**
     * A network on which no port is open.
     *
     * @param connects whether there is a route from a rank to another one
     * @param routes the turns from a rank to another one, as in {@link org.bipj.sim.net.Worm#route}
     * @throws IllegalArgumentException if a constant does not fit, or there are more ranks than the boards' rings are for
     */
    public GamNetwork(
            Kernel kernel,
            Constants constants,
            int ranks,
            BiPredicate<Integer, Integer> connects,
            BiFunction<Integer, Integer, byte[]> routes) {
        this.kernel = kernel;
        this.ranks = ranks;
        this.connects = connects;
        this.routes = routes;
        platform = constants.platform();
        settings = new GamSettings(constants);
        if (ranks > settings.peers) {
            throw constants.bad("gam.peers", "expected " + ranks + " or more, one for each rank");
        }
    }

    /** Loads the firmware into the board of a rank's node, and creates the rank's port. */
    public GamPort load(int rank, ClusterNode node) {
        return new GamPort(this, rank, node);
    }

    Kernel kernel() {
        return kernel;
    }

    GamSettings settings() {
        return settings;
    }

    String platform() {
        return platform;
    }

    int ranks() {
        return ranks;
    }

    boolean connects(int from, int to) {
        return from == to || connects.test(from, to);
    }

    byte[] route(int from, int to) {
        return routes.apply(from, to);
    }
}
