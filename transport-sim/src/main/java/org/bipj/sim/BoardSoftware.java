package org.bipj.sim;

import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.bipj.sim.am.AmNetwork;
import org.bipj.sim.am.AmPort;
import org.bipj.sim.bip.BipNetwork;
import org.bipj.sim.bip.PeerNumbers;
import org.bipj.sim.bip.SimPort;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.gam.GamNetwork;
import org.bipj.sim.hardware.BoardPort;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.ip.IpNetwork;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.lci.LciNetwork;
import org.bipj.sim.lci.LciPort;

/** The software of all boards of a cluster, firmware and host driver, as the constant {@code nic.firmware} says. */
@FunctionalInterface
interface BoardSoftware {
    /** BIP's firmware, which carries messages of BIP and MPI. */
    String BIP = "bip";

    /** The firmware of Active Messages II, which keeps endpoints on the board. */
    String AM = "am2";

    /** The firmware of Generic Active Messages, with one endpoint per board. */
    String GAM = "gam";

    /** LCI's control program. */
    String LCI = "lci";

    /**
     * Loads the firmware into the board of a process's node, and creates its port.
     *
     * @param place the process, among all of the run
     * @param numbers by which it knows processes; those of firmware that knows only the processes of the start are their places
     */
    BoardPort load(int place, PeerNumbers numbers, ClusterNode node);

    /** True if processes may join a run on these boards. */
    static boolean connects(Constants constants) {
        return firmware(constants).equals(BIP);
    }

    /**
     * The software that a platform names.
     *
     * @param seed of all random choices
     * @param ip the boards carry IP, which only BIP's can
     * @param connects whether there is a route from a rank to another
     * @param routes the route; throws an exception that ends the run if there is none
     */
    static BoardSoftware of(
            Kernel kernel,
            Constants constants,
            int ranks,
            long seed,
            boolean ip,
            BiPredicate<Integer, Integer> connects,
            BiFunction<Integer, Integer, byte[]> routes) {
        if (ip) {
            if (!firmware(constants).equals(BIP)) {
                throw constants.bad("nic.firmware", "expected bip: IP is a client of BIP's firmware alone");
            }
            IpNetwork network = new IpNetwork(kernel, constants, ranks, seed, connects, routes);
            return (rank, numbers, node) -> network.load(rank, node);
        }
        return switch (firmware(constants)) {
            case AM -> {
                AmNetwork network = new AmNetwork(kernel, constants, ranks, seed, connects, routes);
                yield (rank, numbers, node) -> new AmPort(network, rank, node);
            }
            case GAM -> {
                GamNetwork network = new GamNetwork(kernel, constants, ranks, connects, routes);
                yield (rank, numbers, node) -> network.load(rank, node);
            }
            case LCI -> {
                LciNetwork network = new LciNetwork(kernel, constants, ranks, routes);
                yield (rank, numbers, node) -> new LciPort(network, rank, node);
            }
            default -> {
                BipNetwork network = new BipNetwork(kernel, constants, ranks, routes);
                yield (place, numbers, node) -> new SimPort(network, place, numbers, node);
            }
        };
    }

    /** Key of the constant that has the size of an entry of the board's table of routes. */
    static String routeKey(Constants constants) {
        return switch (firmware(constants)) {
            case AM -> "am.route";
            case GAM -> "gam.route";
            case LCI -> "lci.route";
            default -> "bip.route";
        };
    }

    /** True if the boards assume that the network loses nothing, and do not notice if it does. */
    static boolean trustsNetwork(Constants constants) {
        return firmware(constants).equals(LCI)
                && constants.word("lci.retransmission").equals("none");
    }

    private static String firmware(Constants constants) {
        String firmware = constants.word("nic.firmware");
        return switch (firmware) {
            case BIP, AM, GAM, LCI -> firmware;
            default -> throw constants.bad("nic.firmware", "expected bip, am2, gam or lci");
        };
    }
}
