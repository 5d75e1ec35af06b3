package org.bipj.sim.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.trace.Trace;

/**
 * A worm that is slower at its end than at its source, exact and as a fluid. What differs is what the buffers hold: at
 * most what lies between STOP and GO, and what is on its way when either is sent, in each. By so many characters, at
 * the slowest pace that there was, the source sees its tail leave earlier or later. As long as the sink stays the
 * slower one, the buffer in front of it never runs empty, and it sees the same to the picosecond; if it becomes the
 * faster one, what it sees differs by as much.
 */
class FluidProps {
    private static final long CHAR = 6250;
    private static final double METRES = 10;

    private static NetSettings settings(int fluidAfter) {
        return new NetSettings(CHAR, 4900, 80, 56, 40, 100_000, true, 0, fluidAfter);
    }

    /** What a run shows. */
    private static final class Run extends Event implements Injector.Source {
        final Kernel kernel = new Kernel();
        final List<String> sink = new ArrayList<>();
        final SplittableRandom random;
        final int chars;
        final long quickest;
        long slowest = CHAR;
        long drained;
        long ended;
        Ejector ejector;

        Run(long seed, int switches, int chars, long pace, long quickest, int fluidAfter) {
            random = new SplittableRandom(seed);
            this.quickest = quickest;
            this.chars = chars;
            NetworkTopology topology = new NetworkTopology(2, switches, 8);
            byte[] route = new byte[switches];
            for (int s = 0; s < switches; s++) {
                route[s] = 1;
                if (s > 0) {
                    topology.connect(
                            NetworkTopology.End.ofSwitch(s - 1, 1), NetworkTopology.End.ofSwitch(s, 0), METRES);
                }
            }
            topology.connect(NetworkTopology.End.host(0), NetworkTopology.End.ofSwitch(0, 0), METRES);
            topology.connect(NetworkTopology.End.host(1), NetworkTopology.End.ofSwitch(switches - 1, 1), METRES);
            Network network = new Network(kernel, topology, settings(fluidAfter), Trace.OFF);
            ejector = network.ejector(1, new Taking());
            Injector injector = network.injector(0, this);
            injector.begin(new Worm(route, "w"));
            injector.feed(chars, pace, true);
            while (kernel.step()) {}
            network.checkIdle();
        }

        long bound(int switches) {
            long onTheWay = 2 * (Math.round(METRES * 4900) / CHAR + 1);
            return (switches + 1) * (56 - 40 + 2 * onTheWay) * slowest;
        }

        private final class Taking implements Ejector.Sink {
            @Override
            public void head(Worm worm) {
                next();
            }

            @Override
            public void taken(Worm worm, int count) {
                sink.add("taken " + count + " " + kernel.now());
                next();
            }

            @Override
            public void tail(Worm worm, int count) {
                sink.add("tail " + count + " " + kernel.now());
                ended = kernel.now();
                kernel.cancel(Run.this);
            }

            private void next() {
                int room = random.nextInt(chars / 8, chars);
                long pace = random.nextLong(quickest, 4 * CHAR);
                slowest = Math.max(slowest, pace);
                ejector.take(room, pace);
                if (random.nextBoolean() && !isScheduled()) {
                    kernel.after(random.nextLong(room * pace / 2), Run.this);
                }
            }
        }

        @Override
        protected void fire() {
            long pace = random.nextLong(quickest, 4 * CHAR);
            slowest = Math.max(slowest, pace);
            ejector.pace(pace);
        }

        @Override
        public void drained(Worm worm) {
            drained = kernel.now();
        }

        @Override
        public void reset(Worm worm) {
            throw new IllegalStateException("nothing blocks it for ever");
        }
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void slower_sink_sees_the_same_and_source_nearly(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 6) int switches,
            @ForAll @IntRange(min = 200, max = 30_000) int chars,
            @ForAll @IntRange(min = 6250, max = 9000) int pace,
            @ForAll @IntRange(max = 8) int fluidAfter) {
        Run exact = new Run(seed, switches, chars, pace, pace, Integer.MAX_VALUE);
        Run fluid = new Run(seed, switches, chars, pace, pace, fluidAfter);
        assertEquals(exact.sink, fluid.sink);
        near(exact.drained, fluid.drained, exact.bound(switches));
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void sink_that_is_now_slower_and_now_faster_sees_nearly_the_same(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 6) int switches,
            @ForAll @IntRange(min = 200, max = 30_000) int chars,
            @ForAll @IntRange(min = 6250, max = 9000) int pace,
            @ForAll @IntRange(max = 8) int fluidAfter) {
        Run exact = new Run(seed, switches, chars, pace, CHAR, Integer.MAX_VALUE);
        Run fluid = new Run(seed, switches, chars, pace, CHAR, fluidAfter);
        near(exact.ended, fluid.ended, exact.bound(switches));
        near(exact.drained, fluid.drained, exact.bound(switches));
    }

    private static void near(long exact, long fluid, long bound) {
        assertTrue(Math.abs(exact - fluid) <= bound, () -> exact + " and as a fluid " + fluid + "; bound " + bound);
    }

    @Example
    void long_worm_to_a_slow_sink_takes_few_events() {
        Run one = new Run(1, 3, 10_000, CHAR, CHAR, 64);
        Run ten = new Run(1, 3, 100_000, CHAR, CHAR, 64);
        assertTrue(
                ten.kernel.fired() < 2 * one.kernel.fired(),
                () -> one.kernel.fired() + " events for 10,000 characters, " + ten.kernel.fired() + " for 100,000");
    }
}
