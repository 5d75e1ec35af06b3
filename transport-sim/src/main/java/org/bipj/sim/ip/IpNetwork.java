package org.bipj.sim.ip;

import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.bipj.sim.bip.BipNetwork;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.kernel.Kernel;

/** What the IP hosts of one simulated cluster share. */
@SuppressWarnings("exports") // For the cluster, which makes it.
public final class IpNetwork {
    private static final String ERRORS = "bip.errors";

    private final Kernel kernel;
    private final IpSettings settings;
    private final BipNetwork boards;
    private final IpNames names;
    private final IpHost[] hosts;
    private final BiPredicate<Integer, Integer> connects;
    private final long seed;

    /**
     * A network without hosts.
     *
     * @param seed of first sequence numbers
     * @param connects whether there is a route from a rank to another
     * @param routes as for {@link BipNetwork}
     * @throws IllegalArgumentException if a constant does not fit
     */
    public IpNetwork(
            Kernel kernel,
            Constants constants,
            int ranks,
            long seed,
            BiPredicate<Integer, Integer> connects,
            BiFunction<Integer, Integer, byte[]> routes) {
        this.kernel = kernel;
        this.connects = connects;
        this.seed = seed;
        settings = new IpSettings(constants);
        boards = new BipNetwork(kernel, constants.with(ERRORS, "interrupt"), ranks, routes);
        names = new IpNames(ranks);
        hosts = new IpHost[ranks];
    }

    /** Loads BIP's firmware into the board of a rank's node, and creates the rank's host. */
    public IpPort load(int rank, ClusterNode node) {
        hosts[rank] = new IpHost(this, boards, rank, node);
        return new IpPort(hosts[rank], hosts.length);
    }

    Kernel kernel() {
        return kernel;
    }

    IpSettings settings() {
        return settings;
    }

    IpNames names() {
        return names;
    }

    long seed() {
        return seed;
    }

    /** True if packets from a rank reach another. */
    boolean connects(int from, int to) {
        return from == to || connects.test(from, to);
    }

    IpHost host(int rank) {
        return hosts[rank];
    }
}
