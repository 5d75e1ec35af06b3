package org.bipj.sim.mapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.route.RandomTopology;
import org.bipj.sim.route.UpDown;
import org.junit.jupiter.api.Test;

/** The check of a map without a network to carry its probes: answers come from a walk over the topology. */
class MapCheckProps {
    private static final int HOSTS = 8;

    private static NetworkMap map(NetworkTopology topology) {
        Discovery discovery = new Discovery(0);
        serve(discovery, topology);
        return discovery.map();
    }

    /** Asks until a search is complete; returns the number of its probes. */
    private static int serve(Search search, NetworkTopology topology) {
        FakeNetwork network = new FakeNetwork(topology, false);
        int probes = 0;
        for (Probe probe = search.next(); probe != null; probe = search.next()) {
            network.answer(search, 0, probe);
            probes++;
        }
        assertNull(search.failure());
        return probes;
    }

    /** Cables between nodes that the mapper can reach, without those of the whole network's tails. */
    private static long cables(NetworkTopology whole, NetworkTopology rest) {
        boolean[] tails = NetworkMap.tails(whole);
        Set<Integer> reached = Truth.component(rest, 0);
        return rest.cables().stream()
                .filter(cable -> reached.contains(node(rest, cable.a())))
                .filter(cable -> !isTail(tails, cable.a()) && !isTail(tails, cable.b()))
                .count();
    }

    private static int node(NetworkTopology topology, End end) {
        return end.isHost() ? end.node() : topology.hosts() + end.node();
    }

    private static boolean isTail(boolean[] tails, End end) {
        return !end.isHost() && tails[end.node()];
    }

    @Property(tries = 200)
    void whatIsGoneIsNotInTheNewMap(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 8) int switches,
            @ForAll @IntRange(max = 6) int more,
            @ForAll @IntRange(max = 4) int gone) {
        NetworkTopology whole = RandomTopology.connected(seed, HOSTS, switches, more);
        NetworkMap before = map(whole);
        NetworkTopology rest = RandomTopology.without(whole, gone, seed);
        MapCheck check = new MapCheck(before);
        serve(check, rest);
        NetworkMap after = check.map();
        Set<Integer> hosts = new TreeSet<>(Truth.component(rest, 0));
        hosts.removeIf(node -> node >= HOSTS);
        assertEquals(hosts, new TreeSet<>(after.names()));
        assertEquals(cables(whole, rest), after.topology().cables().size());
        // All that is left is connected, so that there are routes.
        UpDown routes = new UpDown(after.topology(), 1);
        for (int host = 1; host < after.names().size(); host++) {
            assertTrue(routes.connects(0, host));
        }
        // The new map holds: its turns lead to the same hosts.
        MapCheck again = new MapCheck(after);
        serve(again, rest);
        assertSame(after, again.map());
    }

    @Property(tries = 50)
    void probesThatAreLostTwiceChangeNothing(@ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int switches) {
        NetworkTopology topology = RandomTopology.connected(seed, HOSTS, switches, 4);
        NetworkMap before = map(topology);
        FakeNetwork network = new FakeNetwork(topology, false);
        Random random = new Random(seed);
        MapCheck check = new MapCheck(before);
        int lost = 0;
        Probe late = null;
        for (Probe probe = check.next(); probe != null; probe = check.next()) {
            if (lost < 2 && random.nextInt(3) > 0) {
                lost++;
                late = probe;
                continue;
            }
            lost = 0;
            // Perhaps the answer to an earlier probe, of the same question or one that is closed, comes first.
            if (late != null && random.nextBoolean()) {
                network.answer(check, 0, late);
            }
            network.answer(check, 0, probe);
        }
        assertSame(before, check.map());
    }

    @Test
    void aCheckOfAWholeNetworkIsOneProbeForEachCable() {
        NetworkTopology topology = Platform.load("now100", List.of()).topology();
        NetworkMap map = map(topology);
        assertEquals(topology.cables().size(), serve(new MapCheck(map), topology));
    }

    @Test
    void aHostWithAnotherNameIsNotTheOneOfTheMap() {
        MapCheck check = new MapCheck(map(RandomTopology.star(3)));
        FakeNetwork network = new FakeNetwork(RandomTopology.star(3), false);
        for (Probe probe = check.next(); probe != null; probe = check.next()) {
            if (network.destination(0, probe.turns()) == 2) {
                check.host(probe.token(), 7);
            } else {
                network.answer(check, 0, probe);
            }
        }
        assertEquals(List.of(0, 1), check.map().names());
    }

    @Test
    void aMapperWithoutCableIsAlone() {
        MapCheck check = new MapCheck(map(RandomTopology.star(3)));
        serve(check, new NetworkTopology(3, 1, 8));
        assertEquals(List.of(0), check.map().names());
        assertEquals(0, check.map().topology().switches());
    }
}
