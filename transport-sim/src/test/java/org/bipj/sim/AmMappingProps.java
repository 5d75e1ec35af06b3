package org.bipj.sim;

import static org.bipj.core.nic.Endpoints.REPLY;
import static org.bipj.core.nic.Endpoints.REQUEST;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.Endpoints;
import org.bipj.sim.am.ChannelTables;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.Cable;
import org.bipj.sim.net.NetworkTopology.End;
import org.bipj.sim.route.RandomTopology;
import org.bipj.sim.route.UpDown;
import org.junit.jupiter.api.Test;

/**
 * Random networks whose cables are cut, heal and perhaps damage worms, while they carry random messages and are mapped. Each
 * message arrives once or comes back, and perhaps both where it comes back as unreachable. None comes back where there was a
 * route all the time. In the end nothing is in use.
 */
class AmMappingProps {
    private static final int MESSAGES = 25;
    private static final double SENDING_US = 400_000;
    /** A message waits for a frame while those of two other endpoints are tried in vain, one behind the other. */
    private static final double LATEST_US = 10_000_000;
    /** Tries go on for longer than two maps take: the one under way has perhaps passed the place of a cut. */
    private static final String QUANTUM = "am.quantum=3 ms";
    /** Runs of each try in the deep profile. */
    private static final int DEEP = 125;

    private static final String[] CHANGES = {
        "am.channels=1",
        "am.entries=4",
        "am.frames=2",
        "am.hold=2",
        "am.loiter=false",
        "am.buffers.receive=1",
        "mapper.blocked-timeout=1 ms",
        "mapper.period=3 ms",
        "mapper.checks=0",
        "mapper.checks=5",
        "mapper.daemon.queue=2",
        "mapper.table=256 B",
        "host.interrupt=5 us"
    };

    private static final String[] HARMS = {
        "drop:rate=0.02", "truncate:rate=0.02", "flip:rate=1e-5", "stall@host0:at=100ms:for=50ms"
    };

    /** What happens in one run, all of it drawn from a seed. */
    private static final class Run {
        final long seed;
        final Random random;
        final NetworkTopology topology;
        final int ranks;
        final Set<Cable> cut = new HashSet<>();
        final String faults;
        final String[] changes;
        /** By message: how often it has arrived, and come back. */
        final Map<Long, int[]> outcomes = new HashMap<>();
        /** Ranks that have not sent all of their messages. */
        int sending;

        Run(long seed) {
            this.seed = seed;
            random = new Random(seed);
            ranks = 2 + random.nextInt(4);
            topology = RandomTopology.connected(
                    random.nextLong(), ranks + random.nextInt(2), 1 + random.nextInt(4), random.nextInt(5));
            sending = ranks;
            faults = faults();
            IntStream drawn = random.ints(random.nextInt(3), 0, CHANGES.length).distinct();
            changes = Stream.concat(Stream.of(QUANTUM), drawn.mapToObj(i -> CHANGES[i]))
                    .toArray(String[]::new);
        }

        private String faults() {
            List<String> all = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                Cable cable =
                        topology.cables().get(random.nextInt(topology.cables().size()));
                if (cut.add(cable)) {
                    int at = random.nextInt(400);
                    all.add("cut@" + place(cable.a()) + ":at=" + at + "ms");
                    if (random.nextInt(3) > 0) {
                        all.add("heal@" + place(cable.b()) + ":at=" + (at + 1 + random.nextInt(400)) + "ms");
                    }
                }
            }
            if (random.nextInt(3) == 0) {
                all.add(HARMS[random.nextInt(HARMS.length)]);
            }
            return String.join(",", all);
        }

        private static String place(End end) {
            return end.isHost() ? "host" + end.node() : "switch" + end.node() + "." + end.port();
        }

        /** True if no cut has separated two ranks. */
        boolean isAlwaysConnected() {
            UpDown routes = new UpDown(RandomTopology.without(topology, List.copyOf(cut)), 1);
            return IntStream.range(1, ranks).allMatch(rank -> routes.connects(0, rank));
        }

