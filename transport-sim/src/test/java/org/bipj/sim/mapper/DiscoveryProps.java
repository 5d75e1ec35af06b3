package org.bipj.sim.mapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.route.RandomTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mapper without a network to carry its probes: answers come from a walk over the topology. */
class DiscoveryProps {
    /** A host finds all that it can reach. */
    private static Discovery discover(NetworkTopology topology, int host) {
        Discovery discovery = new Discovery(host);
        new FakeNetwork(topology, false).serve(discovery, host);
        assertNull(discovery.failure());
        Truth.assertMaps(discovery.map(), topology, host);
        return discovery;
    }

    @Property(tries = 400)
    void theMapIsTheNetworkWithoutTails(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 16) int hosts,
            @ForAll @IntRange(min = 1, max = 12) int switches,
            @ForAll @IntRange(max = 8) int more) {
        NetworkTopology topology = RandomTopology.connected(seed, hosts, switches, more);
        Discovery discovery = discover(topology, 0);
        assertEquals(0, discovery.restarts());
    }

    /** Where only comparisons can tell switches apart, and the number of sightings must stay bounded. */
    @Property(tries = 50)
    void manySwitchesWithFewHostsAreMapped(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 4) int hosts,
            @ForAll @IntRange(min = 8, max = 30) int switches,
            @ForAll @IntRange(max = 40) int more) {
        NetworkTopology topology = RandomTopology.connected(seed, hosts, switches, more);
        Discovery discovery = discover(topology, 0);
        assertTrue(discovery.probes() < 40_000, discovery.probes() + " probes");
    }

    @Property(tries = 100)
    void everyHostFindsItsOwnComponent(@ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int gone) {
        NetworkTopology whole = RandomTopology.connected(seed, 10, 8, 4);
        NetworkTopology rest = RandomTopology.without(whole, gone, seed);
        for (int host = 0; host < 10; host++) {
            discover(rest, host);
        }
    }

    /**
     * Late, double and disordered answers, and probes lost in the first round, change nothing but the number of
     * questions.
     */
    @Property(tries = 200)
    void lateDoubleAndMissingAnswersDoNoHarm(@ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int switches) {
        NetworkTopology topology = RandomTopology.connected(seed, 8, switches, 4);
        FakeNetwork network = new FakeNetwork(topology, false);
        Random random = new Random(seed);
        Discovery discovery = new Discovery(0);
        List<Probe> late = new ArrayList<>();
        Probe probe = discovery.next();
        while (probe != null || !late.isEmpty()) {
            if (probe != null) {
                int fate = random.nextInt(10);
                if (fate < 2) {
                    late.add(probe);
                } else if (fate > 2 || discovery.rounds() > 1) {
                    network.answer(discovery, 0, probe);
                    if (fate < 5) {
                        network.answer(discovery, 0, probe);
                    }
                }
            }
            if (!late.isEmpty() && (probe == null || random.nextInt(4) == 0)) {
                network.answer(discovery, 0, late.remove(random.nextInt(late.size())));
            }
            probe = discovery.next();
        }
        Truth.assertMaps(discovery.map(), topology, 0);
    }

    /**
     * Whatever the network destroys, and if it does so each time: so often the question is asked again, and no more.
     */
    @ParameterizedTest
    @CsvSource({"1, 2, true", "2, 3, true", "3, 4, true", "4, 4, false", "99, 4, false"})
    void aProbeThatIsDestroyedIsAskedAgainInFourRounds(int destroyed, int rounds, boolean found) {
        NetworkTopology topology = new NetworkTopology(2, 1, 8);
        topology.connect(End.host(0), End.ofSwitch(0, 2), 1);
        topology.connect(End.host(1), End.ofSwitch(0, 5), 1);
        FakeNetwork network = new FakeNetwork(topology, false);
        Discovery discovery = new Discovery(0);
        int left = destroyed;
        for (Probe probe = discovery.next(); probe != null; probe = discovery.next()) {
            if (left > 0 && network.destination(0, probe.turns()) == 1) {
                left--;
                discovery.lost(probe.token());
            } else {
                network.answer(discovery, 0, probe);
            }
        }
        assertEquals(found ? List.of(0, 1) : List.of(0), discovery.map().names());
        // A round that has brought news is followed by another one.
        assertEquals(found ? rounds + 1 : rounds, discovery.rounds());
    }

    /** Also one that comes in the next round. */
    @Test
    void anAnswerThatComesOnceMoreIsNoNews() {
        FakeNetwork network = new FakeNetwork(RandomTopology.connected(1, 6, 4, 3), false);
        Discovery discovery = new Discovery(0);
        List<Probe> first = new ArrayList<>();
        for (Probe probe = discovery.next(); probe != null; probe = discovery.next()) {
            network.answer(discovery, 0, probe);
            if (discovery.rounds() == 1) {
                first.add(probe);
            } else {
                first.forEach(again -> network.answer(discovery, 0, again));
            }
        }
        assertEquals(2, discovery.rounds());
        Truth.assertMaps(discovery.map(), network.topology, 0);
    }

    @Test
    void theHostAtTheOtherEndOfTheCableIsNews() {
        Discovery discovery = new Discovery(0);
        for (Probe probe = discovery.next(); probe != null; probe = discovery.next()) {
            if (discovery.rounds() > 1 && probe.kind() == Probe.Kind.HOST) {
                discovery.host(probe.token(), 1);
            }
        }
        assertEquals(List.of(0, 1), discovery.map().names());
        assertEquals(3, discovery.rounds());
    }

    @Test
    void aCableMovedMeanwhileFromAHostToASwitchIsMappedAsItIsNow() {
        NetworkTopology before = new NetworkTopology(2, 1, 8);
        before.connect(End.host(0), End.host(1), 1);
        NetworkTopology after = new NetworkTopology(2, 1, 8);
        after.connect(End.host(0), End.ofSwitch(0, 2), 1);
        after.connect(End.host(1), End.ofSwitch(0, 5), 1);
        FakeNetwork network = new FakeNetwork(before, false);
        Discovery discovery = new Discovery(0);
        for (Probe probe = discovery.next(); probe != null; probe = discovery.next()) {
            network.answer(discovery, 0, probe);
            network.topology = probe.kind() == Probe.Kind.HOST ? after : network.topology;
        }
        Truth.assertMaps(discovery.map(), after, 0);
    }

    /** Host 0 at switch 0, and switch 1, which have the same ports in use but for host 1 at one of them. */
    private static NetworkTopology withHostOneAt(int number) {
        NetworkTopology topology = new NetworkTopology(2, 2, 8);
        topology.connect(End.host(0), End.ofSwitch(0, 0), 1);
        topology.connect(End.ofSwitch(0, 1), End.ofSwitch(1, 0), 1);
        topology.connect(End.host(1), End.ofSwitch(number, 2), 1);
        return topology;
    }

    /**
     * A host that moves makes two switches one. All is forgotten then, what comes late is too, and what does not answer
     * is asked twice, as at first.
     */
    @Test
    void afterAContradictionTheNetworkIsMappedAnew() {
        FakeNetwork before = new FakeNetwork(withHostOneAt(1), false);
        FakeNetwork after = new FakeNetwork(withHostOneAt(0), false);
        FakeNetwork now = before;
        Discovery discovery = new Discovery(0);
        List<Probe> early = new ArrayList<>();
        int silent = 0;
        for (Probe probe = discovery.next(); probe != null; probe = discovery.next()) {
            if (discovery.restarts() > 0 && silent++ < 2) {
                early.forEach(late -> before.answer(discovery, 0, late));
                continue;
            }
            early.add(probe);
            now.answer(discovery, 0, probe);
            now = now.destination(0, probe.turns()) == 1 ? after : now;
        }
        assertEquals(1, discovery.restarts());
        assertNull(discovery.failure());
        Truth.assertMaps(discovery.map(), after.topology, 0);
    }

    @Test
    void afterAContradictionTheHostAtTheOtherEndOfTheCableIsForgottenToo() {
        FakeNetwork network = new FakeNetwork(withHostOneAt(1), false);
        Discovery discovery = new Discovery(0);
        discovery.next();
        discovery.host(discovery.next().token(), 1);
        for (Probe probe = discovery.next(); probe != null; probe = discovery.next()) {
            network.answer(discovery, 0, probe);
            if (discovery.restarts() > 0) {
                network.topology = new NetworkTopology(2, 0, 8);
            } else if (network.destination(0, probe.turns()) == 1) {
                network.topology = withHostOneAt(0);
            }
        }
        assertEquals(1, discovery.restarts());
        assertEquals(List.of(0), discovery.map().names());
    }

    /** As the network may change between two answers. */
    @Test
    void answersOfNoOneSwitchContradictEachOther() {
        assertEquals(0, restarts(host(-4, 1), host(3, 2), host(3, 2)));
        assertEquals(1, restarts(host(-4, 1), host(4, 2)), "ports further apart than a switch has");
        assertEquals(1, restarts(host(1, 1), host(1, 2)), "two hosts at one port");
        assertEquals(1, restarts(new Answered(Probe.Kind.SWITCH, 1, 0), host(1, 1)), "a switch and a host at one port");
    }

    private record Answered(Probe.Kind kind, int port, int name) {}

    private static Answered host(int port, int name) {
        return new Answered(Probe.Kind.HOST, port, name);
    }

    /** After one answer more: that the mapper hangs at a switch, all of whose ports have been asked for. */
    private static int restarts(Answered... answers) {
        Discovery discovery = new Discovery(0);
        discovery.returned(discovery.next().token());
        List<Probe> asked = new ArrayList<>();
        for (int i = 0; i < 4 * Sighting.REACH; i++) {
            asked.add(discovery.next());
        }
        for (Answered answer : answers) {
            int token = asked.stream()
                    .filter(probe -> probe.kind() == answer.kind && probe.turns()[0] == answer.port)
                    .findFirst()
                    .orElseThrow()
                    .token();
            if (answer.kind == Probe.Kind.HOST) {
                discovery.host(token, answer.name);
            } else {
                discovery.returned(token);
            }
        }
        return discovery.restarts();
    }

    @Test
    void twoSightingsAreOneSwitchOnlyWithinEightPorts() {
        Sighting one = new Sighting(0, new byte[0], null);
        one.set(0, new Sighting.Peer(null, 1));
        one.set(4, new Sighting.Peer(null, 2));
        Sighting other = new Sighting(1, new byte[0], null);
        other.set(0, new Sighting.Peer(one, 0));
        assertTrue(Sightings.compatible(one, other, 3));
        assertTrue(Sightings.compatible(one, other, -7));
        assertFalse(Sightings.compatible(one, other, 4));
        assertFalse(Sightings.compatible(one, other, -8));
        assertFalse(Sightings.compatible(one, other, 0), "a host and a switch at one port");
    }

    @Property(tries = 100)
    void aCablePulledMeanwhileIsSeenByTheNextDiscovery(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int after) {
        NetworkTopology whole = RandomTopology.connected(seed, 8, 6, 4);
        FakeNetwork network = new FakeNetwork(whole, false);
        Discovery discovery = new Discovery(0);
        int asked = 0;
        for (Probe probe = discovery.next(); probe != null; probe = discovery.next()) {
            if (++asked == after) {
                List<Cable> pulled = List.of(whole.cables()
                        .get(new Random(seed).nextInt(whole.cables().size())));
                network.topology = RandomTopology.without(whole, pulled);
            }
            network.answer(discovery, 0, probe);
        }
        Discovery second = new Discovery(0);
        network.serve(second, 0);
        Truth.assertMaps(second.map(), network.topology, 0);
        if (asked < after) {
            assertTrue(second.map().sameAs(discovery.map()));
        }
    }

    @Test
    void aHostWithoutCableIsAlone() {
        Discovery discovery = new Discovery(7);
        new FakeNetwork(new NetworkTopology(8, 0, 8), false).serve(discovery, 7);
        assertEquals(List.of(7), discovery.map().names());
        assertEquals(0, discovery.map().topology().switches());
    }

    @Test
    void twoHostsAtOneCableFindEachOther() {
        NetworkTopology topology = new NetworkTopology(2, 0, 8);
        topology.connect(End.host(0), End.host(1), 1);
        Discovery discovery = new Discovery(1);
        new FakeNetwork(topology, false).serve(discovery, 1);
        assertEquals(List.of(1, 0), discovery.map().names());
        assertEquals(1, discovery.map().topology().cables().size());
    }

    /** A cable from a switch to itself makes the switch see itself; it is one switch all the same. */
    @Test
    void aLoopOfCableIsMapped() {
        NetworkTopology topology = new NetworkTopology(2, 2, 8);
        topology.connect(End.host(0), End.ofSwitch(0, 2), 1);
        topology.connect(End.ofSwitch(0, 3), End.ofSwitch(0, 6), 1);
        topology.connect(End.ofSwitch(0, 7), End.ofSwitch(1, 0), 1);
        topology.connect(End.host(1), End.ofSwitch(1, 5), 1);
        Discovery discovery = discover(topology, 0);
        assertEquals(4, discovery.map().topology().cables().size());
    }

    /** Where they contradict each other: here one switch would have to be itself, one port off. */
    @Test
    void twoHostsOfOneNameAreNoticed() {
        FakeNetwork network = new FakeNetwork(RandomTopology.star(3), false);
        Discovery discovery = new Discovery(0);
        for (Probe probe = discovery.next(); probe != null; probe = discovery.next()) {
            int at = network.destination(0, probe.turns());
            if (probe.kind() == Probe.Kind.HOST && at > 0) {
                discovery.host(probe.token(), 1);
            } else if (probe.kind() != Probe.Kind.HOST && at == 0) {
                discovery.returned(probe.token());
            }
        }
        assertEquals(
                "answers contradict each other repeatedly: a switch is itself, shifted by -1 ports; do two hosts have one name?",
                discovery.failure());
    }

    /**
     * A port costs at most the probes that find nothing at it, for hosts and for switches, in two rounds; comparisons
     * come on top.
     */
    @ParameterizedTest
    @CsvSource({"bip-ppro200, 30", "lab, 30", "das64, 40", "now100, 150"})
    void platformsAreMappedWithinSoManyProbesPerSwitch(String name, int most) {
        NetworkTopology topology = Platform.load(name, List.of()).topology();
        for (boolean longWorms : new boolean[] {false, true}) {
            Discovery discovery = new Discovery(0);
            new FakeNetwork(topology, longWorms).serve(discovery, 0);
            Truth.assertMaps(discovery.map(), topology, 0);
            int perSwitch = discovery.probes() / topology.switches();
            assertTrue(perSwitch < most, perSwitch + " probes per switch");
        }
    }
}
