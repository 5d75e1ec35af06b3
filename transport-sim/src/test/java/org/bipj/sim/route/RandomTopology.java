package org.bipj.sim.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;

/** Topologies for properties: any switches, any ports, any cables; the seed makes them again. */
public final class RandomTopology {
    private static final int PORTS = 8;

    private final Random random;
    private final NetworkTopology topology;
    private final List<List<Integer>> free = new ArrayList<>();

    private RandomTopology(long seed, int hosts, int switches) {
        random = new Random(seed);
        topology = new NetworkTopology(hosts, switches, PORTS);
        for (int s = 0; s < switches; s++) {
            List<Integer> ports = new ArrayList<>();
            for (int p = 0; p < PORTS; p++) {
                ports.add(p);
            }
            java.util.Collections.shuffle(ports, random);
            free.add(ports);
        }
    }

    /**
     * All connected: a random tree of switches, hosts wherever a port is free (a host for which none is left stays
     * without cable), and more cables between any switches, loops and parallel ones among them.
     */
    public static NetworkTopology connected(long seed, int hosts, int switches, int more) {
        RandomTopology made = new RandomTopology(seed, hosts, switches);
        for (int s = 1; s < switches; s++) {
            int to = made.anyFree(s);
            made.join(to, s);
        }
        for (int h = 0; h < hosts; h++) {
            int at = made.anyFree(switches);
            if (at >= 0) {
                made.topology.connect(End.host(h), made.end(at), 1);
            }
        }
        for (int i = 0; i < more; i++) {
            int a = made.anyFree(switches);
            if (a >= 0) {
                End end = made.end(a);
                int b = made.anyFree(switches);
                if (b >= 0) {
                    made.topology.connect(end, made.end(b), 1);
                }
            }
        }
        return made.topology;
    }

    /** No random one: hosts at one switch, each at the port of its number. */
    public static NetworkTopology star(int hosts) {
        NetworkTopology topology = new NetworkTopology(hosts, 1, PORTS);
        for (int host = 0; host < hosts; host++) {
            topology.connect(End.host(host), End.ofSwitch(0, host), 1);
        }
        return topology;
    }

    /** The same without so many cables drawn from the seed, or fewer: one may be drawn twice. */
    public static NetworkTopology without(NetworkTopology whole, int cables, long seed) {
        return without(
                whole,
                new Random(seed)
                        .ints(cables, 0, whole.cables().size())
                        .mapToObj(whole.cables()::get)
                        .toList());
    }

    /** The same without some cables. */
    public static NetworkTopology without(NetworkTopology whole, List<Cable> cables) {
        NetworkTopology rest = new NetworkTopology(whole.hosts(), whole.switches(), whole.ports());
        for (Cable cable : whole.cables()) {
            if (!cables.contains(cable)) {
                rest.connect(cable.a(), cable.b(), cable.metres());
            }
        }
        return rest;
    }

    /** A switch with a free port among the first ones; -1 if there is none. */
    private int anyFree(int switches) {
        List<Integer> all = new ArrayList<>();
        for (int s = 0; s < switches; s++) {
            if (!free.get(s).isEmpty()) {
                all.add(s);
            }
        }
        return all.isEmpty() ? -1 : all.get(random.nextInt(all.size()));
    }

    private void join(int a, int b) {
        topology.connect(end(a), end(b), 1);
    }

    private End end(int number) {
        return End.ofSwitch(number, free.get(number).removeLast());
    }
}
