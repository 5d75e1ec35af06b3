package org.bipj.sim.platform;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bipj.sim.constants.Constant;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.route.RouteCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class PlatformTest {
    private static final List<String> NAMES = Platform.NAMES;

    @ParameterizedTest
    @FieldSource("NAMES")
    void routesOfEveryPlatformAreValidAndFreeOfDeadlock(String name) {
        Platform platform = Platform.load(name, List.of());
        RouteCheck check = new RouteCheck(platform.topology(), platform.names());
        check.addAll(platform.routes());
        assertEquals(List.of(), check.cycle());
        assertTrue(platform.routes().connects(0, platform.topology().hosts() - 1));
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void everyConstantOfEveryPlatformHasASource(String name) {
        for (Constant constant : Platform.load(name, List.of()).constants().all()) {
            assertNotEquals("no source given", constant.source(), constant.place() + " " + constant.key());
        }
    }

    @Test
    void theMapperMayFindTheRoutes() {
        Platform mapped = Platform.load("das64", List.of("routing=mapper"));
        RouteCheck check = new RouteCheck(mapped.topology(), mapped.names());
        check.addAll(mapped.routes());
        assertEquals(List.of(), check.cycle());
        assertEquals(10, longest(mapped));
    }

    @Test
    void das64HasAtMostTenSwitchesBetweenTwoHostsInBothReadings() {
        for (List<String> reading :
                List.of(List.<String>of(), List.of("topology.grid=8x2x2", "topology.hosts-per-switch=2"))) {
            Platform das = Platform.load("das64", reading);
            assertEquals(64, das.topology().hosts());
            assertEquals(10, longest(das));
        }
    }

    @Test
    void now100HasWhatThePaperCounts() {
        NetworkTopology topology = Platform.load("now100", List.of()).topology();
        assertEquals(100, topology.hosts());
        assertEquals(40, topology.switches());
        List<Cable> top = topology.cables().stream()
                .filter(c -> isTop(c.a()) || isTop(c.b()))
                .toList();
        assertEquals(11, top.size());
        for (Cable cable : topology.cables()) {
            boolean inside = subcluster(cable.a()) == subcluster(cable.b());
            assertTrue(inside || top.contains(cable), cable + " joins subclusters past the top switches");
        }
        long hostsOfFirst = IntStream.range(0, 100)
                .filter(h -> subcluster(topology.at(End.host(h)).other(End.host(h))) == 0)
                .count();
        assertEquals(36, hostsOfFirst);
    }

    @Test
    void theNumberOfCablesBetweenSubclustersCanBeSet() {
        assertEquals(
                5,
                Platform.load("now100", List.of()).topology().cables().size()
                        - Platform.load("now100", List.of("topology.top-cables=6"))
                                .topology()
                                .cables()
                                .size());
        List<String> all = List.of("topology.top-cables=16");
        RouteCheck check = new RouteCheck(Platform.load("now100", all).topology(), RouteCheck.Names.NUMBERS);
        check.addAll(Platform.load("now100", all).routes());
        assertEquals(List.of(), check.cycle());
    }

    private static boolean isTop(End end) {
        return !end.isHost() && end.node() >= 38;
    }

    private static int subcluster(End end) {
        if (end.isHost()) {
            return end.node() < 36 ? 0 : end.node() < 70 ? 1 : 2;
        }
        return isTop(end) ? 3 : end.node() / 13;
    }

    @Test
    void theNumberOfSwitchesBetweenTwoHostsCanBeSet() {
        for (int switches = 1; switches <= 5; switches++) {
            Platform platform = Platform.load("bip-ppro200", List.of("topology.switches=" + switches));
            assertEquals(switches, platform.routes().route(0, 1).length);
            assertEquals(8, platform.topology().hosts());
        }
    }

    @Test
    void aChainWithoutASwitchIsACableBetweenTwoHosts() {
        Platform platform = Platform.load("bip-ppro200", List.of("topology.switches=0", "topology.hosts=2"));
        assertEquals(0, platform.routes().route(0, 1).length);
        assertEquals(End.host(1), platform.topology().at(End.host(0)).other(End.host(0)));
    }

    @Test
    void theHostsOfAChainHangAtItsEndsAndLeaveAPortForTheNextSwitch() {
        NetworkTopology chain = Platform.load("bip-ppro200", List.of("topology.switches=3", "topology.hosts=14"))
                .topology();
        for (int host = 0; host < 14; host++) {
            assertEquals(
                    End.ofSwitch(host % 2 == 0 ? 0 : 2, host / 2),
                    chain.at(End.host(host)).other(End.host(host)));
        }
        for (int s = 0; s < 2; s++) {
            End onward = End.ofSwitch(s, 7);
            assertEquals(s + 1, chain.at(onward).other(onward).node());
        }
        assertEquals(16, chain.cables().size());
        assertMessage(
                () -> Platform.load("bip-ppro200", List.of("topology.switches=3", "topology.hosts=15")),
                "--set topology.hosts=15: topology.hosts = 15: 8 hosts and a cable to the next at a switch of 8 ports "
                        + "(topology.ports)");
    }

    @Test
    void aThousandHostsAreOneSettingAway() {
        Platform platform = Platform.load("das64", List.of("topology.grid=10x10x10"));
        assertEquals(1000, platform.topology().hosts());
        assertEquals(28, platform.routes().route(0, 999).length);
        assertEquals(
                28,
                Platform.load("das64", List.of("topology.grid=10x10x10", "routing=up-down"))
                        .routes()
                        .route(0, 999)
                        .length);
    }

    @Test
    void ranksArePlacedInOrderByListOrAtRandom() {
        Platform lab = Platform.load("lab", List.of());
        assertArrayEquals(new int[] {0, 1, 2}, lab.placement(3, 1));
        assertArrayEquals(
                new int[] {5, 63},
                Platform.load("lab", List.of("placement=5,63,7")).placement(2, 1));
        Platform random = Platform.load("lab", List.of("placement=random"));
        assertArrayEquals(random.placement(64, 7), random.placement(64, 7));
        assertFalse(Arrays.equals(random.placement(64, 7), random.placement(64, 8)));
        assertEquals(64, Arrays.stream(random.placement(64, 7)).distinct().count());
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "linear => 65 => platform lab has 64 hosts, one for each rank, and there are 65 ranks; choose another platform or a larger "
                        + "topology with --set (now topology.kind = grid)",
                "1,2 => 3 => --set placement=1,2: placement names 2 hosts for 3 ranks",
                "1,64 => 2 => --set placement=1,64: placement: host 64 of 64",
                "1,1 => 2 => --set placement=1,1: placement: host 1 is named twice",
                "best => 2 => --set placement=best: placement = best: expected linear, random, or host numbers with commas",
            })
    void aPlacementThatDoesNotFitIsRefused(String placement, int ranks, String message) {
        Platform lab = Platform.load("lab", List.of("placement=" + placement));
        assertMessage(() -> lab.placement(ranks, 1), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "das64 => topology.grid=4by4 => --set topology.grid=4by4: topology.grid = 4by4: expected whole numbers above 0 with "
                        + "'x' between them",
                "das64 => topology.grid=4x0 => --set topology.grid=4x0: topology.grid = 4x0: expected whole numbers above 0 with 'x' "
                        + "between them",
                "das64 => topology.hosts-per-switch=3 => grid 4x4x4 needs 9 ports a switch, two per dimension and one per host; there "
                        + "are 8 (topology.grid, topology.hosts-per-switch, topology.ports)",
                "das64 => topology.grid=99999x10x99999 => platform das64: topology.grid and topology.hosts-per-switch make "
                        + "99998000010 hosts and 99998000010 switches; expected at most 16384 of each",
                "now100 => topology.leaves=9,9,99999 => platform now100: topology.hosts, topology.leaves, topology.middle, "
                        + "topology.upper and topology.top-switches make 100 hosts and 100037 switches; expected at most 16384 of each",
                "das64 => topology.kind=torus => --set topology.kind=torus: topology.kind = torus: expected grid, chain, subclusters "
                        + "or cables",
                "das64 => topology.kind=cables => platform das64: topology.kind = cables needs host and cable statements",
                "das64 => routing=best => --set routing=best: routing = best: expected up-down, dimension-order, mapper or user",
                "now100 => routing=dimension-order => --set routing=dimension-order: routing = dimension-order needs topology.kind = "
                        + "grid; it is subclusters",
                "bip-ppro200 => topology.hosts=9 => --set topology.hosts=9: topology.hosts = 9: 9 hosts at a switch of 8 ports "
                        + "(topology.ports)",
                "bip-ppro200 => topology.hosts=0 => --set topology.hosts=0: topology.hosts = 0: expected a whole number from 1 to "
                        + "16384",
                "bip-ppro200 => topology.switches=1.5 => --set topology.switches=1.5: topology.switches = 1.5: expected a whole "
                        + "number from 0 to 16384",
                "bip-ppro200 => topology.switches=0 => bip-ppro200.platform:6: topology.hosts = 8: expected 2 without "
                        + "a switch (topology.switches): the ends of one cable",
                "bip-ppro200 => routing=user => --set routing=user: routing = user: expected route statements in the platform's file",
                "now100 => topology.leaves=7,7 => --set topology.leaves=7,7: topology.leaves = 7,7: expected one number for each of "
                        + "the 3 subclusters of topology.hosts",
                "now100 => topology.top-cables=17 => --set topology.top-cables=17: topology.top-cables = 17: switch 38 has only 8 "
                        + "ports (topology.ports)",
                "now100 => topology.top-switches=0 => now100.platform:11: topology.top-cables = 11: there are no top switches",
            })
    void aTopologyThatDoesNotFitIsRefused(String name, String override, String message) {
        assertMessage(() -> Platform.load(name, List.of(override)), message);
    }

    /** A turn is a signed byte, whatever the topology. */
    @ParameterizedTest
    @FieldSource("NAMES")
    void switchesHaveNoMorePortsThanATurnReaches(String name) {
        assertMessage(
                () -> Platform.load(name, List.of("topology.ports=129")),
                "--set topology.ports=129: topology.ports = 129: expected a whole number from 1 to 128");
        assertMessage(
                () -> mine("topology.ports = 256", "host a b", "switch s", "cable a s:0", "cable b s:200"),
                "platform:4: topology.ports = 256: expected a whole number from 1 to 128");
    }

    @Test
    void routesTurnFromTheFirstPortToTheLastOf128() {
        Platform wide = Platform.load("bip-ppro200", List.of("topology.ports=128", "topology.hosts=128"));
        assertArrayEquals(new byte[] {127}, wide.routes().route(0, 127));
        assertArrayEquals(new byte[] {-127}, wide.routes().route(127, 0));
        Platform mine = mine(
                "topology.ports = 128",
                "host a b",
                "switch s",
                "cable a s:0",
                "cable b s:127",
                "route a b 127",
                "route b a -127");
        assertArrayEquals(new byte[] {127}, mine.routes().route(0, 1));
    }

    @Test
    void theMapperIsRefusedWhereItsProbesDoNotReach() {
        assertMessage(
                () -> Platform.load("das64", List.of("routing=mapper", "topology.ports=9")),
                "--set topology.ports=9: topology.ports = 9: expected at most 8 with a mapper: its probes turn by 7 ports at most");
    }

    /** The length is what a table's entry has to hold; it is asked for without computing the route. */
    @ParameterizedTest
    @CsvSource({"lab, up-down", "das64, dimension-order", "now100, up-down", "bip-ppro200, mapper"})
    void theLengthOfARouteIsKnownBeforeIt(String name, String routing) {
        Platform platform = Platform.load(name, List.of("routing=" + routing));
        int hosts = platform.topology().hosts();
        for (int from = 0; from < hosts; from++) {
            for (int to = 0; to < hosts; to++) {
                if (from != to) {
                    assertEquals(
                            platform.routes().route(from, to).length,
                            platform.routes().length(from, to));
                }
            }
        }
    }

    private static int longest(Platform platform) {
        int longest = 0;
        int hosts = platform.topology().hosts();
        for (int from = 0; from < hosts; from++) {
            for (int to = 0; to < hosts; to++) {
                if (from != to) {
                    longest = Math.max(longest, platform.routes().route(from, to).length);
                }
            }
        }
        return longest;
    }

    private static final String[] HEAD = {
        "include ppro-myrinet", "include topology-defaults", "topology.kind = cables",
    };

    private static Platform mine(String... statements) {
        List<String> lines = new ArrayList<>(List.of(HEAD));
        lines.addAll(List.of(statements));
        return Platform.of(lines.toArray(String[]::new));
    }

    @Test
    void usersNameTheirOwnHostsSwitchesAndCables() {
        Platform platform = mine(
                "host ann bob",
                "switch left right",
                "cable ann left:0",
                "cable bob right:5 10 m",
                "cable left:7 right:2");
        assertEquals(2, platform.topology().hosts());
        assertEquals("bob", platform.names().host(1));
        assertEquals("right", platform.names().ofSwitch(1));
        assertArrayEquals(new byte[] {7, 3}, platform.routes().route(0, 1));
        assertEquals(10, platform.topology().at(End.host(1)).metres());
        assertEquals(3, platform.topology().at(End.host(0)).metres());
    }

    @Test
    void usersNameRoutesAndTheRestIsComputed() {
        Platform platform = mine(
                "host a b",
                "switch s t",
                "cable a s:0",
                "cable b t:0",
                "cable s:1 t:1",
                "cable s:2 t:2",
                "route a b 2 -2");
        assertArrayEquals(new byte[] {2, -2}, platform.routes().route(0, 1));
        assertEquals(2, platform.routes().route(1, 0).length);
    }

    @Test
    void withoutComputedRoutesOnlyNamedPairsAreConnected() {
        Platform platform = mine("routing = user", "host a b", "switch s", "cable a s:0", "cable b s:1", "route a b 1");
        assertTrue(platform.routes().connects(0, 1));
        assertFalse(platform.routes().connects(1, 0));
        assertMessage(() -> platform.routes().route(1, 0), "there is no route from host 1 to host 0");
    }

    @Test
    void routesThatCanDeadlockAreRefusedAtLoad() {
        List<String> lines = new ArrayList<>(List.of("routing = user", "host a b c", "switch s t u"));
        lines.addAll(List.of(
                "cable a s:0", "cable b t:0", "cable c u:0", "cable s:1 t:2", "cable t:1 u:2", "cable u:1 s:2"));
        lines.addAll(List.of("route a c 1 -1 -2", "route b a 1 -1 -2", "route c b 1 -1 -2"));
        assertMessage(
                () -> mine(lines.toArray(String[]::new)),
                "platform platform: worms on its routes can wait for each other in a circle: s port 1 -> t port 1 -> u port 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "host => expected host NAME...",
                "host a => a is already named",
                "switch a => a is already named",
                "host x:1 => 'x:1': a name has no colon",
                "cable a => expected cable END END, or cable END END LENGTH m; an end is HOST or SWITCH:PORT",
                "cable a s:1 3 => expected cable END END, or cable END END LENGTH m; an end is HOST or SWITCH:PORT",
                "cable a s:1 three m => expected cable END END, or cable END END LENGTH m; an end is HOST or SWITCH:PORT",
                "cable c s => 's' is not an end; expected a host's name, or SWITCH:PORT with a switch's name",
                "cable c:0 s:3 => 'c:0' is not an end; expected a host's name, or SWITCH:PORT with a switch's name",
                "cable c t:0 => 't:0' is not an end; expected a host's name, or SWITCH:PORT with a switch's name",
                "cable c s:8 => there is no s:8; expected a port from 0 to 7 (topology.ports)",
                "cable c s:0 => s:0 already has a cable",
                "cable a s:3 => a already has a cable",
                "cable s:4 s:4 => a cable from s:4 to itself",
                "route a => expected route HOST HOST TURN...",
                "route a d 1 => there is no host d",
                "route a b one => turn 'one': expected output port minus input port, as -3 or 5",
                "route a b 2 => route [2] from a to b: there is no cable at s port 2",
                "route a a 1 => route from a to itself",
            })
    void aStatementThatDoesNotFitIsRefusedByFileAndLine(String statement, String message) {
        assertMessage(
                () -> mine("host a b c", "switch s", "cable a s:0", "cable b s:1", statement, "cable c s:7"),
                "platform:8: " + message);
    }

    @Test
    void aHostWithoutACableIsRefused() {
        assertMessage(
                () -> mine("host a", "host b c", "switch s", "cable a s:0", "cable b s:1"),
                "platform:5: host c has no cable");
    }

    @Test
    void aRouteIsNamedOnce() {
        assertMessage(
                () -> mine("host a b", "switch s", "cable a s:0", "cable b s:1", "route a b 1", "route a b 1"),
                "platform:9: the route from a to b is already named");
    }

    @Test
    void aConstantThatNothingReadsIsRefused(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("mine.platform"), List.of("include das64", "bus.rat = 264 MB/s"));
        String message = assertThrows(IllegalArgumentException.class, () -> Platform.load(file.toString(), List.of()))
                .getMessage();
        assertTrue(message.startsWith("mine.platform:2: nothing reads bus.rat; did you mean bus.rate?"), message);
        Files.write(file, List.of("include das64", "bus.rate = 264 MB/s"));
        assertEquals(264, Platform.load(file.toString(), List.of()).constants().number("bus.rate"));
    }

    /** The example in docs/PLATFORMS.md. */
    @Test
    void theExampleOfTheDocumentationWorks() throws IOException {
        String text = Files.readString(Path.of("../docs/PLATFORMS.md"));
        int end = text.indexOf("route ann cid");
        String example = text.substring(text.lastIndexOf("```", end) + 3, text.indexOf("```", end));
        Platform platform = Platform.of(example.strip().split("\n"));
        assertEquals(3, platform.topology().hosts());
        assertArrayEquals(new byte[] {7, -7}, platform.routes().route(0, 2));
    }

    @Test
    void cablesBelongToTheirKindOfTopology() {
        assertMessage(
                () -> Platform.of("include das64", "host a"),
                "platform platform: host, switch and cable statements need topology.kind = cables; it is grid");
    }

    private static void assertMessage(Runnable what, String message) {
        assertEquals(
                message, assertThrows(IllegalArgumentException.class, what::run).getMessage());
    }
}
