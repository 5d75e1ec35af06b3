package org.bipj.sim.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.trace.Trace;
import org.junit.jupiter.api.Test;

/** Worms that do not arrive whole, one by one. Two switches, two hosts at each; host 0 and 1 at switch 0. */
class LossTest {
    private static final long BLOCKED = 50_000_000;
    private static final long CHAR = 6250;

    private final Kernel kernel = new Kernel();
    private final List<String> seen = new ArrayList<>();
    /** What boards hear of worms that stand and go on, other than by their ends. */
    private final List<String> flows = new ArrayList<>();

    private final Network network;
    private final Injector[] injectors = new Injector[4];
    private boolean taking = true;
    private long tail;

    LossTest() {
        NetworkTopology topology = new NetworkTopology(4, 2, 8);
        topology.connect(NetworkTopology.End.ofSwitch(0, 7), NetworkTopology.End.ofSwitch(1, 7), 3);
        for (int host = 0; host < 4; host++) {
            topology.connect(NetworkTopology.End.host(host), NetworkTopology.End.ofSwitch(host / 2, host % 2), 3);
        }
        network = new Network(
                kernel, topology, new NetSettings(CHAR, 4900, 80, 56, 40, 100_000, true, BLOCKED, 64), Trace.OFF);
        network.observe((worm, why, where, now) -> seen.add(worm.content + " " + why + " at " + where));
        for (int host = 0; host < 4; host++) {
            Board board = new Board(host);
            injectors[host] = network.injector(host, board);
            board.ejector = network.ejector(host, board);
        }
    }

    private final class Board implements Injector.Source, Ejector.Sink {
        final int host;
        Ejector ejector;

        Board(int host) {
            this.host = host;
        }

        @Override
        public void flow(long charPs) {
            flows.add((charPs == Long.MAX_VALUE ? "held" : "at " + charPs) + " at host " + host);
        }

        @Override
        public void drained(Worm worm) {
            seen.add(worm.content + " drained");
        }

        @Override
        public void reset(Worm worm) {
            seen.add(worm.content + " reset at " + kernel.now());
        }

        @Override
        public void head(Worm worm) {
            seen.add(worm.content + " head at host " + host);
            if (taking) {
                ejector.take(100_000, CHAR);
            }
        }

        @Override
        public void taken(Worm worm, int chars) {
            seen.add(worm.content + " taken " + chars);
        }

        @Override
        public void tail(Worm worm, int chars) {
            tail = kernel.now();
            seen.add(worm.content + " tail " + chars + (worm.corrupt ? " corrupt" : "")
                    + (worm.truncated ? " truncated at " + kernel.now() : ""));
        }
    }

    private Worm send(String name, int host, int chars, int... turns) {
        byte[] route = new byte[turns.length];
        for (int i = 0; i < turns.length; i++) {
            route[i] = (byte) turns[i];
        }
        Worm worm = new Worm(route, name);
        injectors[host].begin(worm);
        injectors[host].feed(chars, CHAR, true);
        return worm;
    }

    private void run() {
        while (kernel.step()) {}
    }

    @Test
    void worm_to_a_port_without_cable_is_swallowed_at_the_switch() {
        send("w", 0, 500, 4);
        run();
        assertEquals(List.of("w NO_CABLE at switch 0 port 0", "w drained"), seen);
        assertEquals(1, network.lost());
        network.checkIdle();
    }

    @Test
    void worm_to_a_port_that_no_switch_has_is_swallowed() {
        send("w", 0, 500, -1);
        run();
        assertEquals(List.of("w NO_CABLE at switch 0 port 0", "w drained"), seen);
    }

    @Test
    void worm_whose_route_ends_in_a_switch_is_swallowed_there() {
        send("w", 0, 500, 7);
        run();
        assertEquals(List.of("w ENDS_IN_SWITCH at switch 1 port 7", "w drained"), seen);
    }

    @Test
    void worm_with_route_bytes_left_at_a_host_is_swallowed_there() {
        send("w", 0, 500, 1, 3);
        run();
        assertEquals(List.of("w HOST_TOO_EARLY at host 1", "w drained"), seen);
        network.checkIdle();
    }

