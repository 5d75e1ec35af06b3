package org.bipj.sim;

import static org.bipj.core.nic.Endpoints.REQUEST;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.Endpoints;
import org.bipj.sim.am.AmPort;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.mapper.Mapper;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.route.RandomTopology;
import org.bipj.sim.route.RouteCheck;
import org.bipj.sim.route.UpDown;
import org.junit.jupiter.api.Test;

/** The mapper on boards that carry traffic: cables that are cut and heal, leaders that die, networks that are hard to map. */
class AmMappingTest {
    private static final byte[] NONE = {};
    private static final byte[] LONG = new byte[8192];
    /** Tries are over after so long. */
    private static final double SILENCE_US = 256 * MappedRig.QUANTUM_US;

    /** Until a change of a small network is found and its routes are distributed. */
    private static final double FOUND_US = 150_000;

    private static final String PATIENT = "mapper.patience=2000 ms";

    /** It keeps up with the network, so that worms follow each other closely. */
    private static final String[] FAST_BUS = {"bus.rate=1000 MB/s", "bus.dma.read.rate=1000 MB/s", "bus.dma.flush=0 us"
    };

    private static Mapper leader(SimCluster cluster) {
        return cluster.mapper().mapper(0);
    }

    /** The programs have ended. All mappers follow a leader, and have its routes, perhaps once it has mapped again. */
    private static void assertSettles(SimCluster cluster, int boards, int leader) {
        long end = cluster.kernel().now() + (long) (2 * FOUND_US * 1e6);
        boolean settled = false;
        while (!settled && cluster.kernel().now() < end) {
            cluster.kernel().runTo(cluster.kernel().now() + 1_000_000_000);
            settled = IntStream.range(0, boards)
                    .mapToObj(cluster.mapper()::mapper)
                    .allMatch(mapper -> mapper.isSettled() && mapper.leader() == leader);
        }
        assertTrue(settled, cluster.mapper().summary());
    }

    /** Ranks exchange messages with the one opposite for some time, and until all have come; each has come once. */
    private static void exchange(AmRig.Host host, double forUs, byte[] data) {
        int other = host.port.size() - 1 - host.rank();
        double end = host.us() + forUs;
        int sent = 0;
        while (host.us() < end) {
            host.send(REQUEST, other, ++sent, 1, data);
            host.compute(data.length > 0 ? 10 : 500);
            host.first.group.poll(Integer.MAX_VALUE);
        }
        host.send(REQUEST, other, -sent, 0, NONE);
        host.poll(host.first.group, () -> isComplete(host.first.received));
        assertEquals(List.of(), host.first.returned);
    }

    /** True if the message with the negative number of the others has come, and they have. */
    private static boolean isComplete(List<AmRig.Message> received) {
        Set<Long> headers = new HashSet<>();
        long count = -1;
        for (AmRig.Message message : received) {
            assertTrue(headers.add(message.header()), "twice: " + message.header());
            count = message.header() < 0 ? -message.header() : count;
        }
        return headers.size() == count + 1;
    }

    // ---- cables that are cut and heal --------------------------------------------------------------------------

    @Test
    void aCutIsFoundAndRoutedAround() {
        NetworkTopology topology = MappedRig.row(2, 2, 2);
        SimCluster cluster = MappedRig.cluster(topology, 4, 1, "cut@switch0.7:at=30ms");
        AmRig.play(cluster, 4, host -> exchange(host, 100_000 + FOUND_US, NONE));
        assertEquals("4 hosts, 2 switches, 5 cables", leader(cluster).map().toString());
        assertTrue(cluster.mapper().summary().startsWith("mapper: host 0 leads 4 hosts, 2 switches, 5 cables"));
    }

    /** By a probe for each cable, while a whole map waits at each port without one. */
    @Test
    void aCheckOfTheMapFindsACutBeforeTheNextMap() {
        NetworkTopology topology = MappedRig.row(2, 2, 2);
        SimCluster cluster = MappedRig.cluster(topology, 4, 1, "cut@switch0.7:at=200ms", "mapper.checks=1000");
        double[] foundUs = new double[1];
        AmRig.play(cluster, 4, host -> {
            host.compute(200_000 - host.us());
            host.first.group.poll(1);
            while (host.rank() == 0 && leader(cluster).map().topology().cables().size() == 6) {
                host.compute(100);
                host.first.group.poll(1);
            }
            foundUs[0] = Math.max(foundUs[0], host.us() - 200_000);
        });
        double mapUs = leader(cluster).mappingPs() / 1e6;
        assertTrue(foundUs[0] < MappedRig.PERIOD_US + mapUs / 5, foundUs[0] + " us, and a map " + mapUs + " us");
        assertEquals("4 hosts, 2 switches, 5 cables", leader(cluster).map().toString());
    }

