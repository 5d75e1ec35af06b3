package org.bipj.sim.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.platform.Constants;
import org.bipj.sim.trace.Trace;
import org.junit.jupiter.api.Test;

/** Arithmetic of single worms. */
class NetworkTest {
    private static final Constants CONSTANTS = Constants.of(
            "link.rate = 160 MB/s | published | S4",
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
        Topology topology = new Topology(2, 1, 8);
        topology.connect(Topology.End.host(0), Topology.End.ofSwitch(0, 0), 2);
        topology.connect(Topology.End.host(1), Topology.End.ofSwitch(0, 3), 4);
        return new Network(kernel, topology, CONSTANTS, Trace.OFF);
    }

    private Injector.Source source(String name) {
        return new Injector.Source() {
            @Override
            public void drained(Worm worm) {
                seen.add(name + " drained " + worm.content + " " + kernel.now());
            }

            @Override
            public void reset(Worm worm) {
                seen.add(name + " reset " + worm.content + " " + kernel.now());
            }
        };
    }

    private final class Taker implements Ejector.Sink {
        Ejector from;

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

    @Test
    void worm_crosses_one_switch_in_propagation_latency_and_its_characters() {
        Network network = pair();
        Injector injector = network.injector(0, source("a"));
        Taker taker = new Taker();
        taker.from = network.ejector(1, taker);
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
}
