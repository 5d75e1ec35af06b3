package org.bipj.sim.mapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.mapper.MapperMessage.Ask;
import org.bipj.sim.net.NetFaults;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.Worm;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.route.RandomTopology;
import org.junit.jupiter.api.Test;

/** Hosts that hear of more than one leader: all of a network end up with the same one, and with its routes. */
class RivalLeadersProps {
    private static final Constants CONSTANTS = Platform.load("lab", List.of()).constants();
    private static final long MS = 1_000_000_000;
    /** Patience of those who lost their leader, and a period of the one who did not, and both again. */
    private static final long RECOVERED = 12_000 * MS;

    /** Host 1's probes to host 0 are lost, but not host 0's to host 1: a map without host 0 is no reason to lead. */
    @Test
    void aStubbornMapperFollowsASmallerNameThatItsMapLacks() {
        NetworkTopology topology = RandomTopology.star(3);
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, true, 1);
        mapping.network().faults(new NetFaults() {
            @Override
            public Fate fate(Worm worm, int cable, int direction, long now) {
                return cable == 0 && worm.content instanceof Ask ask && ask.mapper() == 1 ? Fate.DROP : Fate.PASS;
            }
        });
        assertTrue(mapping.settle(100 * MS), "settled");
        assertEquals(List.of(1, 2), mapping.mapper(1).map().names());
        assertEquals(0, mapping.mapper(1).leader());
        assertEquals(0, mapping.mapper(1).table().leader());
    }

    /**
     * Alone host 0 maps faster than host 1, so that after some periods it begins earlier by more than a map takes.
     * Joined only meanwhile, it leaves its routes behind, and host 1 sees the network that it saw before.
     */
    @Test
    void routesOfALeaderThatWasThereBetweenTwoMapsAreReplaced() {
        NetworkTopology topology = RandomTopology.star(3);
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, true, 1);
        boolean[] joined = new boolean[1];
        mapping.network().faults(MappingFaultProps.dropping(0, now -> !joined[0]));
        long at = 20_900 * MS;
        mapping.runUntil(at);
        int maps = mapping.mapper(1).counts().maps();
        joined[0] = true;
        for (; mapping.mapper(2).table().leader() != 0; at += MS) {
            assertTrue(at < 22_000 * MS, "host 0 hands out routes");
            mapping.runUntil(at);
        }
        joined[0] = false;
        assertEquals(maps, mapping.mapper(1).counts().maps(), "host 1 did not map meanwhile");
        long parted = mapping.now();
        mapping.runUntil(parted + RECOVERED / 2);
        assertTrue(mapping.settle(parted + RECOVERED), "settled");
        MappingProps.assertSound(
                mapping,
                RandomTopology.without(topology, List.of(topology.cables().getFirst())));
    }

    /** What a cable separates is joined for a while: maps and routes of the whole are in use, or on their way, or not. */
    @Property(tries = 60)
    void networksThatArePartedAgainForgetEachOther(
            @ForAll long seed,
            @ForAll @LongRange(max = 8000) long atMs,
            @ForAll @LongRange(min = 1, max = 1500) long forMs,
            @ForAll boolean stubborn) {
        NetworkTopology topology = RandomTopology.connected(seed, 10, 6, 1);
        int cable = new Random(seed).nextInt(topology.cables().size());
        MapperCluster mapping = new MapperCluster(topology, CONSTANTS, stubborn, seed);
        long parted = (atMs + forMs) * MS;
        mapping.network().faults(MappingFaultProps.dropping(cable, now -> now < atMs * MS || now >= parted));
        mapping.runUntil(parted + RECOVERED / 2);
        assertTrue(mapping.settle(parted + RECOVERED), "settled");
        List<NetworkTopology.Cable> gone = List.of(topology.cables().get(cable));
        MappingProps.assertSound(mapping, RandomTopology.without(topology, gone));
    }
}
