package org.bipj.lci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A random program: ranks unicast to each other and themselves, multicast in random groups, reply, keep packets, and add to
 * counters. Each packet has a number; its upcall checks that packets of its sender and kind arrive once and in order, with
 * their bytes. One seed, one program.
 */
public final class LciProgram {
    private static final int GROUPS = 3;
    private static final int KEPT = 5;
    private static final int COUNTERS = 3;

    private final long seed;
    private final int ranks;
    private final int steps;
    /** By rank: packets that are on their way to it. */
    private final AtomicIntegerArray sentTo;
    /** By rank and counter: what has been added. */
    private final AtomicLongArray added;

    /** A program of some ranks, each of which takes so many steps. */
    public LciProgram(long seed, int ranks, int steps) {
        this.seed = seed;
        this.ranks = ranks;
        this.steps = steps;
        sentTo = new AtomicIntegerArray(ranks);
        added = new AtomicLongArray(ranks * COUNTERS);
    }

    /** One rank's part. */
    public void run(Lci lci) {
        new Rank(lci).run();
    }

    /** The members of the groups, the same on all ranks. */
    private List<int[]> memberships() {
        Random draw = new Random(~seed);
        List<int[]> all = new ArrayList<>();
        while (all.size() < GROUPS) {
            int[] members = draw.ints(0, ranks)
                    .limit(1 + draw.nextInt(2 * ranks))
                    .distinct()
                    .toArray();
            all.add(members);
        }
        return all;
    }

    private final class Rank {
        private final Lci lci;
        private final Random draw;
        private final Channel channel;
        private final List<Group> groups = new ArrayList<>();
        private final ArrayDeque<ReceivedPacket> kept = new ArrayDeque<>();
        /** By destination, and by group: numbers of the next packets. */
        private final int[] nextUnicast = new int[ranks];

        private final int[] nextMulticast = new int[2 * GROUPS];
        /** By sender: numbers expected. */
        private final int[] expectedUnicast = new int[ranks];

        private final int[][] expectedMulticast = new int[2 * GROUPS][ranks];
        private int received;

        Rank(Lci lci) {
            this.lci = lci;
            draw = new Random(seed * 31 + lci.rank());
            channel = lci.open(1, this::onPacket);
        }

        void run() {
            for (int[] members : memberships()) {
                for (int member : members) {
                    if (member == lci.rank()) {
                        groups.add(lci.group(members));
                    }
                }
            }
            for (int step = 0; step < steps; step++) {
                step();
            }
            lci.barrier();
            awaitAll();
            // Upcalls have replied: now all replies have been sent.
            lci.barrier();
            awaitAll();
            for (int counter = 0; counter < COUNTERS; counter++) {
                for (int rank = 0; rank < ranks; rank++) {
                    assertEquals(
                            added.get(rank * COUNTERS + counter),
                            lci.counter(rank, counter).getAndAdd(0));
                }
            }
            while (!kept.isEmpty()) {
                releaseKept();
            }
            lci.barrier();
        }

        private void awaitAll() {
            while (received < sentTo.get(lci.rank())) {
                lci.pollOrIdle();
            }
        }

        private void step() {
            switch (draw.nextInt(6)) {
                case 0, 1 -> unicast(channel.allocate(), draw.nextInt(ranks), false);
                case 2 -> multicast();
                case 3 -> {
                    int polled = lci.poll();
                }
                case 4 -> {
                    if (!kept.isEmpty()) {
                        releaseKept();
                    }
                }
                default -> add();
            }
        }

        private void add() {
            int owner = draw.nextInt(ranks);
            int counter = draw.nextInt(COUNTERS);
            int n = draw.nextInt(100);
            long before = lci.counter(owner, counter).getAndAdd(n);
            assertTrue(before >= 0, "a counter is " + before);
            added.addAndGet(owner * COUNTERS + counter, n);
        }

        private void unicast(SendPacket packet, int to, boolean reply) {
            int length = fill(packet, nextUnicast[to]++, -1, reply);
            sentTo.incrementAndGet(to);
            channel.unicast(to, packet, length);
        }

        private void multicast() {
            if (groups.isEmpty()) {
                return;
            }
            Group group = groups.get(draw.nextInt(groups.size()));
            SendPacket packet = channel.allocate();
            int length = fill(packet, nextMulticast[group.number()]++, group.number(), false);
            for (int member : group.members()) {
                if (member != lci.rank()) {
                    sentTo.incrementAndGet(member);
                }
            }
            channel.multicast(group, packet, length);
        }

        private int fill(SendPacket packet, int number, int group, boolean reply) {
            int length = draw.nextBoolean() ? 8 : 8 + draw.nextInt(lci.payload() - 7);
            packet.putInt(0, number);
            packet.putInt(4, reply ? 1 : 0);
            for (int i = 8; i < length; i++) {
                packet.putByte(i, pattern(lci.rank(), group, number, i));
            }
            return length;
        }

        private Disposal onPacket(ReceivedPacket packet) {
            received++;
            int source = packet.source();
            int number = packet.getInt(0);
            if (packet.group() == null) {
                assertEquals(expectedUnicast[source]++, number, "unicast of " + source);
            } else {
                int[] expected = expectedMulticast[packet.group().number()];
                assertEquals(expected[source]++, number, packet.group() + ": multicast of " + source);
            }
            if (packet.getInt(4) == 0 && draw.nextInt(4) == 0) {
                SendPacket reply = channel.tryAllocate();
                if (reply != null) {
                    unicast(reply, source, true);
                }
            }
            if (kept.size() < KEPT && draw.nextInt(3) == 0) {
                kept.add(packet);
                return Disposal.KEEP;
            }
            check(packet);
            return Disposal.RELEASE;
        }

        private void releaseKept() {
            ReceivedPacket packet = kept.remove();
            check(packet);
            packet.release();
        }

        private void check(ReceivedPacket packet) {
            int group = packet.group() == null ? -1 : packet.group().number();
            for (int i = 8; i < packet.length(); i++) {
                assertEquals(pattern(packet.source(), group, packet.getInt(0), i), packet.getByte(i), "byte " + i);
            }
        }
    }

    private static byte pattern(int source, int group, int number, int i) {
        return (byte) (source * 7 + group * 11 + number * 13 + i * 17);
    }
}
