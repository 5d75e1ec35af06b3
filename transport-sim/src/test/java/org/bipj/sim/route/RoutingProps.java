package org.bipj.sim.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.End;
import org.junit.jupiter.api.Test;

/** Routes of any topology are valid and free of deadlock. */
class RoutingProps {
    @Property(tries = 300)
    void upDownRoutesAreValidLegalAndFreeOfDeadlock(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 24) int hosts,
            @ForAll @IntRange(min = 1, max = 16) int switches,
            @ForAll @IntRange(max = 20) int more) {
        NetworkTopology topology = RandomTopology.connected(seed, hosts, switches, more);
        UpDown routes = new UpDown(topology, seed);
        assertSound(topology, routes);
        for (int from = 0; from < hosts; from++) {
            for (int to = 0; to < hosts; to++) {
                if (from != to) {
                    boolean both = topology.at(End.host(from)) != null && topology.at(End.host(to)) != null;
                    assertEquals(both, routes.connects(from, to), "hosts " + from + " and " + to);
                }
            }
        }
    }

    /**
     * Two chains and a pair: of 5 switches the middle one is the root, of 4 the middle one with the smaller number, of
     * two that one; each chain is numbered from its ends inwards.
     */
    @Test
    void theRootIsTheSwitchWhoseFarthestIsNearestAndOfThoseTheFirst() {
        int[][] chains = {{0, 2, 4, 3, 1}, {5, 8, 7, 6}, {10, 9}};
        NetworkTopology topology = new NetworkTopology(1, 11, 8);
        for (int[] chain : chains) {
            for (int i = 1; i < chain.length; i++) {
                topology.connect(End.ofSwitch(chain[i - 1], 1), End.ofSwitch(chain[i], 0), 1);
            }
        }
        int[] roots = {4, 7, 9};
        UpDown routes = new UpDown(topology, 1);
        for (int c = 0; c < chains.length; c++) {
            int[] chain = chains[c];
            boolean before = true;
            for (int i = 1; i < chain.length; i++) {
                before &= chain[i - 1] != roots[c];
                assertEquals(before, routes.isUp(chain[i - 1], chain[i]), chain[i - 1] + " to " + chain[i]);
                assertEquals(!before, routes.isUp(chain[i], chain[i - 1]), chain[i] + " to " + chain[i - 1]);
            }
        }
    }

    /** Round a ring of three: two are on one level. */
    @Test
    void onOneLevelTheSwitchWithTheSmallerNumberIsUp() {
        NetworkTopology topology = new NetworkTopology(1, 3, 8);
        for (int s = 0; s < 3; s++) {
            topology.connect(End.ofSwitch(s, 1), End.ofSwitch((s + 1) % 3, 0), 1);
        }
        UpDown routes = new UpDown(topology, 1);
        for (int from = 0; from < 3; from++) {
            for (int to = 0; to < 3; to++) {
                assertEquals(to < from, routes.isUp(from, to), from + " to " + to);
            }
        }
    }

    @Property(tries = 200)
    void upDownRoutesAreTheShortestLegalOnes(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int switches, @ForAll @IntRange(max = 8) int more) {
        NetworkTopology topology = RandomTopology.connected(seed, 8, switches, more);
        UpDown routes = new UpDown(topology, seed);
        Wiring wiring = new Wiring(topology);
        for (int to = 1; to < 8; to++) {
            if (routes.connects(0, to)) {
                int shortest = shortestLegal(
                        wiring, routes, wiring.switchOf(wiring.attachment(0)), wiring.switchOf(wiring.attachment(to)));
                assertEquals(shortest + 1, routes.route(0, to).length, "host 0 to " + to);
            }
        }
    }

    /** Breadth first over whole walks: the definition, without cleverness. */
    private static int shortestLegal(Wiring wiring, UpDown routes, int from, int to) {
        record Step(int at, boolean wentDown, int length) {}
        Queue<Step> queue = new ArrayDeque<>(List.of(new Step(from, false, 0)));
        Set<Integer> seen = new HashSet<>();
        while (true) {
            Step step = queue.remove();
            if (step.at == to) {
                return step.length;
            }
            if (!seen.add(2 * step.at + (step.wentDown ? 1 : 0))) {
                continue;
            }
            for (int port = 0; port < wiring.ports; port++) {
                int next = wiring.neighbour(step.at, port);
                if (next >= 0 && !(step.wentDown && routes.isUp(step.at, next))) {
                    queue.add(new Step(next, !routes.isUp(step.at, next), step.length + 1));
                }
            }
        }
    }

    @Property(tries = 100)
    void routesStayValidWithinComponentsWhenCablesAreGone(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 12) int switches, @ForAll @IntRange(max = 5) int gone) {
        NetworkTopology whole = RandomTopology.connected(seed, 12, switches, 4);
        NetworkTopology rest = RandomTopology.without(whole, gone, seed);
        UpDown routes = new UpDown(rest, seed);
        assertSound(rest, routes);
        for (int from = 0; from < 12; from++) {
            for (int to = 0; to < 12; to++) {
                if (from != to) {
                    assertEquals(
                            routes.connects(from, to), routes.connects(to, from), "reachable both ways or not at all");
                    if (!routes.connects(from, to)) {
                        int source = from;
                        int target = to;
                        assertThrows(IllegalArgumentException.class, () -> routes.route(source, target));
                    }
                }
            }
        }
    }

    @Property(tries = 100)
    void dimensionOrderIsValidShortestAndFreeOfDeadlock(
            @ForAll @Size(min = 1, max = 3) List<@IntRange(min = 1, max = 4) Integer> sizes,
            @ForAll @IntRange(min = 1, max = 2) int hostsPerSwitch) {
        Grid grid = new Grid(sizes.stream().mapToInt(Integer::intValue).toArray(), hostsPerSwitch);
        NetworkTopology topology = grid.topology(8, 3);
        DimensionOrder routes = new DimensionOrder(grid);
        assertSound(topology, routes);
        UpDown upDown = new UpDown(topology, 1);
        for (int from = 0; from < topology.hosts(); from++) {
            for (int to = 0; to < topology.hosts(); to++) {
                if (from != to) {
                    assertTrue(routes.route(from, to).length <= upDown.route(from, to).length);
                    assertEquals(routes.route(to, from).length, routes.route(from, to).length);
                }
            }
        }
    }

    @Property(tries = 50)
    void theSeedDecidesAndNothingElse(@ForAll long seed) {
        NetworkTopology topology = RandomTopology.connected(seed, 10, 8, 12);
        UpDown one = new UpDown(topology, seed);
        UpDown other = new UpDown(topology, seed);
        for (int from = 9; from >= 0; from--) {
            for (int to = 0; to < 10; to++) {
                if (from != to && one.connects(from, to)) {
                    assertArrayEquals(one.route(from, to), one.route(from, to));
                }
            }
        }
        for (int from = 0; from < 10; from++) {
            for (int to = 0; to < 10; to++) {
                if (from != to && one.connects(from, to)) {
                    assertArrayEquals(one.route(from, to), other.route(from, to));
                }
            }
        }
    }

    @Test
    void pairsSpreadOverParallelCables() {
        assertEquals(Set.of(4, 5, 6, 7), new HashSet<>(cablesOfPairs(1)));
        assertNotEquals(cablesOfPairs(1), cablesOfPairs(2), "the seed decides");
    }

    /** Of four cables between two switches of four hosts those that the pairs take, by their ports. */
    private static List<Integer> cablesOfPairs(long seed) {
        NetworkTopology topology = new NetworkTopology(8, 2, 8);
        for (int h = 0; h < 8; h++) {
            topology.connect(End.host(h), End.ofSwitch(h / 4, h % 4), 1);
        }
        for (int p = 4; p < 8; p++) {
            topology.connect(End.ofSwitch(0, p), End.ofSwitch(1, p), 1);
        }
        UpDown routes = new UpDown(topology, seed);
        List<Integer> used = new ArrayList<>();
        for (int from = 0; from < 4; from++) {
            for (int to = 4; to < 8; to++) {
                used.add(from + routes.route(from, to)[0]);
            }
        }
        return used;
    }

    @Test
    void routesBelongToTheCallerAndOthersThanOfTwoHostsAreRefused() {
        Grid grid = new Grid(new int[] {2, 2}, 1);
        Routes ordered = new DimensionOrder(grid);
        UserRoutes users = new UserRoutes(ordered);
        byte[] named = {1, 2, 3};
        assertTrue(users.put(1, 2, named));
        assertFalse(users.put(1, 2, new byte[] {7}), "named before");
        named[0] = 9;
        assertArrayEquals(new byte[] {1, 2, 3}, users.route(1, 2));
        assertArrayEquals(ordered.route(2, 1), users.route(2, 1), "the way back is another pair");
        for (Routes routes : List.of(ordered, users, new UpDown(grid.topology(8, 3), 1))) {
            byte[] route = routes.route(1, 2);
            assertEquals(route.length, routes.length(1, 2));
            byte[] before = route.clone();
            route[0]++;
            assertArrayEquals(before, routes.route(1, 2));
            for (int[] pair : new int[][] {{1, 1}, {-1, 0}, {0, -1}, {4, 0}, {0, 4}}) {
                assertThrows(IllegalArgumentException.class, () -> routes.route(pair[0], pair[1]));
            }
        }
        Routes alone = new UserRoutes(null);
        assertFalse(alone.connects(1, 2));
        assertThrows(IllegalArgumentException.class, () -> alone.route(1, 2));
    }

    @Test
    void aThousandHostsAreRoutedOnAGrid() {
        Grid grid = new Grid(new int[] {8, 8, 16}, 1);
        NetworkTopology topology = grid.topology(8, 3);
        UpDown upDown = new UpDown(topology, 1);
        DimensionOrder ordered = new DimensionOrder(grid);
        RouteCheck check = new RouteCheck(topology, RouteCheck.Names.NUMBERS);
        for (int from = 0; from < 1024; from += 31) {
            for (int to = 0; to < 1024; to++) {
                if (from != to) {
                    check.add(from, to, upDown.route(from, to));
                    check.add(from, to, ordered.route(from, to));
                }
            }
        }
        assertEquals(7 + 7 + 15 + 1, ordered.route(0, 1023).length);
    }

    private static void assertSound(NetworkTopology topology, Routes routes) {
        RouteCheck check = new RouteCheck(topology, RouteCheck.Names.NUMBERS);
        check.addAll(routes);
        assertEquals(List.of(), check.cycle());
    }
}
