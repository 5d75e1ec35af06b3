package org.bipj.sim.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.constants.TestConstants;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.trace.Trace;
import org.junit.jupiter.api.Test;

/** Arithmetic of single worms. */
class NetworkTest {
    private static final Constants CONSTANTS = TestConstants.of(
            "link.rate = 160 MB/s | published | S4",
            "lanai.network-dma.rate = 132 MB/s | derived | S4",
            "cable.propagation = 5 ns/m | assumed | round",
            "switch.latency = 100 ns | published | S4",
            "switch.arbitration = round-robin | assumed | x",
            "slack.bytes = 80 B | assumed | x",
            "slack.stop = 56 B | assumed | x",
            "slack.go = 40 B | assumed | x",
            "network.blocked-timeout = 0 ms | assumed | x",
            "network.fluid-after = 64 | assumed | x");

    private final Kernel kernel = new Kernel();
    private final List<String> seen = new ArrayList<>();

    /** Two hosts at one switch. */
    private Network pair() {
        return pair(Trace.OFF);
    }

    private Network pair(Trace trace) {
        NetworkTopology topology = new NetworkTopology(2, 1, 8);
        topology.connect(NetworkTopology.End.host(0), NetworkTopology.End.ofSwitch(0, 0), 2);
        topology.connect(NetworkTopology.End.host(1), NetworkTopology.End.ofSwitch(0, 3), 4);
        return new Network(kernel, topology, CONSTANTS, trace);
    }

    private Injector.Source source(String name) {
        return new Injector.Source() {
            @Override
            public void drained(Worm worm) {
                seen.add(name + " drained " + worm.content + " " + kernel.now());
            }

            @Override
            public void flow(long charPs) {
                seen.add(name + (charPs == Long.MAX_VALUE ? " is held " : " goes on ") + kernel.now());
            }

            @Override
            public void reset(Worm worm) {
                seen.add(name + " reset " + worm.content + " " + kernel.now());
            }
        };
    }

    private class Taker implements Ejector.Sink {
        Ejector from;

        @Override
        public void flow(long charPs) {
            seen.add("taking " + (charPs == Long.MAX_VALUE ? "waits" : "at " + charPs) + " " + kernel.now());
        }

        @Override
        public void head(Worm worm) {
            seen.add("head " + worm.content + " " + kernel.now());
            from.take(1 << 20, 6250);
        }

        @Override
        public void taken(Worm worm, int chars) {
            seen.add("taken " + worm.content + " " + chars + " " + kernel.now());
            from.take(1 << 20, 6250);
        }

        @Override
        public void tail(Worm worm, int chars) {
            seen.add("tail " + worm.content + " " + chars + " " + kernel.now());
        }
    }

    /** The outgoing end of host 0; host 1 takes what comes. */
    private Injector toTaker(Network network) {
        Injector injector = network.injector(0, source("a"));
        Taker taker = new Taker();
        taker.from = network.ejector(1, taker);
        return injector;
    }

    @Test
    void worm_crosses_one_switch_in_propagation_latency_and_its_characters() {
        Network network = pair();
        Injector injector = toTaker(network);
        Worm worm = new Worm(new byte[] {3}, "w");
        injector.begin(worm);
        injector.feed(100, 6250, true);
        while (kernel.step()) {}
        long head = 10_000 + 100_000 + 20_000;
        assertEquals(
                List.of("a drained w " + 103 * 6250, "head w " + head, "tail w 100 " + (head + 101 * 6250)),
                seen.stream().sorted().toList());
        assertEquals(100, worm.body);
    }

    @Test
    void worm_without_a_body_is_head_and_tail() {
        Network network = pair();
        Injector injector = toTaker(network);
        injector.begin(new Worm(new byte[] {3}, "w"));
        injector.feed(0, 6250, true);
        while (kernel.step()) {}
        assertEquals(
                List.of("a drained w " + 3 * 6250, "head w 130000", "tail w 0 " + (130_000 + 6250)),
                seen.stream().sorted().toList());
        network.checkIdle();
    }

    /** Inputs take turns: behind input 0 the next is 1, even if it comes at that very moment, and 2 has waited. */
    @Test
    void head_that_comes_as_an_output_gets_free_is_looked_at_with_those_that_wait() {
        NetworkTopology topology = new NetworkTopology(4, 1, 8);
        for (int host = 0; host < 4; host++) {
            topology.connect(NetworkTopology.End.host(host), NetworkTopology.End.ofSwitch(0, host), 2);
        }
        Network network = new Network(kernel, topology, CONSTANTS, Trace.OFF);
        Taker taker = new Taker();
        taker.from = network.ejector(3, taker);
        long[] begins = {0, 103 * 6250, 100_000};
        for (int host = 0; host < 3; host++) {
            Injector injector = network.injector(host, source("host " + host));
            Worm worm = new Worm(new byte[] {(byte) (3 - host)}, "from " + host);
            at(begins[host], () -> {
                injector.begin(worm);
                injector.feed(100, 6250, true);
            });
        }
        while (kernel.step()) {}
        assertEquals(
                List.of("head from 0", "head from 1", "head from 2"),
                seen.stream()
                        .filter(line -> line.startsWith("head"))
                        .map(line -> line.substring(0, line.lastIndexOf(' ')))
                        .toList());
        network.checkIdle();
    }

