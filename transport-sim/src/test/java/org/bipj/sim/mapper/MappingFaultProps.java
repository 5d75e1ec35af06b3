package org.bipj.sim.mapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongPredicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.HardwareSettings;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.net.NetFaults;
import org.bipj.sim.net.NetObserver;
import org.bipj.sim.net.Network;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.net.Worm;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.route.RandomTopology;
import org.bipj.sim.trace.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The mapper where things break: cables pulled, boards that die, probes that collide, packets that are damaged. */
class MappingFaultProps {
    private static final Constants CONSTANTS = Platform.load("lab", List.of()).constants();
    private static final long MS = 1_000_000_000;
    /** Patience of those who lost their leader, and a period of the one who did not, and both again. */
    private static final long RECOVERED = 12_000 * MS;

    /**
     * Probes longer than the slack buffers: those of several mappers wait for each other in circles, or run into
     * themselves.
     */
    private static final Constants LONG_PROBES =
            CONSTANTS.with("mapper.probe", "600").with("mapper.blocked-timeout", "1 ms");

    @Property(tries = 40)
    void aCablePulledAtAnyTimeIsNoticedAndRoutesHandedOutAgain(
            @ForAll long seed, @ForAll @LongRange(min = 0, max = 1500) long atMs, @ForAll boolean stubborn) {
        NetworkTopology topology = RandomTopology.connected(seed, 10, 6, 3);
        int pulled = new Random(seed).nextInt(topology.cables().size());
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, stubborn, seed);
        mapping.network().faults(dead(pulled, atMs * MS));
        mapping.runUntil(atMs * MS + RECOVERED / 2);
        assertTrue(mapping.settle(atMs * MS + RECOVERED), "settled");
        List<Cable> gone = List.of(topology.cables().get(pulled));
        MappingProps.assertSound(mapping, RandomTopology.without(topology, gone));
    }

    /** Tables are numbered by the leader's clock, which passes 2^31 ticks after 18 minutes. */
    @Test
    void aCablePulledLateIsNoticedToo() {
        NetworkTopology topology = new NetworkTopology(2, 2, 8);
        topology.connect(End.host(0), End.ofSwitch(0, 0), 1);
        topology.connect(End.host(1), End.ofSwitch(1, 0), 1);
        topology.connect(End.ofSwitch(0, 4), End.ofSwitch(1, 4), 1);
        topology.connect(End.ofSwitch(0, 6), End.ofSwitch(1, 7), 1);
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, false, 1);
        assertTrue(mapping.settle(100 * MS), "settled before");
        int pulled = mapping.routes().route(1, 0)[0] == 4 ? 2 : 3;
        long late = (1L << 31) * CONSTANTS.ps("lanai.rtc") + 1000 * MS;
        mapping.network().faults(dead(pulled, late));
        mapping.runUntil(late + RECOVERED / 2);
        assertTrue(mapping.settle(late + RECOVERED), "settled after");
        List<Cable> gone = List.of(topology.cables().get(pulled));
        MappingProps.assertSound(mapping, RandomTopology.without(topology, gone));
    }

    /** Host 0 is there for a while only: its routes are no longer those of the leader before, who is the one behind. */
    @Test
    void whoLeadsAgainHandsOutItsRoutesAgain() {
        NetworkTopology topology = RandomTopology.star(3);
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, false, 1);
        long comes = 5000 * MS;
        long goes = comes + RECOVERED;
        mapping.network().faults(dropping(0, now -> now < comes || now >= goes));
        mapping.runUntil(comes);
        assertEquals(1, mapping.mapper(2).leader());
        mapping.runUntil(goes);
        assertEquals(0, mapping.mapper(2).leader());
        mapping.runUntil(goes + RECOVERED);
        assertTrue(mapping.settle(goes + 2 * RECOVERED), "settled");
        List<Cable> gone = List.of(topology.cables().getFirst());
        MappingProps.assertSound(mapping, RandomTopology.without(topology, gone));
    }

    /** Those who follow a stubborn leader are not stubborn: they need not wait until they miss it. */
    @Test
    void aStubbornLeadersFollowersFollowASmallerNameAtOnce() {
        NetworkTopology topology =
                Platform.load("lab", List.of("topology.grid=2x1")).topology();
        int joint = topology.cables().indexOf(topology.at(End.ofSwitch(0, 1)));
        long joined = 5000 * MS;
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, true, 1);
        mapping.network().faults(dropping(joint, now -> now < joined));
        mapping.runUntil(joined);
        int last = topology.hosts() - 1;
        assertNotEquals(0, mapping.mapper(last).leader());
        mapping.runUntil(joined + CONSTANTS.ps("mapper.patience") / 2);
        assertEquals(0, mapping.mapper(last).leader());
    }

    /** Routes are handed out at first, again when a cable is gone, and again when the leader is. */
    @Test
    void nobodyIsSettledWithoutTheRoutesOfItsLeader() {
        NetworkTopology topology = new NetworkTopology(6, 2, 8);
        for (int host = 0; host < 6; host++) {
            topology.connect(End.host(host), End.ofSwitch(host / 3, host % 3), 1);
        }
        topology.connect(End.ofSwitch(0, 4), End.ofSwitch(1, 4), 1);
        topology.connect(End.ofSwitch(0, 6), End.ofSwitch(1, 7), 1);
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, false, 1);
        mapping.network().faults(dead(6, 1500 * MS));
        boolean hasWaited = false;
        boolean hasOthers = false;
        for (long at = 0; at < RECOVERED; at += MS / 20) {
            mapping.runUntil(at);
            if (at == 3000 * MS) {
                mapping.stop(0);
            }
            for (int host = at < 3000 * MS ? 0 : 1; host < 6; host++) {
                Mapper mapper = mapping.mapper(host);
                RouteTable table = mapper.table();
                if (mapper.leader() == host) {
                    hasWaited |= table.leader() == host && !mapper.isSettled();
                    assertTrue(!mapper.isSettled() || haveRoutesOf(mapping, host), "leader " + host + " at " + at);
                } else {
                    boolean isOthers = table.leader() != mapper.leader();
                    hasOthers |= isOthers && table.leader() >= 0;
                    assertTrue(!mapper.isSettled() || !isOthers && table.isComplete(), "host " + host + " at " + at);
                }
            }
        }
        assertTrue(hasWaited && hasOthers, "there was something to see");
    }

    private static boolean haveRoutesOf(MapperCluster mapping, int leader) {
        for (int host = leader + 1; host < 6; host++) {
            RouteTable table = mapping.mapper(host).table();
            if (table.leader() != leader
                    || table.epoch() != mapping.mapper(leader).table().epoch()) {
                return false;
            }
        }
        return true;
    }

    /** The leader maps again while it still hands out routes, and goes on with these. */
    @Test
    void aPeriodShorterThanTheDistributionDoesNotEndIt() {
        NetworkTopology topology = Platform.load("lab", List.of()).topology();
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS.with("mapper.rest", "1 ms"), false, 1);
        assertTrue(mapping.settle(1000 * MS), "settled");
        MappingProps.assertSound(mapping, topology);
        assertTrue(mapping.mapper(0).counts().maps() > 1, "mapped again meanwhile");
    }

    @Test
    void whenTheLeaderDiesAnotherLeads() {
        NetworkTopology topology =
                Platform.load("lab", List.of("topology.grid=2x2")).topology();
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, false, 1);
        assertTrue(mapping.settle(100 * MS), "settled before");
        assertEquals(0, mapping.mapper(15).leader());
        mapping.stop(0);
        mapping.runUntil(100 * MS + RECOVERED / 2);
        assertTrue(mapping.settle(100 * MS + RECOVERED), "settled after");
        assertEquals(1, mapping.mapper(15).leader());
        List<Cable> gone = List.of(topology.at(End.host(0)));
        MappingProps.assertSound(mapping, RandomTopology.without(topology, gone));
    }

    @Test
    void anUnchangedNetworkIsMappedAgainAndNothingHandedOut() {
        NetworkTopology topology =
                Platform.load("lab", List.of("topology.grid=2x2")).topology();
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, false, 1);
        assertTrue(mapping.settle(100 * MS), "settled");
        int tables = mapping.counts().tables();
        mapping.runUntil(5000 * MS);
        assertTrue(
                mapping.mapper(0).counts().maps() >= 4,
                mapping.mapper(0).counts().maps() + " maps in 5 s");
        assertEquals(tables, mapping.counts().tables());
        assertTrue(mapping.mapper(0).mappedAt() > 3000 * MS, "the last map");
        assertTrue(mapping.mapper(0).mappingPs() < 100 * MS, "took as long as the first");
    }

    @Test
    void answersAndSilenceAreCounted() {
        MapperCluster mapping = new MapperCluster(RandomTopology.star(4), CONSTANTS, false, 1);
        int[] answers = new int[2];
        mapping.network().faults(new NetFaults() {
            @Override
            public Fate fate(Worm worm, int cable, int direction, long now) {
                boolean isAnswer = worm.content instanceof MapperMessage.Answer;
                boolean isReturn = worm.content instanceof MapperMessage.Ask ask && ask.mapper() == 0;
                answers[0] += isAnswer && direction == 0 ? 1 : 0;
                answers[1] += (isAnswer || isReturn) && direction == 1 && cable == 0 ? 1 : 0;
                return Fate.PASS;
            }
        });
        assertTrue(mapping.settle(100 * MS), "settled");
        assertEquals(answers[0], mapping.counts().answered());
        MapperCounts counts = mapping.mapper(0).counts();
        assertEquals(counts.probes() - answers[1], counts.silent());
    }

    /** Boards 1 and 2 have one name: nobody can tell the network. Board 0 tries again each period. */
    @Test
    void whereTwoHostsHaveOneNameDiscoveryFailsUntilOneIsGone() {
        Kernel kernel = new Kernel();
        Network network = new Network(kernel, RandomTopology.star(3), CONSTANTS, Trace.OFF);
        MapperFirmware[] mappers = new MapperFirmware[3];
        ClusterNode[] nodes = new ClusterNode[3];
        for (int host = 0; host < 3; host++) {
            int number = host;
            nodes[host] = new ClusterNode(
                    kernel,
                    new HardwareSettings(CONSTANTS),
                    host,
                    source -> network.injector(number, source),
                    sink -> network.ejector(number, sink),
                    Trace.OFF);
            mappers[host] = new MapperFirmware(nodes[host].lanai(), Math.min(host, 1), CONSTANTS, false, 1);
            nodes[host].lanai().load(mappers[host]);
        }
        nodes[0].lanai().ring(MapperFirmware.START);
        kernel.runTo(4000 * MS);
        assertTrue(
                mappers[0].mapper().counts().failed() >= 3,
                mappers[0].mapper().counts().failed() + " failures in 4 s");
        assertEquals(0, mappers[0].mapper().counts().maps());
        assertNull(mappers[0].mapper().map());
        nodes[2].lanai().reset();
        kernel.runTo(6000 * MS);
        assertEquals(List.of(0, 1), mappers[0].mapper().map().names());
    }

    /** They hear of it each time that it maps. */
    @Test
    void whoFollowsALeaderThatMapsAgainAndAgainDoesNotMapItself() {
        NetworkTopology topology =
                Platform.load("lab", List.of("topology.grid=2x2")).topology();
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, false, 1);
        assertTrue(mapping.settle(100 * MS), "settled");
        int probes = followersProbes(mapping);
        mapping.runUntil(3 * RECOVERED);
        assertEquals(probes, followersProbes(mapping));
        assertTrue(mapping.settle(3 * RECOVERED + 100 * MS), "settled");
    }

    private static int followersProbes(MapperCluster mapping) {
        return mapping.counts().probes() - mapping.mapper(0).counts().probes();
    }

    /** Nothing passes one cable at first: what it separates has leaders of its own. */
    @Property(tries = 40)
    void networksThatAreJoinedLaterFollowOneLeader(
            @ForAll long seed, @ForAll @LongRange(min = 100, max = 6000) long atMs, @ForAll boolean stubborn) {
        NetworkTopology topology = RandomTopology.connected(seed, 10, 6, 1);
        int joined = new Random(seed).nextInt(topology.cables().size());
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, stubborn, seed);
        mapping.network().faults(dropping(joined, now -> now < atMs * MS));
        mapping.runUntil(atMs * MS + RECOVERED / 2);
        assertTrue(mapping.settle(atMs * MS + RECOVERED), "settled");
        MappingProps.assertSound(mapping, topology);
    }

    /**
     * Switch 0 has no host, and a cable from one of its ports to the next. Three hosts ask at the same time about what
     * lies behind it: one probe passes the cable twice, and its second lap waits for those behind its first.
     */
    @Test
    void probesThatWaitForEachOtherInACircleAreBrokenUp() {
        NetworkTopology topology = RandomTopology.connected(1473, 10, 6, 1);
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, true, 1473);
        Set<NetObserver.Loss> losses = EnumSet.noneOf(NetObserver.Loss.class);
        mapping.network().observe((worm, why, where, now) -> losses.add(why));
        mapping.network().faults(dropping(10, now -> now < 100 * MS));
        assertTrue(mapping.settle(2000 * MS), "settled");
        assertTrue(losses.contains(NetObserver.Loss.BLOCKED), "some waited for each other");
        mapping.runUntil(RECOVERED);
        MappingProps.assertSound(mapping, topology);
    }

    /**
     * Whatever the time-out, also one that is over just when the answer is looked at: the next question follows an
     * answer, or the end of the time-out.
     */
    @Test
    void oneProbeAtATimeIsUnderWay() {
        NetworkTopology topology = new NetworkTopology(6, 1, 8);
        for (int host = 0; host < 6; host++) {
            topology.connect(End.host(host), End.ofSwitch(0, host + 1), 1);
        }
        for (int ticks = 2; ticks < 100; ticks++) {
            long timeout = ticks * CONSTANTS.ps("lanai.rtc");
            MapperCluster mapping =
                    new MapperCluster(topology, CONSTANTS.with("mapper.timeout", timeout / 1000 + " ns"), true, 1);
            List<String> early = new ArrayList<>();
            mapping.network().faults(new NetFaults() {
                private int token = -1;
                private long asked;
                private boolean answered;

                @Override
                public Fate fate(Worm worm, int cable, int direction, long now) {
                    if (cable == 0 && direction == 0 && worm.content instanceof MapperMessage.Ask ask) {
                        if (token >= 0 && !answered && now - asked < timeout) {
                            early.add(token + " and " + ask.probe().token());
                        }
                        token = ask.probe().token();
                        asked = now;
                        answered = false;
                    } else if (cable == 0 && direction == 1) {
                        answered |= worm.content instanceof MapperMessage.Ask ask
                                        && ask.mapper() == 0
                                        && ask.probe().token() == token
                                || worm.content instanceof MapperMessage.Answer answer && answer.token() == token;
                    }
                    return Fate.PASS;
                }
            });
            mapping.runUntil(100 * MS);
            assertEquals(List.of(), early, "with a time-out of " + timeout / 1000 + " ns");
        }
    }

    @Property(tries = 20)
    void probesThatCollideAreBrokenUpAndAskedAgain(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 6) int switches, @ForAll @IntRange(max = 5) int more) {
        NetworkTopology topology = RandomTopology.connected(seed, 10, switches, more);
        MapperCluster mapping = new MapperCluster(topology, LONG_PROBES, true, seed);
        assertTrue(mapping.settle(20_000 * MS), "settled");
        MappingProps.assertSound(mapping, topology);
    }

    @Test
    void whereAllMapAtOnceWithLongProbesSomeCollide() {
        NetworkTopology topology =
                Platform.load("lab", List.of("topology.grid=3x3")).topology();
        MapperCluster mapping = new MapperCluster(topology, LONG_PROBES, true, 1);
        assertTrue(mapping.settle(20_000 * MS), "settled");
        MappingProps.assertSound(mapping, topology);
        assertNotEquals(0, mapping.counts().broken());
    }

    /** The worm goes out by the loop, comes in again, and finds the loop taken by itself. */
    @Test
    void aProbeThatRunsIntoItselfIsBrokenUp() {
        NetworkTopology topology = new NetworkTopology(2, 1, 8);
        topology.connect(End.host(0), End.ofSwitch(0, 0), 1);
        topology.connect(End.ofSwitch(0, 1), End.ofSwitch(0, 2), 1);
        topology.connect(End.host(1), End.ofSwitch(0, 7), 1);
        MapperCluster mapping = new MapperCluster(topology, LONG_PROBES, false, 1);
        assertTrue(mapping.settle(20_000 * MS), "settled");
        MappingProps.assertSound(mapping, topology);
        assertNotEquals(0, mapping.mapper(0).counts().broken());
    }

    @ParameterizedTest
    @EnumSource(names = {"CORRUPT", "TRUNCATE"})
    void damagedPacketsAreDroppedAndAskedForAgain(NetFaults.Fate damage) {
        NetworkTopology topology = Platform.load("bip-ppro200", List.of()).topology();
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, false, 1);
        mapping.network().faults(new NetFaults() {
            private int worms;

            @Override
            public Fate fate(Worm worm, int cable, int direction, long now) {
                worms++;
                return worms % 4 != 0 || worms > 60 ? Fate.PASS : damage;
            }
        });
        assertTrue(mapping.settle(20_000 * MS), "settled");
        MappingProps.assertSound(mapping, topology);
        assertTrue(mapping.counts().damaged() > 5, mapping.counts().damaged() + " damaged packets");
    }

    /** Nothing passes a cable at some moments. */
    static NetFaults dropping(int on, LongPredicate at) {
        return new NetFaults() {
            @Override
            public Fate fate(Worm worm, int cable, int direction, long now) {
                return cable == on && at.test(now) ? Fate.DROP : Fate.PASS;
            }
        };
    }

    private static NetFaults dead(int cable, long at) {
        return new NetFaults() {
            @Override
            public long[] changes(int number) {
                return number == cable ? new long[] {at} : new long[0];
            }
        };
    }
}