    @Test
    void dropped_worm_leaves_its_source_and_arrives_nowhere() {
        network.faults(only(NetFaults.Fate.DROP, 0));
        send("w", 0, 500, 7, -7);
        run();
        assertEquals(List.of("w DROPPED at switch 0 port 7", "w drained"), seen);
        network.checkIdle();
    }

    @Test
    void truncated_worm_arrives_shorter_than_it_left() {
        network.faults(only(NetFaults.Fate.TRUNCATE, 30));
        send("w", 0, 500, 7, -7);
        run();
        assertTrue(seen.contains("w drained"), seen::toString);
        assertTrue(seen.stream().anyMatch(s -> s.startsWith("w tail 29 truncated")), seen::toString);
        network.checkIdle();
    }

    /** What waits in the buffer in front of switch 1 is its beginning: no reason for a STOP. */
    @Test
    void truncated_worm_that_waits_is_not_held_back_by_what_it_has_lost() {
        network.faults(only(NetFaults.Fate.TRUNCATE, 30));
        injectors[3].begin(new Worm(new byte[] {-1}, "slow"));
        injectors[3].feed(10, CHAR, false);
        at(1_000_000, () -> send("w", 0, 1000, 7, -7));
        at(
                1_000_001 + 1004 * CHAR,
                () -> assertEquals(
                        List.of("slow drained", "slow head at host 2", "w drained"),
                        seen.stream().sorted().toList()));
        at(1_000_002 + 1004 * CHAR, () -> injectors[3].feed(10, CHAR, true));
        run();
        assertTrue(seen.contains("slow tail 20"), seen::toString);
        assertTrue(seen.stream().anyMatch(s -> s.startsWith("w tail 29 truncated")), seen::toString);
        network.checkIdle();
    }

    @Test
    void receiver_that_is_stalled_for_ever_takes_nothing() {
        network.faults(new NetFaults() {
            @Override
            public long stall(int host, long now) {
                return Long.MAX_VALUE;
            }
        });
        send("w", 0, 500, 1);
        run();
        assertEquals(List.of("w head at host 1", "w BLOCKED at switch 0 port 1"), seen.subList(0, 2));
        assertTrue(seen.get(2).startsWith("w tail 0 truncated"), seen::toString);
        network.checkIdle();
    }

    @Test
    void whoever_truncates_a_worm_hears_how_much_of_its_route_is_left() {
        List<Integer> left = new ArrayList<>();
        network.faults(new NetFaults() {
            @Override
            public Fate fate(Worm worm, int cable, int direction, long now) {
                return cable == (worm.content.equals("early") ? 1 : 4) ? Fate.TRUNCATE : Fate.PASS;
            }

            @Override
            public int truncateAfter(Worm worm, int routeLeft) {
                left.add(routeLeft);
                return routeLeft + 10;
            }
        });
        send("early", 0, 500, 7, -6);
        run();
        send("late", 0, 500, 7, -6);
        run();
        assertEquals(List.of(2, 0), left);
        assertEquals(
                List.of("early tail 10", "late tail 10"),
                seen.stream()
                        .filter(s -> s.contains("tail"))
                        .map(s -> s.replaceFirst(" truncated at \\d+", ""))
                        .toList());
        network.checkIdle();
    }

    @Test
    void corrupt_worm_arrives_whole_with_a_bad_check() {
        network.faults(only(NetFaults.Fate.CORRUPT, 0));
        send("w", 0, 500, 7, -7);
        run();
        assertTrue(seen.contains("w tail 500 corrupt"), seen::toString);
    }

    @Test
    void worm_that_is_damaged_on_two_cables_is_one_lost_worm() {
        network.faults(new NetFaults() {
            @Override
            public Fate fate(Worm worm, int cable, int direction, long now) {
                return Fate.CORRUPT;
            }
        });
        send("w", 0, 500, 1);
        run();
        assertEquals(1, network.lost());
        assertEquals(
                List.of("w CORRUPTED at host 0", "w CORRUPTED at switch 0 port 1"),
                seen.stream().filter(s -> s.contains("CORRUPTED")).toList(),
                "each damage is told of");
    }