    /** A cut in a part that has been probed already is found by the check behind the map. */
    @Test
    void aCutWhileTheNetworkIsMappedIsFoundAtItsEnd() {
        NetworkTopology topology = MappedRig.row(2, 2, 2);
        SimCluster cluster =
                MappedRig.cluster(topology, 4, 1, "cut@switch0.7:at=30ms", "mapper.period=1000 ms", PATIENT);
        AmRig.play(cluster, 4, host -> exchange(host, FOUND_US, NONE));
        assertTrue(leader(cluster).mappedAt() > 30_000_000_000L, leader(cluster).mappedAt() + " ps");
        assertEquals("4 hosts, 2 switches, 5 cables", leader(cluster).map().toString());
    }

    /** Boards that work see worms which a dying cable has cut short: they drop them, and the scan sends them again. */
    @Test
    void boardsThatWorkSeeTruncatedPackets() {
        List<String> faults = new ArrayList<>();
        for (int at = 20; at < 40; at += 4) {
            for (String cable : List.of("switch0.6", "switch0.7")) {
                faults.add("cut@" + cable + ":at=" + at + "ms");
                faults.add("heal@" + cable + ":at=" + (at + 1) + "ms");
            }
        }
        SimCluster cluster = MappedRig.cluster(MappedRig.row(2, 2, 2), 4, 1, String.join(",", faults), FAST_BUS);
        AmRig.play(cluster, 4, host -> exchange(host, 50_000, LONG));
        assertTrue(cluster.mapper().counts().damaged() > 0, cluster.mapper().summary());
    }

    @Test
    void aCableThatHealsIsUsedAgain() {
        NetworkTopology topology = MappedRig.row(2, 2, 2);
        SimCluster cluster = MappedRig.cluster(
                topology, 4, 1, "cut@switch0.7:at=30ms,heal@switch0.7:at=200ms,cut@switch0.6:at=400ms");
        AmRig.play(cluster, 4, host -> exchange(host, 450_000 + FOUND_US, NONE));
        assertEquals("4 hosts, 2 switches, 5 cables", leader(cluster).map().toString());
        assertSettles(cluster, 4, 0);
    }

