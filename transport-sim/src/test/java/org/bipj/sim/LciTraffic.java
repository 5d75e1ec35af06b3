package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bipj.core.nic.PacketUpcalls;

/**
 * A random program over LCI's packets: unicasts, multicasts to all, additions to counters, computation and polls, drawn from a
 * seed. Each rank knows what it is to receive, and checks that it does, once and in order.
 */
final class LciTraffic {
    private static final int GROUP = 0;
    private static final int COUNTER = 3;
    private static final int MOST_BYTES = 300;
    private static final int LONGEST_PAUSE_US = 300;
    private static final int LAST_PAUSE_US = 12_000;
    private static final int LAST_POLLS = 100;

    private enum Kind {
        UNICAST,
        MULTICAST,
        ADD
    }

    /** What a rank does; the index counts the packets of the same source and destination. */
    private record Step(Kind kind, int to, int index, int bytes, int pauseUs) {}

    private final long seed;
    private final int ranks;
    private final List<List<Step>> steps = new ArrayList<>();
    private final int[][] unicasts;
    private final int[] multicasts;

    /**
     * Draws a program.
     *
     * @param unicastOnly without multicasts
     */
    LciTraffic(long seed, int ranks, int count, boolean unicastOnly) {
        this.seed = seed;
        this.ranks = ranks;
        unicasts = new int[ranks][ranks];
        multicasts = new int[ranks];
        Random draw = new Random(seed);
        for (int rank = 0; rank < ranks; rank++) {
            List<Step> mine = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                mine.add(step(draw, rank, unicastOnly));
            }
            steps.add(mine);
        }
    }

    private Step step(Random draw, int rank, boolean unicastOnly) {
        int bytes = draw.nextInt(4) == 0 ? 0 : draw.nextInt(MOST_BYTES);
        int pause = draw.nextInt(3) == 0 ? draw.nextInt(LONGEST_PAUSE_US) : 0;
        int to = draw.nextInt(ranks);
        int kind = draw.nextInt(10);
        if (kind == 0) {
            return new Step(Kind.ADD, to, 0, 0, pause);
        }
        if (kind < 4 && !unicastOnly) {
            return new Step(Kind.MULTICAST, to, multicasts[rank]++, bytes, pause);
        }
        return new Step(Kind.UNICAST, to, unicasts[rank][to]++, bytes, pause);
    }

    private byte[] payload(int source, int group, Step step) {
        byte[] bytes = new byte[step.bytes];
        new Random(seed ^ 31L * source ^ 1_000_003L * step.index ^ (group == GROUP ? 7 : 0)).nextBytes(bytes);
        return bytes;
    }

    /** A rank's part. */
    void run(LciRig.Host host) {
        int rank = host.rank();
        host.pollsForRoom = true;
        host.groupOfAll(GROUP);
        for (Step step : steps.get(rank)) {
            if (step.pauseUs > 0) {
                host.compute(step.pauseUs);
                host.lci.poll(Integer.MAX_VALUE);
            }
            switch (step.kind) {
                case UNICAST -> host.unicast(step.to, step.index, payload(rank, PacketUpcalls.UNICAST, step));
                case MULTICAST -> host.multicast(GROUP, step.index, payload(rank, GROUP, step));
                case ADD -> assertTrue(host.add(step.to, COUNTER, 1) >= 0);
            }
        }
        int expected = expected(rank);
        host.receive(expected);
        host.compute(new Random(seed + rank).nextInt(LAST_PAUSE_US));
        host.lci.poll(Integer.MAX_VALUE);
        assertEquals(expected, host.received.size(), "packets of rank " + rank);
        check(host);
    }

    /**
     * A rank's part where packets may be missing: receives for some time, and checks the bytes of what has come, and that it has
     * come once and in order. Returns whether that is all.
     */
    boolean runWithLosses(LciRig.Host host) {
        int rank = host.rank();
        host.groupOfAll(GROUP);
        for (Step step : steps.get(rank)) {
            host.compute(step.pauseUs);
            host.lci.poll(Integer.MAX_VALUE);
            int packet = step.kind == Kind.ADD ? -1 : host.lci.allocate();
            if (packet >= 0) {
                boolean isUnicast = step.kind == Kind.UNICAST;
                byte[] bytes = payload(rank, isUnicast ? PacketUpcalls.UNICAST : GROUP, step);
                MemorySegment.copy(bytes, 0, host.lci.sendBuffer(packet), ValueLayout.JAVA_BYTE, 0, bytes.length);
                if (isUnicast) {
                    host.lci.unicast(step.to, packet, bytes.length, step.index);
                } else {
                    host.lci.multicast(GROUP, packet, bytes.length, step.index);
                }
            }
        }
        for (int i = 0; i < LAST_POLLS; i++) {
            host.compute(LONGEST_PAUSE_US);
            host.lci.poll(Integer.MAX_VALUE);
        }
        host.givesUp = true;
        Map<List<Integer>, Integer> latest = new HashMap<>();
        for (LciRig.Packet packet : host.received) {
            boolean isUnicast = packet.group() == PacketUpcalls.UNICAST;
            Step sent = steps.get(packet.source()).stream()
                    .filter(step -> step.kind == (isUnicast ? Kind.UNICAST : Kind.MULTICAST)
                            && (!isUnicast || step.to == rank)
                            && step.index == packet.client())
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("nobody sent " + packet));
            assertArrayEquals(payload(packet.source(), packet.group(), sent), packet.data());
            Integer before = latest.put(List.of(packet.source(), packet.group()), packet.client());
            assertTrue(before == null || before < packet.client(), "order of " + packet);
        }
        return host.received.size() == expected(rank);
    }

    private int expected(int rank) {
        int expected = 0;
        for (int source = 0; source < ranks; source++) {
            expected += unicasts[source][rank] + (source == rank ? 0 : multicasts[source]);
        }
        return expected;
    }

    private void check(LciRig.Host host) {
        for (int source = 0; source < ranks; source++) {
            int from = source;
            List<Step> unicast = steps.get(source).stream()
                    .filter(step -> step.kind == Kind.UNICAST && step.to == host.rank())
                    .toList();
            check(host, from, PacketUpcalls.UNICAST, unicast);
            List<Step> multicast = steps.get(source).stream()
                    .filter(step -> step.kind == Kind.MULTICAST && from != host.rank())
                    .toList();
            check(host, from, GROUP, multicast);
        }
    }

    private void check(LciRig.Host host, int source, int group, List<Step> sent) {
        List<LciRig.Packet> packets = host.received.stream()
                .filter(packet -> packet.source() == source && packet.group() == group)
                .toList();
        for (int i = 0; i < packets.size(); i++) {
            LciRig.Packet packet = packets.get(i);
            assertEquals(i, packet.client(), "from rank " + source + " in group " + group);
            assertArrayEquals(payload(source, group, sent.get(i)), packet.data());
        }
        assertEquals(sent.size(), packets.size(), "from rank " + source + " in group " + group);
    }
}