    @Test
    void worms_that_block_each_other_in_a_ring_are_broken_up() {
        // Each holds its way to the other switch and back, and waits for the cable that the other one holds.
        send("a", 0, 500, 7, 0, 0, 0, -7);
        run();
        assertTrue(seen.contains("a BLOCKED at switch 0 port 7"), seen::toString);
        assertTrue(seen.stream().anyMatch(s -> s.startsWith("a reset at ")), seen::toString);
        network.checkIdle();
        seen.clear();
        send("b", 0, 500, 7, -7);
        run();
        assertEquals(
                List.of("b drained", "b head at host 2", "b tail 500"),
                seen.stream().sorted().toList());
    }

    @Test
    void worm_that_its_board_does_not_take_is_broken_up_at_both_ends() {
        taking = false;
        Worm worm = send("w", 0, 500, 7, -7);
        run();
        assertTrue(worm.truncated);
        assertTrue(seen.stream().anyMatch(s -> s.startsWith("w tail 0 truncated at ")), seen::toString);
        assertTrue(seen.stream().anyMatch(s -> s.startsWith("w reset at ")), seen::toString);
        network.checkIdle();
    }

    @Test
    void source_of_a_worm_that_is_broken_up_while_it_is_held_hears_of_the_next_one_alone() {
        taking = false;
        send("w", 0, 500, 1);
        run();
        assertTrue(seen.contains("w BLOCKED at switch 0 port 1"), seen::toString);
        assertEquals(List.of("held at host 0"), flows);
        taking = true;
        send("v", 0, 500, 1);
        run();
        assertTrue(seen.contains("v tail 500"), seen::toString);
        assertEquals(List.of("held at host 0"), flows);
    }