        void run(SimCluster cluster, AmRig.Host host) {
            Random own = new Random(seed + 1 + host.rank());
            AmRig.Box[] boxes = {host.first, host.open(host.first.group), host.open(host.first.group)};
            host.compute(1000);
            for (int index = 0; index < MESSAGES; index++) {
                host.compute(own.nextDouble(2 * SENDING_US / MESSAGES));
                int to = own.nextInt(ranks);
                long name = new EndpointName(to, own.nextInt(boxes.length), 1).packed();
                byte[] data = data(header(host.rank(), index));
                int kind = own.nextBoolean() ? REQUEST : REPLY;
                host.send(boxes[own.nextInt(boxes.length)], kind, name, AmRig.TAG, header(host.rank(), index), 1, data);
                host.first.group.poll(Integer.MAX_VALUE);
            }
            sending--;
            while (sending > 0 || !isIdle(cluster) && host.us() < LATEST_US) {
                host.first.group.poll(Integer.MAX_VALUE);
                host.compute(5000);
            }
            for (AmRig.Box box : boxes) {
                box.received.forEach(message -> {
                    assertArrayEquals(data(message.header()), message.data());
                    outcomes.computeIfAbsent(message.header(), key -> new int[2])[0]++;
                });
                box.returned.forEach(message -> {
                    assertEquals(Endpoints.UNREACHABLE, message.reason());
                    outcomes.computeIfAbsent(message.header(), key -> new int[2])[1]++;
                });
            }
        }

        private boolean isIdle(SimCluster cluster) {
            return IntStream.range(0, ranks).allMatch(rank -> cluster.port(rank).isIdle());
        }

        private static long header(int rank, int index) {
            return (long) rank * MESSAGES + index;
        }

        private byte[] data(long header) {
            Random own = new Random(seed + header);
            byte[] bytes = new byte[own.nextInt(3) > 0 ? 0 : own.nextInt(8193)];
            own.nextBytes(bytes);
            return bytes;
        }

        void check(SimCluster cluster) {
            int returned = 0;
            for (long header = 0; header < (long) ranks * MESSAGES; header++) {
                int[] outcome = outcomes.getOrDefault(header, new int[2]);
                String what = "message " + header + " has arrived " + outcome[0] + " times and come back " + outcome[1]
                        + " times; " + this;
                assertTrue(outcome[0] <= 1 && outcome[1] <= 1 && outcome[0] + outcome[1] >= 1, what);
                assertTrue(outcome[1] == 0 || !isAlwaysConnected(), what);
                returned += outcome[1];
            }
            for (int rank = 0; rank < ranks; rank++) {
                assertTrue(cluster.port(rank).isIdle(), cluster.port(rank).state() + "; " + this);
            }
            if (returned == 0) {
                ChannelTables.agree(
                        IntStream.range(0, ranks).mapToObj(cluster::port).toList());
            }
        }

        @Override
        public String toString() {
            return "seed " + seed + ": " + ranks + " ranks, " + topology.switches() + " switches, "
                    + topology.cables().size() + " cables, " + faults + " " + String.join(" ", changes);
        }
    }

    private static Run run(long seed) {
        Run run = new Run(seed);
        SimCluster cluster = MappedRig.cluster(run.topology, run.ranks, seed, run.faults, run.changes);
        AmRig.play(cluster, run.ranks, host -> run.run(cluster, host));
        run.check(cluster);
        return run;
    }

    @Property(tries = 80, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void eachMessageArrivesOnceOrComesBack(@ForAll long seed) {
        run(seed);
        for (int i = 1; Boolean.getBoolean("bipj.deep") && i < DEEP; i++) {
            run(seed + i);
        }
    }

    /** Of the runs above: some have cuts that a route leads around, some separate ranks, and there messages come back. */
    @Test
    void theRunsAreOfAllKinds() {
        int around = 0;
        int separated = 0;
        int returned = 0;
        for (long seed = 0; seed < 20; seed++) {
            Run run = run(seed);
            around += !run.cut.isEmpty() && run.isAlwaysConnected() ? 1 : 0;
            separated += run.isAlwaysConnected() ? 0 : 1;
            returned += run.outcomes.values().stream().anyMatch(outcome -> outcome[1] > 0) ? 1 : 0;
        }
        assertTrue(around > 1 && separated > 1 && returned > 1, around + ", " + separated + ", " + returned);
    }
}