    @Test
    void hosts_on_one_cable_need_no_route() {
        NetworkTopology topology = new NetworkTopology(2, 0, 0);
        topology.connect(NetworkTopology.End.host(0), NetworkTopology.End.host(1), 2);
        Network network = new Network(kernel, topology, CONSTANTS, Trace.OFF);
        Injector injector = toTaker(network);
        injector.begin(new Worm(new byte[0], "w"));
        injector.feed(100, 6250, true);
        while (kernel.step()) {}
        assertEquals(
                List.of("a drained w " + 102 * 6250, "head w 10000", "tail w 100 " + (10_000 + 101 * 6250)),
                seen.stream().sorted().toList());
        network.checkIdle();
    }

    @Test
    void links_count_what_they_carried_and_show_it_without_changing_it() {
        List<String> spans = new ArrayList<>();
        Trace trace = new Trace() {
            private final List<String> tracks = new ArrayList<>();

            @Override
            public boolean isOn() {
                return true;
            }

            @Override
            public int track(String group, String name) {
                tracks.add(group + " " + name);
                return tracks.size() - 1;
            }

            @Override
            public void span(int track, String what, long from, long to) {
                spans.add(tracks.get(track) + ": " + what + " " + from + " to " + to);
            }

            @Override
            public void instant(int track, String what, long at) {
                spans.add(tracks.get(track) + ": " + what + " " + at);
            }
        };
        Network network = pair(trace);
        Injector injector = toTaker(network);
        injector.begin(new Worm(new byte[] {3}, "w"));
        injector.feed(100, 6250, true);
        while (kernel.step()) {}
        assertTrue(seen.contains("tail w 100 " + (130_000 + 101 * 6250)), seen::toString);
        assertEquals(
                List.of(
                        new LinkUse("host 0 > switch 0", 103 * 6250, 0, 1, 103),
                        new LinkUse("switch 0 > host 0", 0, 0, 0, 0),
                        new LinkUse("host 1 > switch 0", 0, 0, 0, 0),
                        new LinkUse("switch 0 > host 1", 102 * 6250, 0, 1, 102)),
                network.links());
        assertEquals(
                List.of(
                        "node 0 link to switch 0 port 0: worm 0 to " + 103 * 6250,
                        "switch 0 link to host 1: worm 110000 to " + (110_000 + 102 * 6250)),
                spans);
    }