    private LinkUse link(String name) {
        return network.links().stream()
                .filter(link -> link.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void links_count_of_a_broken_worm_what_had_begun_and_how_long_it_was_held() {
        taking = false;
        send("w", 0, 500, 7, -7);
        run();
        // A buffer that stands holds 56, and 4 that came until the STOP took effect. A route byte goes at each switch.
        assertEquals(60, link("switch 1 > host 2").characters());
        assertEquals(60 + 61, link("switch 0 > switch 1").characters());
        assertEquals(60 + 61 + 61, link("host 0 > switch 0").characters());
        assertEquals(BLOCKED, link("switch 1 > host 2").blockedPs());
        assertEquals(0, network.links().stream().mapToLong(LinkUse::worms).sum(), "none is through");
    }

    @Test
    void links_count_the_time_of_all_that_was_held() {
        taking = false;
        send("w", 0, 500, 7, -7);
        run();
        send("v", 0, 500, 7, -7);
        run();
        assertEquals(2 * BLOCKED, link("switch 1 > host 2").blockedPs());
    }

    @Test
    void links_count_a_worm_once_it_has_left() {
        send("w", 0, 500, 1);
        long all = (1 + 500 + 2) * CHAR;
        at(all - 1, () -> assertEquals(0, link("host 0 > switch 0").worms()));
        at(all, () -> assertEquals(1, link("host 0 > switch 0").worms()));
        run();
        assertTrue(seen.contains("w tail 500"), seen::toString);
    }

    /** One has left the cable between the switches and waits; the next one is on that cable. */
    @Test
    void links_count_the_characters_of_a_worm_that_is_broken_up_further_on() {
        Worm slow = new Worm(new byte[] {-1}, "slow");
        injectors[3].begin(slow);
        injectors[3].feed(10, CHAR, false);
        at(1_000_000, () -> send("short", 0, 8, 7, -7));
        at(2_000_000, () -> send("next", 1, 500, 6, -6));
        run();
        assertTrue(seen.contains("short BLOCKED at switch 1 port 0"), seen::toString);
        assertTrue(seen.contains("next tail 500"), seen::toString);
        assertEquals(1 + 8 + 2 + 1 + 500 + 2, link("switch 0 > switch 1").characters());
        assertEquals(1, link("switch 0 > switch 1").worms(), "whole ones");
    }

    @Test
    void output_of_a_broken_worm_is_given_to_the_next_one() {
        taking = false;
        send("w", 0, 500, 1);
        at(20_000_000, () -> send("v", 2, 500, 7, -6));
        at(40_000_000, () -> taking = true);
        run();
        assertTrue(seen.contains("w BLOCKED at switch 0 port 1"), seen::toString);
        assertTrue(seen.contains("v tail 500"), seen::toString);
        network.checkIdle();
    }

    @Test
    void cable_that_dies_takes_its_worms_with_it_and_is_no_cable_any_more() {
        network.faults(dies(0, 1_000_000));
        send("w", 0, 5000, 7, -7);
        run();
        assertTrue(seen.contains("w DEAD at switch 0 port 7"), seen::toString);
        assertTrue(seen.contains("w reset at 1000000"), seen::toString);
        // Less three cables and two switches; its head began at 0, two characters of route before.
        long begun = (1_000_000 - 3 * 14_700 - 2 * 100_000) / CHAR + 1;
        assertTrue(seen.contains("w tail " + begun + " truncated at 1000000"), seen::toString);
        seen.clear();
        send("v", 0, 50, 7, -7);
        run();
        assertEquals(List.of("v DEAD at switch 0 port 0", "v drained"), seen);
        network.checkIdle();
    }

    @Test
    void cable_that_heals_carries_worms_again_until_it_dies_again() {
        network.faults(dies(0, 1_000_000, 20_000_000, 40_000_000, 60_000_000));
        send("w", 0, 5000, 7, -7);
        at(19_000_000, () -> send("dead", 0, 500, 7, -7));
        at(25_000_000, () -> send("v", 0, 500, 7, -7));
        at(39_000_000, () -> send("cut", 0, 5000, 7, -7));
        at(60_000_000, () -> send("u", 0, 500, 7, -7));
        run();
        for (String line : List.of(
                "w reset at 1000000",
                "dead DEAD at switch 0 port 0",
                "v tail 500",
                "cut reset at 40000000",
                "u tail 500")) {
            assertTrue(seen.contains(line), line + ": " + seen);
        }
        network.checkIdle();
    }

    /** A STOP that is in force when the cable dies is lifted when its buffer drains, dead or not. */
    @Test
    void cable_that_heals_does_not_keep_the_stop_of_before() {
        taking = false;
        network.faults(dies(0, 10_000_000, 20_000_000));
        send("w", 0, 500, 7, -7);
        at(15_000_000, () -> taking = true);
        at(30_000_000, () -> send("v", 0, 500, 7, -7));
        run();
        assertTrue(seen.contains("v tail 500"), seen::toString);
        network.checkIdle();
    }

    @Test
    void heads_that_wait_for_a_cable_that_dies_are_broken_up_with_it() {
        network.faults(dies(0, 1_000_000));
        send("w", 0, 5000, 7, -7);
        send("v", 1, 500, 6, -7);
        run();
        assertTrue(seen.contains("w reset at 1000000"), seen::toString);
        assertTrue(seen.contains("v DEAD at switch 0 port 7"), seen::toString);
        assertTrue(seen.contains("v reset at 1000000"), seen::toString);
        network.checkIdle();
    }

    private void at(long time, Runnable what) {
        kernel.at(time, new Event() {
            @Override
            protected void fire() {
                what.run();
            }
        });
    }

    /** What was planned for the worm that is gone does not happen to one that is on its way then. */
    private void assertTheNextWormsArrive() {
        at(10_000_000, () -> {
            send("v", 0, 20_000, 1);
            send("u", 2, 20_000, 1);
        });
        run();
        assertTrue(seen.contains("v tail 20000"), seen::toString);
        assertTrue(seen.contains("u tail 20000"), seen::toString);
        seen.clear();
        for (int host = 0; host < 4; host++) {
            send("x" + host, host, 500, host % 2 == 0 ? 1 : -1);
        }
        run();
        for (int host = 0; host < 4; host++) {
            assertTrue(seen.contains("x" + host + " tail 500"), seen::toString);
        }
        network.checkIdle();
    }

    @Test
    void worm_that_flows_off_where_no_cable_is_may_be_broken_up_before_its_end() {
        network.faults(dies(0, 5_000_000));
        send("w", 0, 5000, 7, -4);
        at(
                6_000_000,
                () -> assertEquals(
                        List.of("w NO_CABLE at switch 1 port 7", "w DEAD at switch 0 port 7", "w reset at 5000000"),
                        seen));
        assertTheNextWormsArrive();
    }

    @Test
    void worm_whose_end_is_being_lost_may_be_broken_up_before_that() {
        NetFaults truncates = only(NetFaults.Fate.TRUNCATE, 30);
        network.faults(new NetFaults() {
            @Override
            public Fate fate(Worm worm, int cable, int direction, long now) {
                return truncates.fate(worm, cable, direction, now);
            }

            @Override
            public int truncateAfter(Worm worm, int routeLeft) {
                return truncates.truncateAfter(worm, routeLeft);
            }

            @Override
            public long[] changes(int cable) {
                return cable == 0 ? new long[] {5_000_000} : new long[0];
            }
        });
        send("w", 0, 5000, 7, -7);
        at(6_000_000, () -> assertTrue(seen.contains("w reset at 5000000"), seen::toString));
        assertTheNextWormsArrive();
    }

    @Test
    void worm_that_is_broken_up_while_its_head_waits_waits_no_longer() {
        network.faults(dies(0, 5_000_000));
        send("w", 0, 1000, 1);
        send("waits", 2, 1000, 7, -6);
        at(6_000_000, () -> assertTrue(seen.contains("waits reset at 5000000"), seen::toString));
        assertTheNextWormsArrive();
        assertFalse(seen.stream().anyMatch(s -> s.contains("BLOCKED")), seen::toString);
    }

    @Test
    void worm_begun_on_a_dead_cable_is_reset() {
        network.faults(dies(1, 0));
        at(10, () -> send("w", 0, 50, 1));
        run();
        assertEquals(List.of("w DEAD at host 0", "w reset at 10"), seen);
    }

    @Test
    void dead_host_absorbs_what_comes() {
        network.faults(new NetFaults() {
            @Override
            public long hostDeadFrom(int host) {
                return host == 2 ? 2_000_000 : Long.MAX_VALUE;
            }
        });
        send("w", 0, 5000, 7, -7);
        run();
        assertEquals(List.of("w head at host 2", "w DEAD at host 2", "w drained"), seen);
        network.checkIdle();
    }

    @Test
    void dead_host_sends_nothing_more() {
        network.faults(new NetFaults() {
            @Override
            public long hostDeadFrom(int host) {
                return host == 0 ? 2_000_000 : Long.MAX_VALUE;
            }
        });
        send("w", 0, 5000, 7, -7);
        at(3_000_000, () -> send("v", 0, 50, 1));
        run();
        long begun = (2_000_000 - 3 * 14_700 - 2 * 100_000) / CHAR + 1;
        assertEquals(
                List.of("w head at host 2", "w DEAD at host 0", "w tail " + begun + " truncated at 2000000"), seen);
        network.checkIdle();
    }

    @Test
    void stalled_receiver_takes_later() {
        network.faults(new NetFaults() {
            @Override
            public long stall(int host, long now) {
                return 1_000_000;
            }
        });
        send("w", 0, 500, 1);
        run();
        assertFalse(seen.stream().anyMatch(s -> s.contains("truncated")), seen::toString);
        assertEquals(2 * 14_700 + 100_000 + 1_000_000 + 500 * CHAR, tail);
    }

    /** A fate for every worm on the cable between the switches. */
    private static NetFaults only(NetFaults.Fate fate, int chars) {
        return new NetFaults() {
            @Override
            public Fate fate(Worm worm, int cable, int direction, long now) {
                return cable == 0 ? fate : Fate.PASS;
            }

            @Override
            public int truncateAfter(Worm worm, int routeLeft) {
                return chars;
            }
        };
    }

    /** A cable dies, and perhaps works again. */
    private static NetFaults dies(int dead, long... times) {
        return new NetFaults() {
            @Override
            public long[] changes(int cable) {
                return cable == dead ? times : new long[0];
            }
        };
    }
}