    /** Names, tags, what waits for a poll and what waits in host memory stay. */
    @Test
    void endpointsKeepTheirStateWhileRoutesChange() {
        NetworkTopology topology = MappedRig.row(2, 2, 1);
        int endpoints = 4;
        SimCluster cluster =
                MappedRig.cluster(topology, 2, 1, "cut@switch0.7:at=30ms,heal@switch0.7:at=300ms", "am.frames=2");
        AmRig.play(cluster, 2, host -> {
            List<AmRig.Box> boxes = new ArrayList<>();
            for (int i = 0; i < endpoints; i++) {
                boxes.add(host.open(host.first.group));
            }
            long[] names = boxes.stream().mapToLong(box -> box.endpoint.name()).toArray();
            host.compute(1000);
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < endpoints; i++) {
                    long to = new EndpointName(1 - host.rank(), i + 1, 1).packed();
                    host.send(boxes.get(i), REQUEST, to, AmRig.TAG, 10 * round + i, 1, new byte[100 * i]);
                    host.send(boxes.get(i), REQUEST, to, AmRig.TAG + 1, 100 + 10 * round + i, 1, NONE);
                }
                // Nobody polls meanwhile.
                host.compute(200_000);
            }
            for (AmRig.Box box : boxes) {
                host.poll(host.first.group, () -> box.received.size() == 3 && box.returned.size() == 3);
                box.returned.forEach(message -> assertEquals(Endpoints.WRONG_TAG, message.reason()));
            }
            assertArrayEquals(
                    names, boxes.stream().mapToLong(box -> box.endpoint.name()).toArray());
            host.compute(2 * SILENCE_US);
        });
    }

    /** What was under way comes back after 255 tries, and at once what is sent when there has been no route for as long. */
    @Test
    void halvesThatLoseEachOtherReturnMessagesAndJoinAgain() {
        NetworkTopology topology = MappedRig.row(2, 1, 2);
        SimCluster cluster = MappedRig.cluster(topology, 4, 1, "cut@switch0.7:at=30ms,heal@switch0.7:at=900ms");
        int[] leaders = new int[2];
        AmRig.play(cluster, 4, host -> {
            int other = 3 - host.rank();
            host.compute(31_000);
            double start = host.us();
            host.send(REQUEST, other, 1, 1, NONE);
            host.awaitReturned(1);
            assertEquals(Endpoints.UNREACHABLE, host.first.returned.getFirst().reason());
            assertEquals(SILENCE_US, host.us() - start, 0.03 * SILENCE_US);
            // In its own half messages arrive.
            host.send(REQUEST, host.rank() ^ 1, 2, 1, NONE);
            host.receive(1);
            host.compute(800_000 - host.us());
            host.first.group.poll(1);
            start = host.us();
            host.send(REQUEST, other, 3, 1, NONE);
            host.awaitReturned(2);
            assertEquals(0, host.us() - start, 0.01 * SILENCE_US);
            if (host.rank() == 3) {
                leaders[0] = cluster.mapper().mapper(3).leader();
            }
            host.compute(900_000 + 2 * FOUND_US - host.us());
            host.send(REQUEST, other, 4, 1, NONE);
            host.receive(2);
            assertEquals(2, host.first.returned.size());
            leaders[1] = cluster.mapper().mapper(3).leader();
            host.compute(10_000);
        });
        assertArrayEquals(new int[] {2, 0}, leaders);
    }

    /** A cable that is cut for less than 255 tries: nothing comes back, although there was no other route. */
    @Test
    void aShortCutOfTheOnlyCableReturnsNothing() {
        NetworkTopology topology = MappedRig.row(2, 1, 2);
        SimCluster cluster = MappedRig.cluster(topology, 4, 1, "cut@switch0.7:at=30ms,heal@switch0.7:at=130ms");
        AmRig.play(cluster, 4, host -> exchange(host, 300_000, new byte[500]));
    }

    // ---- leaders -----------------------------------------------------------------------------------------------

    @Test
    void theDeathOfTheLeaderMakesAnotherOne() {
        NetworkTopology topology = MappedRig.row(2, 2, 2);
        SimCluster cluster = MappedRig.cluster(topology, 4, 1, "dead@host0:at=50ms,cut@switch0.7:at=300ms");
        AmRig.play(cluster, 4, host -> {
            if (host.rank() == 1 || host.rank() == 2) {
                exchange(host, 500_000 + FOUND_US, NONE);
            }
        });
        for (int host : new int[] {1, 2, 3}) {
            assertEquals(1, cluster.mapper().mapper(host).leader(), "host " + host);
        }
        assertEquals(
                "3 hosts, 2 switches, 4 cables",
                cluster.mapper().mapper(1).map().toString());
    }

    @Test
    void aLeaderThatComesBackLeadsAgain() {
        NetworkTopology topology = MappedRig.row(2, 2, 2);
        SimCluster cluster = MappedRig.cluster(topology, 4, 1, "cut@host0:at=50ms,heal@host0:at=400ms");
        int[] meanwhile = new int[1];
        AmRig.play(cluster, 4, host -> {
            if (host.rank() == 1 || host.rank() == 2) {
                exchange(host, 350_000, NONE);
                meanwhile[0] = cluster.mapper().mapper(2).leader();
                exchangeLater(host);
            }
        });
        assertEquals(1, meanwhile[0]);
        assertSettles(cluster, 4, 0);
    }

    private static void exchangeLater(AmRig.Host host) {
        host.first.received.clear();
        exchange(host, 400_000, NONE);
    }

    // ---- networks that are hard to map -------------------------------------------------------------------------

    /** No map can be made, so nothing changes: messages go on by the routes that there are. */
    @Test
    void duplicateNamesAreReportedAndRoutesStay() {
        NetworkTopology topology = MappedRig.row(2, 2, 2);
        SimCluster cluster = MappedRig.cluster(topology, 4, 1, "", host -> host == 3 ? 2 : host);
        AmRig.play(cluster, 4, host -> exchange(host, FOUND_US, NONE));
        assertTrue(leader(cluster).counts().failed() > 0);
        assertNull(leader(cluster).map());
        assertTrue(
                cluster.mapper().summary().contains("host 0 found no map: answers contradict each other repeatedly"),
                cluster.mapper().summary());
    }

    private static NetworkTopology withTailAndLoop() {
        NetworkTopology topology = new NetworkTopology(4, 4, 8);
        NetworkTopology row = MappedRig.row(2, 2, 2);
        row.cables().forEach(cable -> topology.connect(cable.a(), cable.b(), 1));
        // A tail of two switches, the second with a cable to itself; and one of the first switch to itself.
        topology.connect(End.ofSwitch(1, 6), End.ofSwitch(2, 0), 1);
        topology.connect(End.ofSwitch(2, 5), End.ofSwitch(3, 1), 1);
        topology.connect(End.ofSwitch(3, 4), End.ofSwitch(3, 6), 1);
        topology.connect(End.ofSwitch(0, 3), End.ofSwitch(0, 5), 1);
        return topology;
    }

    @Test
    void aSwitchOnlyTailIsNotInTheMap() {
        NetworkTopology topology = withTailAndLoop();
        SimCluster cluster = MappedRig.cluster(topology, 4, 1, "cut@switch0.7:at=60ms");
        AmRig.play(cluster, 4, host -> exchange(host, 100_000 + 2 * FOUND_US, NONE));
        // Four hosts' cables, one between the two switches, and the loop.
        assertEquals("4 hosts, 2 switches, 6 cables", leader(cluster).map().toString());
    }

    @Test
    void aLoopedCableDoesNoHarm() {
        NetworkTopology topology = RandomTopology.star(3);
        topology.connect(End.ofSwitch(0, 4), End.ofSwitch(0, 6), 1);
        SimCluster cluster = MappedRig.cluster(topology, 2, 1, "cut@switch0.6:at=100ms,heal@switch0.4:at=300ms");
        AmRig.play(cluster, 2, host -> exchange(host, 500_000, LONG));
        assertEquals("3 hosts, 1 switches, 4 cables", leader(cluster).map().toString());
    }

    /** Daemons run on all hosts with a cable, whether programs run there or not. */
    @Test
    void hostsWithoutRanksTakePart() {
        NetworkTopology topology = MappedRig.row(2, 2, 3);
        SimCluster cluster = MappedRig.cluster(topology, 2, 1, "", "placement=4,1");
        AmRig.play(cluster, 2, host -> exchange(host, FOUND_US, NONE));
        // In the order of boards: those of ranks first.
        assertEquals(
                List.of(4, 1, 0, 2, 3, 5),
                IntStream.range(0, 6)
                        .mapToObj(board -> cluster.mapper().mapper(board).name())
                        .toList());
        assertSettles(cluster, 6, 0);
        assertEquals(6, cluster.mapper().mapper(2).map().names().size());
    }

    // ---- circles -----------------------------------------------------------------------------------------------

    /** Four switches in a ring, with a host each: by port 7 to the next one. */
    private static NetworkTopology ring() {
        NetworkTopology topology = new NetworkTopology(4, 4, 8);
        for (int at = 0; at < 4; at++) {
            topology.connect(End.host(at), End.ofSwitch(at, 3), 1);
            topology.connect(End.ofSwitch(at, 7), End.ofSwitch((at + 1) % 4, 0), 1);
        }
        return topology;
    }

    /**
     * Routes by which each waits for the next: the network breaks worms up, they are sent again, and all arrives once the
     * mapper has replaced the routes.
     */
    @Test
    void wormsThatWaitInACircleAreBrokenUpAndSentAgain() {
        byte[] threeOn = {4, 7, 7, 3};
        RouteCheck check = new RouteCheck(ring(), RouteCheck.Names.NUMBERS);
        for (int host = 0; host < 4; host++) {
            check.add(host, (host + 3) % 4, threeOn);
        }
        assertTrue(!check.cycle().isEmpty());
        SimCluster cluster = MappedRig.cluster(ring(), 4, 1, "", FAST_BUS);
        for (int rank = 0; rank < 4; rank++) {
            AmPort board = (AmPort) cluster.port(rank);
            board.privileged().writeRoute((rank + 3) % 4, threeOn, 0);
        }
        AmRig.play(cluster, 4, host -> {
            host.compute(500);
            for (int i = 0; i < 40; i++) {
                host.send(REQUEST, (host.rank() + 3) % 4, i, 0, LONG);
            }
            host.receive(40);
            assertEquals(
                    40,
                    host.first.received.stream()
                            .map(AmRig.Message::header)
                            .distinct()
                            .count());
            assertEquals(List.of(), host.first.returned);
            host.compute(100_000);
        });
        assertTrue(
                cluster.faults()
                        .matches("[1-9]\\d* worms did not arrive whole, the first a message of \\d+ bytes from"
                                + " rank \\d to rank \\d, blocked at switch \\d port 7 at .*"),
                cluster.faults());
    }

    /** Up*&#47;down* routes of before and after a cut, each of them free of deadlock. */
    private static List<String> circleOfBoth(NetworkTopology topology, int cable, boolean[] eachIsFree) {
        NetworkTopology rest =
                RandomTopology.without(topology, List.of(topology.cables().get(cable)));
        RouteCheck union = new RouteCheck(topology, RouteCheck.Names.NUMBERS);
        union.addAll(new UpDown(topology, 1));
        eachIsFree[0] = union.cycle().isEmpty();
        union.addAll(new UpDown(rest, 1));
        RouteCheck after = new RouteCheck(rest, RouteCheck.Names.NUMBERS);
        after.addAll(new UpDown(rest, 1));
        eachIsFree[1] = after.cycle().isEmpty();
        return union.cycle();
    }

    /** So a leader either lets the network run empty before it changes routes, or relies on the time-out: it does that. */
    @Test
    void routesOfBeforeAndAfterTogetherMayFormACircle() {
        int circles = 0;
        int all = 0;
        for (long seed = 0; seed < 40; seed++) {
            NetworkTopology topology = RandomTopology.connected(seed, 12, 6, 6);
            for (int cable = 0; cable < topology.cables().size(); cable++) {
                boolean[] eachIsFree = new boolean[2];
                circles += circleOfBoth(topology, cable, eachIsFree).isEmpty() ? 0 : 1;
                assertTrue(eachIsFree[0] && eachIsFree[1]);
                all++;
            }
        }
        assertTrue(circles > 0 && circles < all / 10, circles + " of " + all);
    }

    // ---- the rest ----------------------------------------------------------------------------------------------

    /** The daemons' periods keep no run going. */
    @Test
    void aDeadlockIsReportedAlthoughTheMapperRuns() {
        SimCluster cluster = MappedRig.cluster(MappedRig.row(2, 2, 1), 2, 1, "");
        assertThrows(DeadlockException.class, () -> AmRig.play(cluster, 2, host -> host.receive(1)));
        assertTrue(
                cluster.kernel().now() < 200 * 1_000_000_000L,
                "at " + cluster.kernel().now());
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        Supplier<String> run = () -> {
            SimCluster cluster = MappedRig.cluster(MappedRig.row(2, 2, 2), 4, 7, "cut@switch0.7:at=30ms");
            AmRig.play(cluster, 4, host -> exchange(host, FOUND_US, NONE));
            return cluster.kernel().fired() + " events, " + cluster.kernel().now() + ": "
                    + cluster.mapper().summary();
        };
        assertEquals(run.get(), run.get());
    }

    @Test
    void byDefaultThereIsNoMapper() {
        assertNull(new SimCluster(2, SimOptions.of("now100").with("nic.firmware=am2")).mapper());
    }

    private static void assertRefused(String expected, String platform, String... changes) {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new SimCluster(2, SimOptions.of(platform).with(changes)))
                .getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void aMapperNeedsBoardsAndSwitchesThatServeIt() {
        assertRefused("expected 0 ms, or nic.firmware = am2", "now100", "mapper.period=1000 ms");
        assertRefused("expected two periods or more", "now100", "nic.firmware=am2", "mapper.period=3000 ms");
        assertRefused(
                "expected at most 8 with a mapper",
                "lab",
                "nic.firmware=am2",
                "mapper.period=1 ms",
                "topology.ports=16");
    }
}
