package org.bipj.sim.platform;

import java.util.Arrays;
import java.util.Locale;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.route.Grid;

/** Topologies with constants as parameters, which {@code --set} can change. docs/PLATFORMS.md describes each. */
final class Topologies {
    private static final int MOST = 16384;

    private Topologies() {}

    /** The grid that {@code topology.grid} and {@code topology.hosts-per-switch} describe. */
    static Grid grid(Constants constants) {
        int[] sizes = sizes(constants, "topology.grid", "x");
        int hosts = constants.count("topology.hosts-per-switch");
        double switches = Arrays.stream(sizes).asDoubleStream().reduce(1, (a, b) -> a * b);
        checkSize(constants, "topology.grid and topology.hosts-per-switch", switches * hosts, switches);
        return new Grid(sizes, hosts);
    }

    /**
     * Switches in a row. The hosts are attached alternately to the first and to the last. Without a switch there are
     * two hosts and one cable.
     */
    static NetworkTopology chain(Constants constants) {
        int switches = constants.count("topology.switches");
        int hosts = constants.count("topology.hosts");
        int ports = constants.count("topology.ports");
        double metres = constants.number("cable.length");
        if (switches == 0) {
            if (hosts != 2) {
                throw constants.bad(
                        "topology.hosts", "expected 2 without a switch (topology.switches): the ends of one cable");
            }
            NetworkTopology cable = new NetworkTopology(hosts, switches, ports);
            cable.connect(End.host(0), End.host(1), metres);
            return cable;
        }
        int left = switches == 1 ? hosts : (hosts + 1) / 2;
        if (left + (switches == 1 ? 0 : 1) > ports || switches > 2 && ports < 2) {
            throw constants.bad(
                    "topology.hosts",
                    left + " hosts " + (switches == 1 ? "" : "and a cable to the next ") + "at a switch of " + ports
                            + " ports (topology.ports)");
        }
        NetworkTopology topology = new NetworkTopology(hosts, switches, ports);
        for (int s = 0; s + 1 < switches; s++) {
            topology.connect(
                    End.ofSwitch(s, ports - 1), End.ofSwitch(s + 1, s + 2 == switches ? ports - 1 : ports - 2), metres);
        }
        int[] next = new int[switches];
        for (int h = 0; h < hosts; h++) {
            int at = h % 2 == 0 ? 0 : switches - 1;
            topology.connect(End.host(h), End.ofSwitch(at, next[at]++), metres);
        }
        return topology;
    }

    /**
     * Fat trees of three levels, joined by top switches. Hosts are distributed evenly over the leaves, and all other
     * ports of the leaves over the middle switches in turn. Each middle switch has one cable to each upper switch. The
     * top cables connect the upper switches of all subclusters in turn to the top switches.
     */
    static NetworkTopology subclusters(Constants constants) {
        return new Subclusters(constants).build();
    }

    /** Connects the cables of one network; the fields say what is connected so far. */
    private static final class Subclusters {
        private final Constants constants;
        private final int[] hosts;
        private final int[] leaves;
        private final int middle;
        private final int upper;
        private final int tops;
        private final int ports;
        private final double metres;
        private final NetworkTopology topology;
        /** By switch, the next free port. */
        private final int[] free;
        /** By subcluster, its first upper switch. */
        private final int[] firstUpper;

        Subclusters(Constants constants) {
            this.constants = constants;
            hosts = sizes(constants, "topology.hosts", ",");
            leaves = sizes(constants, "topology.leaves", ",");
            if (hosts.length != leaves.length) {
                throw constants.bad(
                        "topology.leaves",
                        "expected one number for each of the " + hosts.length + " subclusters of topology.hosts");
            }
            middle = constants.count("topology.middle");
            upper = constants.count("topology.upper");
            tops = constants.count("topology.top-switches");
            ports = constants.count("topology.ports");
            metres = constants.number("cable.length");
            int switches = Arrays.stream(leaves).sum() + leaves.length * (middle + upper) + tops;
            checkSize(
                    constants,
                    "topology.hosts, topology.leaves, topology.middle, topology.upper and topology.top-switches",
                    Arrays.stream(hosts).sum(),
                    switches);
            topology = new NetworkTopology(Arrays.stream(hosts).sum(), switches, ports);
            free = new int[switches];
            firstUpper = new int[leaves.length];
        }

        NetworkTopology build() {
            int host = 0;
            int first = 0;
            for (int c = 0; c < hosts.length; c++) {
                firstUpper[c] = first + leaves[c] + middle;
                host = leaves(c, first, host);
                for (int m = 0; m < middle; m++) {
                    for (int u = 0; u < upper; u++) {
                        join(first + leaves[c] + m, firstUpper[c] + u, "topology.upper");
                    }
                }
                first = firstUpper[c] + upper;
            }
            top(first);
            return topology;
        }

        private int leaves(int c, int first, int host) {
            int up = 0;
            for (int leaf = 0; leaf < leaves[c]; leaf++) {
                int own = hosts[c] / leaves[c] + (leaf < hosts[c] % leaves[c] ? 1 : 0);
                for (int h = 0; h < own; h++) {
                    topology.connect(
                            End.host(host++), End.ofSwitch(first + leaf, port(first + leaf, "topology.hosts")), metres);
                }
                for (int p = own; p < ports; p++) {
                    join(first + leaf, first + leaves[c] + up++ % middle, "topology.middle");
                }
            }
            return host;
        }

        private void top(int firstTop) {
            int cables = constants.count("topology.top-cables");
            if (cables > 0 && tops == 0) {
                throw constants.bad("topology.top-cables", "there are no top switches");
            }
            for (int i = 0; i < cables; i++) {
                int c = i % hosts.length;
                int turn = i / hosts.length;
                join(firstUpper[c] + turn % upper, firstTop + (turn / upper + turn + c) % tops, "topology.top-cables");
            }
        }

        private void join(int a, int b, String key) {
            topology.connect(End.ofSwitch(a, port(a, key)), End.ofSwitch(b, port(b, key)), metres);
        }

        private int port(int switchNumber, String key) {
            if (free[switchNumber] == ports) {
                throw constants.bad(key, "switch " + switchNumber + " has only " + ports + " ports (topology.ports)");
            }
            return free[switchNumber]++;
        }
    }

    /** Rejects topologies whose routes would take too long to compute. */
    private static void checkSize(Constants constants, String keys, double hosts, double switches) {
        if (Math.max(hosts, switches) > MOST) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "platform %s: %s make %.0f hosts and %.0f switches; expected at most %d of each",
                    constants.platform(),
                    keys,
                    hosts,
                    switches,
                    MOST));
        }
    }

    private static int[] sizes(Constants constants, String key, String separator) {
        String word = constants.word(key);
        if (!word.matches("[1-9]\\d{0,5}(" + separator + "[1-9]\\d{0,5})*")) {
            throw constants.bad(key, "expected whole numbers above 0 with '" + separator + "' between them");
        }
        return Arrays.stream(word.split(separator)).mapToInt(Integer::parseInt).toArray();
    }
}
