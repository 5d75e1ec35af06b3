package org.bipj.sim;

import static org.bipj.core.nic.Endpoints.REPLY;
import static org.bipj.core.nic.Endpoints.REQUEST;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bipj.core.nic.EndpointName;

/**
 * Random traffic between the endpoints of a few ranks, of all kinds and sizes, while worms are lost, corrupted and cut
 * short. Each message arrives once, whole, at its endpoint; at the end no entry, channel or buffer is in use.
 */
class AmTrafficProps {
    private static final int ENDPOINTS = 3;
    private static final int MESSAGES = 25;
    /** Runs of each try in the deep profile. */
    private static final int DEEP = 80;

    private static final String[] FAULTS = {"", "drop:rate=0.05", "flip:rate=2e-5,drop:rate=0.02", "truncate:rate=0.05"
    };
    private static final String[] CHANGES = {
        "am.loiter=false",
        "am.attempts-log2=0",
        "am.buffers.receive=1",
        "am.channels=1",
        "am.entries=2",
        "bus.dma.mode=consistent",
        "am.quantum=1 ms",
        "am.frames=2",
        "am.frames=2",
        "am.hold=2"
    };

    private record Traffic(int ranks, int seed) {
        /** Messages that each endpoint of a rank gets: each other endpoint sends it one in turn. */
        int to(int from, int fromEndpoint, int index) {
            return Math.floorMod(from * 31 + fromEndpoint * 7 + index * 13 + seed, ranks);
        }

        int toEndpoint(int from, int fromEndpoint, int index) {
            return Math.floorMod(from * 5 + fromEndpoint * 3 + index * 11 + seed, ENDPOINTS);
        }

        int expected(int rank) {
            int count = 0;
            for (int from = 0; from < ranks; from++) {
                for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
                    for (int index = 0; index < MESSAGES; index++) {
                        count += to(from, endpoint, index) == rank ? 1 : 0;
                    }
                }
            }
            return count;
        }

        static long header(int from, int endpoint, int index) {
            return ((long) from * ENDPOINTS + endpoint) * MESSAGES + index;
        }

        byte[] data(long header) {
            Random random = new Random(seed + header);
            byte[] bytes = new byte[random.nextBoolean() ? 0 : random.nextInt(8193)];
            random.nextBytes(bytes);
            return bytes;
        }

        void run(AmRig.Host host) {
            Random random = new Random(seed + host.rank());
            AmRig.Box[] own = {host.first, host.open(host.first.group), host.open(host.first.group)};
            host.compute(20);
            for (int index = 0; index < MESSAGES; index++) {
                for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
                    long to = new EndpointName(
                                    to(host.rank(), endpoint, index), toEndpoint(host.rank(), endpoint, index), 1)
                            .packed();
                    long header = header(host.rank(), endpoint, index);
                    host.compute(random.nextInt(50));
                    int kind = random.nextBoolean() ? REQUEST : REPLY;
                    host.send(own[endpoint], kind, to, AmRig.TAG, header, 2, data(header));
                }
            }
            int expected = expected(host.rank());
            host.poll(
                    host.first.group,
                    () -> Arrays.stream(own)
                                    .mapToInt(box -> box.received.size())
                                    .sum()
                            == expected);
            // Until all is repaired that the others wait for: an end would send it back.
            host.compute(3_000_000);
            check(own);
        }

        private void check(AmRig.Box[] own) {
            Set<Long> seen = new HashSet<>();
            for (AmRig.Box box : own) {
                assertTrue(box.returned.isEmpty(), () -> "came back: " + box.returned);
                for (AmRig.Message message : box.received) {
                    assertTrue(seen.add(message.header()), "twice: " + message);
                    assertArrayEquals(data(message.header()), message.data(), message::toString);
                }
            }
        }
    }

    private static void check(int ranks, int seed) {
        Random random = new Random(seed);
        List<String> changes =
                List.of(CHANGES[random.nextInt(CHANGES.length)], CHANGES[random.nextInt(CHANGES.length)]);
        Traffic traffic = new Traffic(ranks, seed);
        AmRig.run(ranks, FAULTS[random.nextInt(FAULTS.length)], traffic::run, changes.toArray(String[]::new));
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void everyMessageArrivesOnceAndNothingIsLeft(
            @ForAll @IntRange(min = 1, max = 4) int ranks, @ForAll @IntRange(max = 1_000_000) int seed) {
        check(ranks, seed);
        for (int i = 1; Boolean.getBoolean("bipj.deep") && i < DEEP; i++) {
            check(1 + (ranks + i) % 5, seed + 1_000_000 * i);
        }
    }
}