    @Test
    void cable_for_which_the_slack_does_not_suffice_is_refused() {
        NetworkTopology topology = new NetworkTopology(2, 0, 0);
        topology.connect(NetworkTopology.End.host(0), NetworkTopology.End.host(1), 20);
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new Network(kernel, topology, CONSTANTS, Trace.OFF));
        assertTrue(refused.getMessage().startsWith("cable from host 0 to host 1 of 20.0 m"), refused::getMessage);
    }

    private static boolean isLaid(long ps, int slack) {
        NetworkTopology topology = new NetworkTopology(2, 0, 0);
        topology.connect(NetworkTopology.End.host(0), NetworkTopology.End.host(1), ps);
        NetSettings settings = new NetSettings(6250, 1, slack, 56, 40, 100_000, true, 0, 64);
        try {
            new Network(new Kernel(), topology, settings, Trace.OFF);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Test
    void a_cable_is_as_long_as_its_control_symbols_allow() {
        // Until a STOP takes effect come 24 characters, in twice the propagation.
        assertTrue(isLaid(12 * 6250, 80));
        assertFalse(isLaid(12 * 6250 + 1, 80));
        // From STOP to GO lie 16 characters, but for one at each end, once the propagation.
        assertTrue(isLaid(14 * 6250 - 1, 200));
        assertFalse(isLaid(14 * 6250, 200));
    }

    @Test
    void marks_of_the_slack_lie_in_their_order() {
        assertEquals(0, NetSettings.of(CONSTANTS.with("slack.go", "0")).go());
        assertEquals(80, NetSettings.of(CONSTANTS.with("slack.stop", "80")).stop());
        for (String wrong : List.of("slack.go=-1", "slack.go=56", "slack.stop=81")) {
            assertThrows(IllegalArgumentException.class, () -> NetSettings.of(CONSTANTS.with(List.of(wrong))), wrong);
        }
    }

    /** At 132 MB/s a character comes every 7.576 ns; 55 of them, and the route byte's time, are 422.93 ns. */
    @Test
    void a_switch_holds_fewer_characters_of_a_stream_than_make_its_slack_send_stop() {
        assertEquals(
                422_930,
                NetSettings.of(CONSTANTS.with("switch.latency", "422.93 ns")).switchPs());
        assertEquals(
                "--set switch.latency=422.94 ns: switch.latency = 422.94 ns: a switch would hold 56 characters of a stream"
                        + " that comes at the lower of link.rate and lanai.network-dma.rate, and its slack buffer sends STOP"
                        + " at slack.stop 56: the switch would limit the bandwidth; expected at most 422 ns, or a larger"
                        + " slack.stop",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> NetSettings.of(CONSTANTS.with("switch.latency", "422.94 ns")))
                        .getMessage());
        // Where the link is the slower one it counts, and a larger buffer holds more.
        assertEquals(
                687_500 + 12_500,
                NetSettings.of(CONSTANTS.with(List.of("link.rate=80", "switch.latency=700 ns")))
                        .switchPs());
        NetSettings.of(CONSTANTS.with(List.of("slack.bytes=200", "slack.stop=140", "switch.latency=1 us")));
    }

    @Test
    void feeds_and_takes_out_of_turn_are_refused() {
        Network network = pair();
        Injector injector = network.injector(0, source("a"));
        Taker taker = new Taker();
        taker.from = network.ejector(1, taker);
        assertThrows(IllegalStateException.class, () -> injector.feed(1, 6250, true));
        assertThrows(IllegalStateException.class, () -> taker.from.take(1, 6250));
        injector.begin(new Worm(new byte[] {3}, "w"));
        assertThrows(IllegalStateException.class, () -> injector.begin(new Worm(new byte[] {3}, "v")));
        injector.feed(10, 6250, false);
        assertThrows(IllegalStateException.class, () -> injector.feed(10, 6250, true));
    }

    @Test
    void nothing_is_neither_fed_nor_taken() {
        Network network = pair();
        Injector injector = network.injector(0, source("a"));
        Taker taker = new Taker() {
            @Override
            public void head(Worm worm) {
                assertThrows(IllegalArgumentException.class, () -> from.take(0, 6250));
                from.take(1, 6250);
                assertThrows(IllegalStateException.class, () -> from.take(1, 6250));
                seen.add("head");
            }
        };
        taker.from = network.ejector(1, taker);
        injector.begin(new Worm(new byte[] {3}, "w"));
        assertThrows(IllegalArgumentException.class, () -> injector.feed(0, 6250, false));
        assertThrows(IllegalArgumentException.class, () -> injector.feed(-1, 6250, true));
        injector.feed(1, 6250, true);
        while (kernel.step()) {}
        assertTrue(seen.contains("head"), "nobody was refused in vain");
    }

    @Test
    void a_sink_hears_when_no_characters_come_and_when_they_come_again() {
        Network network = pair();
        Injector injector = toTaker(network);
        injector.begin(new Worm(new byte[] {3}, "w"));
        injector.feed(100, 6250, false);
        at(2_000_000, () -> injector.feed(50, 6250, true));
        while (kernel.step()) {}
        long head = 10_000 + 100_000 + 20_000;
        long again = 2_000_000 + head - 6250;
        assertEquals(
                List.of(
                        "a drained w " + (2_000_000 + 52 * 6250),
                        "a drained w " + 101 * 6250,
                        "head w " + head,
                        "tail w 150 " + (again + 51 * 6250),
                        "taking at 6250 " + again,
                        "taking waits " + (head + 100 * 6250)),
                seen.stream().sorted().toList());
    }

    @Test
    void a_source_hears_when_its_worm_is_held_back_and_when_it_goes_on() {
        Network network = pair();
        Injector injector = network.injector(0, source("a"));
        Ejector[] ejector = new Ejector[1];
        Taker taker = new Taker() {
            @Override
            public void head(Worm worm) {
                at(5_000_000, () -> ejector[0].take(1 << 20, 6250));
            }
        };
        ejector[0] = network.ejector(1, taker);
        injector.begin(new Worm(new byte[] {3}, "w"));
        injector.feed(1000, 6250, true);
        while (kernel.step()) {}
        List<String> ofSource =
                seen.stream().filter(line -> line.startsWith("a ")).toList();
        assertEquals(3, ofSource.size(), ofSource.toString());
        assertEquals("a is held", ofSource.get(0).substring(0, 9));
        assertEquals("a goes on", ofSource.get(1).substring(0, 9));
        long held = Long.parseLong(ofSource.get(0).substring(10));
        long on = Long.parseLong(ofSource.get(1).substring(10));
        // A buffer at its STOP mark still gets what leaves during two propagations: 6 characters here, 3 at the switch.
        assertEquals((56 + 6 + 56 + 3) * 6250, held, 3 * 6250);
        assertEquals(5_000_000 + (56 + 6 - 40) * 6250 + 20_000 + (56 + 3 - 40) * 6250 + 10_000, on, 3 * 6250);
    }

    private void at(long time, Runnable what) {
        kernel.at(time, new Event() {
            @Override
            protected void fire() {
                what.run();
            }
        });
    }
}
