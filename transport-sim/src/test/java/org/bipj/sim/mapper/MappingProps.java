package org.bipj.sim.mapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.route.RandomTopology;
import org.bipj.sim.route.RouteCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The mapper on simulated boards and cables: whatever is connected, everybody gets sound routes from the smallest name.
 */
class MappingProps {
    private static final Constants CONSTANTS = Platform.load("lab", List.of()).constants();
    private static final long MS = 1_000_000_000;

    /** Virtual milliseconds are an upper bound of what was measured, with room for another order of probes. */
    @ParameterizedTest
    @CsvSource({
        "bip-ppro200, false, 2",
        "bip-ppro200, true, 2",
        "lab, false, 40",
        "lab, true, 40",
        "das64, false, 300",
        "now100, false, 1000",
    })
    void platformsAreMapped(String name, boolean stubborn, int mostMs) {
        Platform platform = Platform.load(name, List.of());
        NetworkTopology topology = platform.topology();
        MapperCluster mapping = new MapperCluster(topology, platform.constants(), stubborn, 1);
        assertTrue(mapping.settle(mostMs * MS), "settled within " + mostMs + " ms");
        assertSound(mapping, topology);
        int hosts = topology.hosts();
        assertEquals(stubborn ? hosts : 1, mapping.counts().maps(), "maps completed");
        assertEquals(0, mapping.counts().damaged());
        assertTrue(mapping.counts().tables() >= hosts - 1);
    }

    @Property(tries = 60)
    void randomNetworksAreMapped(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 12) int hosts,
            @ForAll @IntRange(min = 1, max = 8) int switches,
            @ForAll @IntRange(max = 6) int more,
            @ForAll boolean stubborn) {
        NetworkTopology topology = RandomTopology.connected(seed, hosts, switches, more);
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, stubborn, seed);
        assertTrue(mapping.settle(5000 * MS), "settled");
        assertSound(mapping, topology);
    }

    @Property(tries = 40)
    void eachComponentFindsItsOwnLeader(@ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int gone) {
        NetworkTopology whole = RandomTopology.connected(seed, 10, 6, 2);
        NetworkTopology rest = RandomTopology.without(whole, gone, seed);
        MapperCluster mapping = new MapperCluster(rest, CONSTANTS, false, seed);
        assertTrue(mapping.settle(5000 * MS), "settled");
        assertSound(mapping, rest);
    }

    @Property(tries = 5)
    void theSeedDecidesAndNothingElse(@ForAll long seed) {
        NetworkTopology topology = RandomTopology.connected(seed, 10, 6, 4);
        MapperCluster one = new MapperCluster(topology, CONSTANTS, false, seed);
        MapperCluster other = new MapperCluster(topology, CONSTANTS, false, seed);
        one.settle(5000 * MS);
        other.settle(5000 * MS);
        assertEquals(one.events(), other.events());
        assertEquals(one.mapper(0).mappedAt(), other.mapper(0).mappedAt());
    }

    /**
     * In each component all follow the smallest name, whose map is the truth, and have sound routes to each other and
     * to nobody else.
     */
    static void assertSound(MapperCluster mapping, NetworkTopology topology) {
        RouteCheck check = new RouteCheck(topology, RouteCheck.Names.NUMBERS);
        Set<Integer> left = new TreeSet<>();
        for (int host = 0; host < topology.hosts(); host++) {
            if (mapping.mapper(host) != null) {
                left.add(host);
            }
        }
        while (!left.isEmpty()) {
            int leader = Collections.min(left);
            Set<Integer> component = new TreeSet<>(Truth.component(topology, leader));
            component.removeIf(node -> node >= topology.hosts());
            left.removeAll(component);
            Truth.assertMaps(mapping.mapper(leader).map(), topology, leader);
            for (int from : component) {
                assertEquals(leader, mapping.mapper(from).leader(), "leader of host " + from);
                Set<Integer> others = new TreeSet<>(component);
                others.remove(from);
                assertEquals(others, mapping.mapper(from).table().destinations(), "routes of host " + from);
                for (int to : others) {
                    check.add(from, to, mapping.routes().route(from, to));
                }
            }
        }
        assertEquals(List.of(), check.cycle());
    }
}
