package org.bipj.sim.mapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.sim.mapper.MapperMessage.Acknowledge;
import org.bipj.sim.mapper.MapperMessage.Entry;
import org.bipj.sim.mapper.MapperMessage.Table;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.route.RandomTopology;
import org.junit.jupiter.api.Test;

/** A leader's hosts at one switch, each of whose routes is an entry of 5 bytes. */
class RouteDistributionTest {
    private static final long EPOCH = 8;

    private static RouteDistribution of(int mostBytes, Integer... names) {
        NetworkTopology topology = RandomTopology.star(names.length);
        return new RouteDistribution(new NetworkMap(topology, List.of(names)), EPOCH, mostBytes, 1);
    }

    @Test
    void eachHostGetsItsRoutesInPartsOfSoManyBytes() {
        int[] names = {3, 40, 50, 60};
        for (int mostBytes : new int[] {5, 9, 10, 14, 15}) {
            RouteDistribution distribution = of(mostBytes, 3, 40, 50, 60);
            for (int host = 1; host < names.length; host++) {
                Map<Integer, Integer> turns = new HashMap<>();
                int parts = Math.ceilDiv(3, mostBytes / 5);
                for (int part = 0; part < parts; part++) {
                    Table table = distribution.next();
                    assertEquals(3, table.leader());
                    assertEquals(EPOCH, table.epoch());
                    assertEquals(part, table.part());
                    assertEquals(parts, table.parts());
                    assertEquals(host, table.turns()[0], "goes to");
                    assertEquals(
                            Math.min(mostBytes / 5, 3 - turns.size()),
                            table.entries().size());
                    table.entries().forEach(entry -> turns.put(entry.to(), (int) entry.turns()[0]));
                    assertFalse(distribution.isDone());
                    assertTrue(distribution.acknowledged(new Acknowledge(names[host], EPOCH, part)));
                }
                Map<Integer, Integer> expected = new HashMap<>();
                for (int to = 0; to < names.length; to++) {
                    expected.put(names[to], to - host);
                }
                expected.remove(names[host]);
                assertEquals(expected, turns);
            }
            assertTrue(distribution.isDone());
            assertNull(distribution.next());
            assertEquals(0, distribution.silent());
        }
    }

    @Test
    void onlyTheAcknowledgementOfTheLastPacketCounts() {
        RouteDistribution distribution = of(5, 3, 40, 50);
        distribution.next();
        assertFalse(distribution.acknowledged(new Acknowledge(50, EPOCH, 0)), "another host's");
        assertFalse(distribution.acknowledged(new Acknowledge(40, EPOCH - 1, 0)), "of an older table");
        assertFalse(distribution.acknowledged(new Acknowledge(40, EPOCH, 1)), "of another part");
        assertEquals(0, distribution.next().part());
        assertTrue(distribution.acknowledged(new Acknowledge(40, EPOCH, 0)));
        assertFalse(distribution.acknowledged(new Acknowledge(40, EPOCH, 0)), "once more");
        assertEquals(1, distribution.next().part());
    }

    @Test
    void whenAllAreServedNoAcknowledgementCounts() {
        RouteDistribution distribution = of(5, 3);
        assertTrue(distribution.isDone());
        assertFalse(distribution.acknowledged(new Acknowledge(3, EPOCH, 0)));
    }

    /** Each part as often as the first. */
    @Test
    void whoDoesNotAnswerIsTriedSomeTimesForEachPartAndThenLeftOut() {
        int tries = 0;
        RouteDistribution silent = of(5, 3, 40, 50);
        int packets = 0;
        for (Table table = silent.next(); table != null; table = silent.next()) {
            packets++;
            tries += table.turns()[0] == 1 ? 1 : 0;
            assertTrue(packets < 1000, "ends");
        }
        assertEquals(2, silent.silent());
        assertEquals(2 * tries, packets);
        assertTrue(tries > 1, "tries");

        RouteDistribution distribution = of(5, 3, 40, 50);
        List<Integer> sent = new ArrayList<>();
        for (Table table = distribution.next(); table != null; table = distribution.next()) {
            sent.add(10 * table.turns()[0] + table.part());
            // The one host answers at the last moment, the other one only once.
            if (sent.size() == tries || sent.size() == 2 * tries || sent.size() == 3 * tries) {
                int name = table.turns()[0] == 1 ? 40 : 50;
                assertTrue(distribution.acknowledged(new Acknowledge(name, EPOCH, table.part())));
            }
        }
        List<Integer> expected = new ArrayList<>();
        for (int part : new int[] {10, 11, 20, 21}) {
            for (int i = 0; i < tries; i++) {
                expected.add(part);
            }
        }
        assertEquals(expected, sent);
        assertEquals(1, distribution.silent());
    }

    @Test
    void theLeaderHasRoutesToo() {
        assertEquals(
                List.of(40, 50), of(5, 3, 40, 50).own().stream().map(Entry::to).toList());
    }
}
