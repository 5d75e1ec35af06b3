package org.bipj.sim.mapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;

/** What a map must look like, found out in other ways than the mapper's. */
final class Truth {
    private Truth() {}

    /**
     * Asserts that a map is the component of its mapper in a topology, without tails of switches, up to the numbers of
     * switches and an offset of each switch's ports.
     */
    static void assertMaps(NetworkMap map, NetworkTopology topology, int mapper) {
        Set<Integer> reached = component(topology, mapper);
        boolean[] tail = new boolean[topology.switches()];
        for (int s = 0; s < tail.length; s++) {
            tail[s] = isTail(topology, s);
        }
        Set<Integer> hosts = new TreeSet<>();
        int switches = 0;
        for (int node : reached) {
            if (node < topology.hosts()) {
                hosts.add(node);
            } else if (!tail[node - topology.hosts()]) {
                switches++;
            }
        }
        assertEquals(hosts, new TreeSet<>(map.names()), "hosts");
        assertEquals(switches, map.topology().switches(), "switches");
        assertEquals(mapper, map.names().getFirst());
        same(map, topology, mapper, tail);
    }

    /** Walks both at once from the mapper's cable: each cable of one must be there in the other. */
    private static void same(NetworkMap map, NetworkTopology topology, int mapper, boolean[] tail) {
        Map<Integer, Integer> numbers = new HashMap<>();
        Map<Integer, Integer> offsets = new HashMap<>();
        Queue<End[]> queue = new ArrayDeque<>();
        queue.add(new End[] {End.host(0), End.host(mapper)});
        Set<End> seen = new HashSet<>();
        int cables = 0;
        while (!queue.isEmpty()) {
            End[] pair = queue.remove();
            Cable mapped = map.topology().at(pair[0]);
            Cable real = topology.at(pair[1]);
            boolean expected = real != null && !leadsTo(tail, real);
            assertEquals(expected, mapped != null, "cable at " + pair[1] + ", which is " + pair[0] + " of the map");
            if (!expected || !seen.add(pair[0])) {
                continue;
            }
            cables++;
            End there = mapped.other(pair[0]);
            End really = real.other(pair[1]);
            seen.add(there);
            assertEquals(really.isHost(), there.isHost(), pair[1] + " leads to " + really + ", in the map " + there);
            if (there.isHost()) {
                assertEquals(really.node(), map.names().get(there.node()));
                continue;
            }
            Integer known = numbers.putIfAbsent(there.node(), really.node());
            int offset = really.port() - there.port();
            if (known != null) {
                assertEquals(really.node(), known, "switch " + there.node() + " of the map");
                assertEquals(offset, offsets.get(there.node()), "ports of switch " + there.node() + " of the map");
                continue;
            }
            offsets.put(there.node(), offset);
            for (int port = 0; port < topology.ports(); port++) {
                if (port - offset >= 0 && port - offset < topology.ports()) {
                    queue.add(new End[] {End.ofSwitch(there.node(), port - offset), End.ofSwitch(really.node(), port)});
                } else {
                    Cable beyond = topology.at(End.ofSwitch(really.node(), port));
                    assertTrue(beyond == null || leadsTo(tail, beyond), "port " + port + " is not in the map");
                }
            }
        }
        assertEquals(map.topology().cables().size(), cables, "cables");
        assertEquals(numbers.size(), new HashSet<>(numbers.values()).size(), "a switch is in the map twice");
        assertNotNull(map);
    }

    private static boolean leadsTo(boolean[] tail, Cable cable) {
        return !cable.a().isHost() && tail[cable.a().node()]
                || !cable.b().isHost() && tail[cable.b().node()];
    }

    /** Nodes that a host can reach: hosts by number, switches behind them. */
    static Set<Integer> component(NetworkTopology topology, int host) {
        Set<Integer> reached = new HashSet<>(Set.of(host));
        Queue<Integer> queue = new ArrayDeque<>(reached);
        while (!queue.isEmpty()) {
            int here = queue.remove();
            for (Cable cable : topology.cables()) {
                int a = node(topology, cable.a());
                int b = node(topology, cable.b());
                if (a == here && reached.add(b)) {
                    queue.add(b);
                } else if (b == here && reached.add(a)) {
                    queue.add(a);
                }
            }
        }
        return reached;
    }

    private static int node(NetworkTopology topology, End end) {
        return end.isHost() ? end.node() : topology.hosts() + end.node();
    }

    /** True if fewer than two paths lead from a switch to hosts that share no cable between switches (Menger). */
    static boolean isTail(NetworkTopology topology, int from) {
        int[][] flow = new int[topology.switches()][topology.switches()];
        int[] hosts = new int[topology.switches()];
        for (Cable cable : topology.cables()) {
            End a = cable.a();
            End b = cable.b();
            if (a.isHost() != b.isHost()) {
                hosts[a.isHost() ? b.node() : a.node()]++;
            } else if (!a.isHost() && a.node() != b.node()) {
                flow[a.node()][b.node()]++;
                flow[b.node()][a.node()]++;
            }
        }
        return hosts[from] == 0 && !(augment(flow, hosts, from) && augment(flow, hosts, from));
    }

    private static boolean augment(int[][] flow, int[] hosts, int from) {
        int[] before = new int[flow.length];
        Arrays.fill(before, -1);
        before[from] = from;
        Queue<Integer> queue = new ArrayDeque<>(Set.of(from));
        while (!queue.isEmpty()) {
            int here = queue.remove();
            if (hosts[here] > 0) {
                for (int at = here; at != from; at = before[at]) {
                    flow[before[at]][at]--;
                    flow[at][before[at]]++;
                }
                return true;
            }
            for (int next = 0; next < flow.length; next++) {
                if (flow[here][next] > 0 && before[next] < 0) {
                    before[next] = here;
                    queue.add(next);
                }
            }
        }
        return false;
    }
}
