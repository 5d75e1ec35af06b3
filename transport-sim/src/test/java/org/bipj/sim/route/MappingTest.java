package org.bipj.sim.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.bipj.sim.net.Topology;
import org.bipj.sim.platform.Constants;
import org.bipj.sim.platform.Platform;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mapper on boards and cables. */
class MappingTest {
    private static final Constants CONSTANTS = Platform.load("lab", List.of()).constants();
    private static final long MS = 1_000_000_000;

    @ParameterizedTest
    @CsvSource({"bip-ppro200, false", "bip-ppro200, true", "lab, false", "lab, true", "das64, false", "now100, false"})
    void everyHostGetsSoundRoutesToEveryOtherFromTheSmallest(String name, boolean stubborn) {
        Topology topology = Platform.load(name, List.of()).topology();
        Mapping mapping = new Mapping(topology, CONSTANTS, stubborn, 1);
        long t0 = System.currentTimeMillis();
        assertTrue(mapping.settle(20_000 * MS), "settled");
        MapperCounts c = mapping.counts();
        System.out.printf(
                "%s %s: map %d us, all %d us, %d probes, %d silent, %d broken, %d damaged, %d maps, %d events, %d ms%n",
                name,
                stubborn,
                mapping.mappers().get(0).mappingPs() / 1000000,
                mapping.now() / 1000000,
                c.probes(),
                c.silent(),
                c.broken(),
                c.damaged(),
                c.maps(),
                mapping.events(),
                System.currentTimeMillis() - t0);
        assertSound(mapping, topology, 0);
    }

    static void assertSound(Mapping mapping, Topology topology, int leader) {
        Set<Integer> component = Truth.component(topology, leader);
        Truth.assertMaps(mapping.mappers().get(leader).map(), topology, leader);
        RouteCheck check = new RouteCheck(topology, RouteCheck.Names.NUMBERS);
        for (int from = 0; from < topology.hosts(); from++) {
            if (component.contains(from)) {
                assertEquals(leader, mapping.mappers().get(from).leader(), "leader of host " + from);
                for (int to = 0; to < topology.hosts(); to++) {
                    if (from != to) {
                        assertEquals(component.contains(to), mapping.routes().connects(from, to), from + " to " + to);
                    }
                }
            }
        }
        for (int from : component) {
            for (int to : component) {
                if (from != to && from < topology.hosts() && to < topology.hosts()) {
                    check.add(from, to, mapping.routes().route(from, to));
                }
            }
        }
        assertEquals(List.of(), check.cycle());
    }
}
