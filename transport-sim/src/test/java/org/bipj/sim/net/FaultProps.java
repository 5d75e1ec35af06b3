package org.bipj.sim.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever breaks, each worm arrives whole or is reported, and the network is empty in the end. */
class FaultProps {
    /** Random harm to worms, and perhaps a cable or a host that dies. */
    private static final class RandomFaults implements NetFaults {
        private final SplittableRandom random;
        private final int deadCable;
        private final int deadHost;

        RandomFaults(long seed, NetworkTopology topology, boolean deaths) {
            random = new SplittableRandom(seed);
            deadCable = deaths ? random.nextInt(topology.cables().size()) : -1;
            deadHost = deaths ? random.nextInt(topology.hosts()) : -1;
        }

        @Override
        public Fate fate(Worm worm, int cable, int direction, long now) {
            return switch (random.nextInt(30)) {
                case 0 -> Fate.CORRUPT;
                case 1 -> Fate.DROP;
                case 2, 3 -> Fate.TRUNCATE;
                default -> Fate.PASS;
            };
        }

        @Override
        public int truncateAfter(Worm worm, int routeLeft) {
            return random.nextInt(1, random.nextBoolean() ? 5 : 300);
        }

        @Override
        public long[] changes(int cable) {
            return cable == deadCable
                    ? random.longs(random.nextInt(1, 4), 0, 5_000_000).sorted().toArray()
                    : new long[0];
        }

        @Override
        public long hostDeadFrom(int host) {
            return host == deadHost ? random.nextLong(5_000_000) : Long.MAX_VALUE;
        }

        @Override
        public long stall(int host, long now) {
            return random.nextInt(20) == 0 ? random.nextLong(2_000_000) : 0;
        }
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void worms_arrive_or_are_reported(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 6) int hosts,
            @ForAll @IntRange(min = 1, max = 5) int switches,
            @ForAll @IntRange(min = 1, max = 8) int worms,
            @ForAll @IntRange(min = 1, max = 400) int longest,
            @ForAll boolean deaths,
            @ForAll boolean paces) {
        NetSettings settings = new NetSettings(6250, 4900, 80, 56, 40, 100_000, true, 20_000_000, Integer.MAX_VALUE);
        Scene scene = new Scene(seed, new Scene.Shape(hosts, switches, worms, longest, false, false, paces), settings);
        Scene.Log log = scene.burst(new RandomFaults(seed, scene.topology, deaths));
        assertEquals(List.of(), log.complaints);
        if (!deaths) {
            assertEquals(hosts * worms, log.begun, "all have begun");
            assertEquals(log.begun, log.whole + log.lost.size(), "whole or reported");
        }
    }
}
