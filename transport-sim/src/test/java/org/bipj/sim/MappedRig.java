package org.bipj.sim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.platform.Platform;

/** Clusters of any topology whose boards carry active messages and are mapped meanwhile, at a pace for tests. */
final class MappedRig {
    /** Tries are over after 255 of these. */
    static final double QUANTUM_US = 1000;
    /** From the end of one discovery to the next. */
    static final double PERIOD_US = 10_000;

    static final double PATIENCE_US = 60_000;

    private MappedRig() {}

    /** A cluster with a rank on each of the first hosts. */
    static SimCluster cluster(NetworkTopology topology, int ranks, long seed, String faults, String... changes) {
        return cluster(topology, ranks, seed, faults, IntUnaryOperator.identity(), changes);
    }

    /** The same with names of hosts. */
    static SimCluster cluster(
            NetworkTopology topology, int ranks, long seed, String faults, IntUnaryOperator names, String... changes) {
        Map<String, String> constants = new LinkedHashMap<>();
        constants.put("topology.kind", "cables");
        constants.put("nic.firmware", "am2");
        constants.put("am.quantum", QUANTUM_US + " us");
        constants.put("mapper.period", PERIOD_US + " us");
        constants.put("mapper.checks", "1");
        constants.put("mapper.patience", PATIENCE_US + " us");
        constants.put("mapper.blocked-timeout", "2 ms");
        for (String change : changes) {
            constants.put(change.substring(0, change.indexOf('=')), change.substring(change.indexOf('=') + 1));
        }
        List<String> lines = new ArrayList<>(List.of("include ultra1-myrinet", "include topology-defaults"));
        constants.forEach((key, value) -> lines.add(key + " = " + value + " | assumed | test"));
        for (int host = 0; host < topology.hosts(); host++) {
            lines.add("host host" + host);
        }
        for (int number = 0; number < topology.switches(); number++) {
            lines.add("switch switch" + number);
        }
        for (Cable cable : topology.cables()) {
            lines.add("cable " + name(cable.a()) + " " + name(cable.b()) + " " + cable.metres() + " m");
        }
        Platform platform = Platform.of(lines.toArray(String[]::new));
        return new SimCluster(platform, ranks, new SimOptions("test", seed, faults, "", List.of()), names);
    }

    private static String name(End end) {
        return end.isHost() ? "host" + end.node() : "switch" + end.node() + ":" + end.port();
    }

    /** Switches in a row, joined by some cables each, at ports 7 and down, with a host at each of the ports 0 and up. */
    static NetworkTopology row(int switches, int cables, int hostsPerSwitch) {
        NetworkTopology topology = new NetworkTopology(switches * hostsPerSwitch, switches, 8);
        for (int at = 0; at < switches; at++) {
            for (int host = 0; host < hostsPerSwitch; host++) {
                topology.connect(End.host(at * hostsPerSwitch + host), End.ofSwitch(at, host), 1);
            }
            for (int cable = 0; at > 0 && cable < cables; cable++) {
                topology.connect(End.ofSwitch(at - 1, 7 - cable), End.ofSwitch(at, 6 - cables - cable), 1);
            }
        }
        return topology;
    }
}
