package org.bipj.sim.platform;

import java.util.Arrays;
import org.bipj.sim.net.Topology;
import org.bipj.sim.net.Topology.End;
import org.bipj.sim.route.Grid;

/** Topologies with parameters, so that {@code --set} can change them. docs/PLATFORMS.md describes each. */
final class Topologies {
    private Topologies() {}

    /** The grid that {@code topology.grid} and {@code topology.hosts-per-switch} describe. */
    static Grid grid(Constants constants) {
        return new Grid(sizes(constants, "topology.grid", "x"), constants.count("topology.hosts-per-switch"));
    }

    /** Switches in a row; the hosts hang alternately at the first and at the last. */
    static Topology chain(Constants constants) {
        int switches = positive(constants, "topology.switches");
        int hosts = positive(constants, "topology.hosts");
        int ports = positive(constants, "topology.ports");
        double metres = constants.number("cable.length");
        int left = switches == 1 ? hosts : (hosts + 1) / 2;
        if (left + (switches == 1 ? 0 : 1) > ports || switches > 2 && ports < 2) {
            throw bad(
                    constants,
                    "topology.hosts",
                    left + " hosts " + (switches == 1 ? "" : "and a cable to the next ") + "at a switch of " + ports
                            + " ports");
        }
        Topology topology = new Topology(hosts, switches, ports);
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
     * Fat trees of three levels, joined by top switches. Hosts are dealt to leaves, all other ports of leaves to middle
     * switches in turn; each middle switch has one cable to each upper one; the top cables go in turn from all
     * subclusters' upper switches to the top switches.
     */
    static Topology subclusters(Constants constants) {
        return new Subclusters(constants).build();
    }

    /** The state of laying cables. */
    private static final class Subclusters {
        private final Constants constants;
        private final int[] hosts;
        private final int[] leaves;
        private final int middle;
        private final int upper;
        private final int tops;
        private final int ports;
        private final double metres;
        private final Topology topology;
        /** By switch, the next free port. */
        private final int[] free;
        /** By subcluster, its first upper switch. */
        private final int[] firstUpper;

        Subclusters(Constants constants) {
            this.constants = constants;
            hosts = sizes(constants, "topology.hosts", ",");
            leaves = sizes(constants, "topology.leaves", ",");
            if (hosts.length != leaves.length) {
                throw bad(
                        constants,
                        "topology.leaves",
                        "expected one number for each of the " + hosts.length + " subclusters of topology.hosts");
            }
            middle = positive(constants, "topology.middle");
            upper = positive(constants, "topology.upper");
            tops = constants.count("topology.top-switches");
            ports = positive(constants, "topology.ports");
            metres = constants.number("cable.length");
            int switches = Arrays.stream(leaves).sum() + leaves.length * (middle + upper) + tops;
            topology = new Topology(Arrays.stream(hosts).sum(), switches, ports);
            free = new int[switches];
            firstUpper = new int[leaves.length];
        }

        Topology build() {
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
                throw bad(constants, "topology.top-cables", "there are no top switches");
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
                throw bad(constants, key, "switch " + switchNumber + " has only " + ports + " ports");
            }
            return free[switchNumber]++;
        }
    }

    private static int positive(Constants constants, String key) {
        int value = constants.count(key);
        if (value < 1) {
            throw bad(constants, key, "expected a whole number above 0");
        }
        return value;
    }

    private static int[] sizes(Constants constants, String key, String separator) {
        String word = constants.word(key);
        if (!word.matches("[1-9]\\d{0,5}(" + separator + "[1-9]\\d{0,5})*")) {
            throw bad(constants, key, "expected whole numbers above 0 with '" + separator + "' between them");
        }
        return Arrays.stream(word.split(separator)).mapToInt(Integer::parseInt).toArray();
    }

    private static IllegalArgumentException bad(Constants constants, String key, String what) {
        Constant constant = constants.get(key);
        return Constant.bad(constant.place(), key + " = " + constant.value() + ": " + what);
    }
}
