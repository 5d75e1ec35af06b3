package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.lci.Channel;
import org.bipj.lci.Disposal;
import org.bipj.lci.Group;
import org.bipj.lci.Lci;
import org.bipj.lci.SendPacket;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Ranks that multicast in overlapping groups as fast as they get packets by {@link Channel#allocatePolling}: where boards, or
 * hosts that retransmit, forward, all packets arrive in the default setting.
 */
@Timeout(200)
class LciGroupsTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int LENGTH = 1000;
    /** All that a board's table has room for. */
    private static final int MOST_GROUPS = 64;

    /** Which ranks are in each group. */
    private enum Groups {
        ALL_BUT_ONE {
            @Override
            int[] members(int group, int ranks, Random draw) {
                return IntStream.range(0, ranks).filter(r -> r != group).toArray();
            }
        },
        ALL_BUT_TWO {
            @Override
            int[] members(int group, int ranks, Random draw) {
                return IntStream.range(0, ranks)
                        .filter(r -> r != group && r != (group + 1) % ranks)
                        .toArray();
            }
        },
        /** Each group begins in the middle of the one before. */
        RING {
            @Override
            int[] members(int group, int ranks, Random draw) {
                return IntStream.range(0, 1 + ranks / 2)
                        .map(i -> (group + i) % ranks)
                        .sorted()
                        .toArray();
            }
        },
        RANDOM {
            @Override
            int[] members(int group, int ranks, Random draw) {
                TreeSet<Integer> members = new TreeSet<>();
                while (members.size() < 3) {
                    for (int rank = 0; rank < ranks; rank++) {
                        if (draw.nextInt(3) > 0) {
                            members.add(rank);
                        }
                    }
                }
                return members.stream().mapToInt(rank -> rank).toArray();
            }
        };

        abstract int[] members(int group, int ranks, Random draw);

        List<int[]> all(int ranks) {
            Random draw = new Random(ranks);
            return IntStream.range(0, Math.min(ranks, MOST_GROUPS))
                    .mapToObj(group -> members(group, ranks, draw))
                    .toList();
        }
    }

    private static void multicast(List<int[]> all, int times) {
        try (Lci lci = Lci.init()) {
            int[] got = new int[1];
            Channel channel = lci.open(21, packet -> {
                got[0]++;
                return Disposal.RELEASE;
            });
            List<Group> groups = new ArrayList<>();
            int expected = 0;
            for (int[] members : all) {
                if (Arrays.binarySearch(members, lci.rank()) >= 0) {
                    groups.add(lci.group(members));
                    expected += times * (members.length - 1);
                }
            }
            for (int k = 0; k < times; k++) {
                for (Group group : groups) {
                    SendPacket packet = channel.allocatePolling();
                    packet.putInt(0, k);
                    channel.multicast(group, packet, LENGTH);
                }
            }
            int most = expected;
            lci.await("all packets", () -> got[0] == most);
            lci.barrier();
            assertEquals(most, got[0]);
        }
    }

    @TestFactory
    Stream<DynamicTest> allPacketsArriveInTheDefaultSetting() {
        List<Integer> sizes = DEEP ? List.of(3, 5, 6, 8, 13, 64) : List.of(5);
        return Stream.of("none+ni", "ni+ni", "host+host")
                .flatMap(placement -> Arrays.stream(Groups.values())
                        .flatMap(groups -> sizes.stream()
                                .map(ranks -> DynamicTest.dynamicTest(placement + ", " + groups + ", " + ranks, () -> {
                                    String[] part = placement.split("\\+");
                                    AmTest.simulated(
                                            ranks,
                                            LciTest.boards(part[0], part[1]),
                                            () -> multicast(groups.all(ranks), ranks == 64 ? 3 : 100));
                                }))));
    }

    /** Few packets: in each placement a board has one buffer for each peer and depth. */
    @Test
    void sixtyFourRanksHaveBuffersByDepth() {
        List<int[]> few = Groups.RING.all(64).subList(0, DEEP ? 12 : 4);
        AmTest.simulated(64, LciTest.boards("none", "ni"), () -> multicast(few, DEEP ? 8 : 3));
    }

    @Test
    void aDeadlockWithoutBuffersByDepthNamesPlacementAndSetting() {
        SimOptions without = SimOptions.of("das64").with("nic.firmware=lci", "lci.reserve=off");
        Throwable stuck = assertThrows(
                Throwable.class, () -> AmTest.simulated(5, without, () -> multicast(Groups.ALL_BUT_ONE.all(5), 300)));
        String text = stuck.toString();
        assertTrue(text.contains("LCI: Channel.allocatePolling: a free send packet"), text);
        assertTrue(text.contains("lci.retransmission = none, lci.multicast = ni, lci.reserve = off"), text);
    }

    /** The buffers of 128 ranks do not suffice, and hosts that forward without retransmission cannot reserve: off. */
    @Test
    void whereBuffersOrPlacementDoNotAllowItTheSettingIsOff() {
        for (SimOptions options : List.of(LciTest.boards("none", "host"), LciTest.boards("ni", "host"))) {
            AmTest.simulated(2, options, () -> multicast(List.of(new int[] {0, 1}), 3));
        }
        SimOptions large = SimOptions.of("das64").with("nic.firmware=lci", "topology.grid=8x4x4");
        AmTest.simulated(128, large, () -> multicast(List.of(new int[] {0, 1, 127}), 3));
    }
}
