package org.bipj.lci;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Packets, groups, counters and errors: what LCI does on every fabric. */
public abstract class LciContract extends LciSuite {
    /** Packets, more than a rank has buffers of. */
    private static final int MANY = 1000;

    private static void send(Channel channel, int destination, long value) {
        SendPacket packet = channel.allocate();
        packet.putLong(0, value);
        channel.unicast(destination, packet, Long.BYTES);
    }

    private static void multicast(Channel channel, Group group, long value) {
        SendPacket packet = channel.allocate();
        packet.putLong(0, value);
        channel.multicast(group, packet, Long.BYTES);
    }

    private static int[] all(Lci lci) {
        int[] members = new int[lci.size()];
        Arrays.setAll(members, rank -> rank);
        return members;
    }

    /** Rank 1 receives one packet in its way, then answers, and nothing else is sent: what it misses stays missed. */
    private void receiveTheOnlyPacket(BiConsumer<Lci, boolean[]> way) {
        run(2, lci -> {
            boolean[] got = new boolean[1];
            Channel channel = open(lci, packet -> {
                got[0] = true;
                return Disposal.RELEASE;
            });
            if (lci.rank() == 0) {
                send(channel, 1, 1);
                until(lci, () -> got[0]);
                return;
            }
            way.accept(lci, got);
            send(channel, 0, 1);
        });
    }

    /** Whether the packet had come; polls until it has. */
    private static boolean lookAndPoll(Lci lci, boolean[] got) {
        boolean before = got[0];
        while (!got[0]) {
            lci.poll();
        }
        return before;
    }

    /**
     * A condition may poll, as one that reads objects of a runtime system does now and then. What it had looked at before may be
     * what the last packet of all changes.
     */
    @Test
    void aConditionThatPollsIsLookedAtOnceMore() {
        receiveTheOnlyPacket((lci, got) -> {
            int[] looks = new int[1];
            // Idles after the second look at the earliest.
            lci.await("a packet", () -> ++looks[0] > 1 ? lookAndPoll(lci, got) : got[0]);
        });
    }

    /** The same of a loop that idles. */
    @Test
    void aLoopThatPollsBetweenItsRoundsDoesNotIdleOverWhatHasCome() {
        receiveTheOnlyPacket((lci, got) -> {
            do {
                lci.pollOrIdle();
            } while (!lookAndPoll(lci, got));
        });
    }

    @Test
    void aPacketRunsTheUpcallOfItsChannel() {
        run(2, lci -> {
            long[] got = new long[1];
            Channel channel = open(lci, packet -> {
                assertEquals(1 - lci.rank(), packet.source());
                assertNull(packet.group());
                assertEquals(8, packet.length());
                got[0] = packet.getLong(0);
                return Disposal.RELEASE;
            });
            send(channel, 1 - lci.rank(), 42 + lci.rank());
            until(lci, () -> got[0] != 0);
            assertEquals(43 - lci.rank(), got[0]);
        });
    }

    @Test
    void aRankAwaitsWhatAnUpcallMakesTrue() {
        run(2, lci -> {
            int[] got = new int[1];
            Channel channel = open(lci, packet -> {
                fails("inside an upcall", () -> lci.await("a packet", () -> true));
                got[0]++;
                return Disposal.RELEASE;
            });
            for (int i = 1; i <= 3; i++) {
                send(channel, 1 - lci.rank(), i);
                int expected = i;
                lci.await("packet " + i, () -> got[0] >= expected);
            }
        });
    }

    @Test
    void packetsOfAllLengthsArrive() {
        run(2, lci -> {
            int max = lci.payload();
            int[] lengths = {0, 1, 7, 8, 9, 127, 255, 256, 257, 511, 1000, max - 1, max};
            int[] next = new int[1];
            Channel channel = open(lci, packet -> {
                int length = lengths[next[0]++];
                byte[] got = new byte[packet.length()];
                packet.get(0, got, 0, got.length);
                assertArrayEquals(bytes(length, length), got);
                return Disposal.RELEASE;
            });
            if (lci.rank() == 0) {
                for (int length : lengths) {
                    SendPacket packet = channel.allocate();
                    packet.put(0, bytes(length, length), 0, length);
                    channel.unicast(1, packet, length);
                }
            } else {
                until(lci, () -> next[0] == lengths.length);
            }
        });
    }

    @Test
    void theUnicastsOfAPairKeepTheirOrder() {
        run(3, lci -> {
            long[] next = new long[3];
            Channel channel = open(lci, packet -> {
                assertEquals(next[packet.source()]++, packet.getLong(0));
                return Disposal.RELEASE;
            });
            int others = 0;
            for (int i = 0; i < MANY; i++) {
                for (int to = 0; to < 3; to++) {
                    SendPacket packet = channel.allocate();
                    packet.putLong(0, i);
                    // Packets that go as one message, and such that may need several.
                    channel.unicast(to, packet, i % 3 == 0 ? lci.payload() : Long.BYTES);
                }
                if (i % 50 == lci.rank()) {
                    others += lci.poll();
                }
            }
            until(lci, () -> Arrays.stream(next).allMatch(n -> n == MANY));
        });
    }

    @Test
    void longPacketsGoBackAndForth() {
        run(2, lci -> {
            int[] got = new int[1];
            Channel channel = open(lci, packet -> {
                assertEquals(lci.payload(), packet.length());
                got[0]++;
                return Disposal.RELEASE;
            });
            for (int i = 1; i <= 20; i++) {
                if (lci.rank() == 0) {
                    channel.unicast(1, channel.allocate(), lci.payload());
                }
                int expected = i;
                until(lci, () -> got[0] == expected);
                if (lci.rank() == 1) {
                    channel.unicast(0, channel.allocate(), lci.payload());
                }
            }
        });
    }

    @Test
    void allocateWaitsWithoutUpcalls() {
        run(2, lci -> {
            int[] got = new int[1];
            Channel channel = open(lci, packet -> {
                got[0]++;
                return Disposal.RELEASE;
            });
            lci.barrier();
            // Upcalls may have run in the barrier. Now both send more than the network holds, and nobody polls.
            int before = got[0];
            for (int i = 0; i < MANY; i++) {
                SendPacket packet = channel.allocate();
                channel.unicast(1 - lci.rank(), packet, lci.payload());
            }
            assertEquals(before, got[0]);
            until(lci, () -> got[0] == MANY);
        });
    }

    @Test
    void packetsForAChannelThatIsNotOpenWait() {
        run(2, lci -> {
            List<Long> got = new ArrayList<>();
            Upcall upcall = packet -> {
                got.add(packet.getLong(0));
                return Disposal.RELEASE;
            };
            if (lci.rank() == 0) {
                Channel channel = open(lci, upcall);
                for (int i = 0; i < 5; i++) {
                    send(channel, 1, i);
                }
            }
            lci.barrier();
            if (lci.rank() == 1) {
                Channel channel = open(lci, upcall);
                send(channel, 1, 5);
                until(lci, () -> got.size() == 6);
                assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L), got);
            }
        });
    }

    @Test
    void channelsAreApart() {
        run(2, lci -> {
            int[] got = new int[3];
            List<Channel> channels = new ArrayList<>();
            for (int number : new int[] {0, 63, Lci.MAX_CHANNEL}) {
                int index = channels.size();
                channels.add(open(lci, number, packet -> {
                    assertEquals(number, packet.getLong(0));
                    got[index]++;
                    return Disposal.RELEASE;
                }));
            }
            for (Channel channel : channels) {
                for (int i = 0; i <= channels.indexOf(channel); i++) {
                    send(channel, 1 - lci.rank(), channel.number());
                }
            }
            until(lci, () -> Arrays.equals(got, new int[] {1, 2, 3}));
        });
    }

    @Test
    void aKeptPacketStaysUntilItsRelease() {
        run(2, lci -> {
            ArrayDeque<ReceivedPacket> kept = new ArrayDeque<>();
            Channel channel = open(lci, packet -> {
                kept.add(packet);
                return Disposal.KEEP;
            });
            for (int i = 0; i < 100; i++) {
                SendPacket packet = channel.allocate();
                packet.put(0, bytes(lci.payload(), i), 0, lci.payload());
                channel.unicast(1 - lci.rank(), packet, lci.payload());
            }
            until(lci, () -> kept.size() == 100);
            for (int i = 0; i < 100; i++) {
                ReceivedPacket packet = kept.remove();
                byte[] got = new byte[lci.payload()];
                packet.get(0, got, 0, got.length);
                assertArrayEquals(bytes(got.length, i), got, "packet " + i);
                packet.release();
                fails("released twice", packet::release);
                fails("after its release", () -> packet.getByte(0));
            }
        });
    }

    @Test
    void theSegmentOfAPacketStays() {
        run(2, lci -> {
            List<ReceivedPacket> kept = new ArrayList<>();
            List<java.lang.foreign.MemorySegment> segments = new ArrayList<>();
            Channel channel = open(lci, packet -> {
                segments.add(packet.segment());
                kept.add(packet);
                return Disposal.KEEP;
            });
            for (int i = 0; i < 100; i++) {
                send(channel, 1 - lci.rank(), i);
            }
            until(lci, () -> kept.size() == 100);
            for (int i = 0; i < 100; i++) {
                assertEquals(8, segments.get(i).byteSize());
                assertEquals(i, segments.get(i).get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
                assertTrue(segments.get(i).isReadOnly());
                kept.get(i).release();
            }
        });
    }

    @Test
    void anUpcallReplies() {
        run(3, lci -> {
            long[] answers = new long[1];
            Channel[] channel = new Channel[1];
            int[] lacking = new int[1];
            channel[0] = open(lci, packet -> {
                if (packet.length() == 8) {
                    SendPacket reply = channel[0].tryAllocate();
                    if (reply == null) {
                        lacking[0]++;
                    } else {
                        reply.putLong(0, packet.getLong(0) * 2);
                        channel[0].unicast(packet.source(), reply, 16);
                    }
                } else {
                    answers[0] += packet.getLong(0);
                }
                return Disposal.RELEASE;
            });
            if (lci.rank() > 0) {
                long sum = 0;
                for (int i = 1; i <= 500; i++) {
                    send(channel[0], 0, i);
                    sum += 2 * i;
                    long expected = sum;
                    until(lci, () -> answers[0] == expected);
                }
            }
            lci.barrier();
            assertEquals(0, lacking[0]);
        });
    }

    @Test
    void aMulticastReachesTheOtherMembers() {
        run(5, lci -> {
            long[][] next = new long[2][lci.size()];
            Group[] groups = new Group[2];
            Channel channel = open(lci, packet -> {
                // Packets may arrive while group() still waits for other members.
                int which = packet.group().size() == 5 ? 0 : 1;
                assertTrue(groups[which] == null || groups[which] == packet.group());
                assertEquals(next[which][packet.source()]++, packet.getLong(0));
                return Disposal.RELEASE;
            });
            groups[0] = lci.group(4, 3, 2, 1, 0);
            assertArrayEquals(all(lci), groups[0].members());
            boolean odd = lci.rank() % 2 == 1;
            groups[1] = odd ? lci.group(1, 3) : lci.group(0, 2, 4);
            assertNotSame(groups[0], groups[1]);
            assertTrue(groups[1].contains(lci.rank()));
            assertEquals(odd ? 2 : 3, groups[1].size());
            for (int i = 0; i < 200; i++) {
                multicast(channel, groups[0], i);
                multicast(channel, groups[1], i);
            }
            until(
                    lci,
                    () -> Arrays.stream(next[0]).sum() == 200 * 4
                            && Arrays.stream(next[1]).sum() == 200 * (groups[1].size() - 1));
            assertEquals(0, next[0][lci.rank()]);
            assertEquals(0, next[1][lci.rank()]);
        });
    }

    @Test
    void longMulticastsArriveWhole() {
        run(4, lci -> {
            int[] next = new int[lci.size()];
            Channel channel = open(lci, packet -> {
                byte[] got = new byte[packet.length()];
                packet.get(0, got, 0, got.length);
                assertArrayEquals(bytes(lci.payload(), packet.source() + next[packet.source()]++), got);
                return Disposal.RELEASE;
            });
            Group group = lci.group(all(lci));
            for (int i = 0; i < 100; i++) {
                SendPacket packet = channel.allocate();
                packet.put(0, bytes(lci.payload(), lci.rank() + i), 0, lci.payload());
                channel.multicast(group, packet, lci.payload());
            }
            until(lci, () -> Arrays.stream(next).sum() == 300);
        });
    }

    @Test
    void aGroupOfOneMulticastsToNobody() {
        run(2, lci -> {
            int[] got = new int[1];
            Channel channel = open(lci, packet -> {
                got[0]++;
                return Disposal.RELEASE;
            });
            Group group = lci.group(lci.rank());
            for (int i = 0; i < MANY; i++) {
                multicast(channel, group, i);
            }
            lci.barrier();
            assertEquals(0, got[0]);
        });
    }

    @Test
    void additionsToACounterAreAtomic() {
        run(4, lci -> {
            Counter ofOne = lci.counter(1, 3);
            assertEquals(1, ofOne.owner());
            assertEquals(3, ofOne.index());
            int each = 200;
            BitSet seen = new BitSet();
            for (int i = 0; i < each; i++) {
                long before = ofOne.getAndAdd(1);
                assertFalse(seen.get((int) before), "twice " + before);
                seen.set((int) before);
            }
            lci.barrier();
            assertEquals(4 * each, ofOne.getAndAdd(0));
            assertEquals(0, lci.counter(1, 2).getAndAdd(0));
            lci.barrier();
            // All 64 bits.
            if (lci.rank() == 0) {
                Counter last = lci.counter(3, lci.counters() - 1);
                assertEquals(0, last.getAndAdd(Long.MIN_VALUE));
                assertEquals(Long.MIN_VALUE, last.getAndAdd(-1));
                assertEquals(Long.MAX_VALUE, last.getAndAdd(0));
            }
        });
    }

    @Test
    void additionsRunUpcalls() {
        run(2, lci -> {
            int[] got = new int[1];
            Channel channel = open(lci, packet -> {
                got[0]++;
                return Disposal.RELEASE;
            });
            send(channel, 1 - lci.rank(), 1);
            lci.barrier();
            assertEquals(0, lci.counter(0, 5).getAndAdd(0));
            assertEquals(1, got[0]);
        });
    }

    @Test
    void aBarrierHoldsBackUntilAllAreThere() {
        run(5, lci -> {
            Counter count = lci.counter(0, 0);
            for (int i = 0; i < 50; i++) {
                long before = count.getAndAdd(1);
                assertTrue(before >= 5L * i, "round " + i + ", " + before);
                lci.barrier();
                assertTrue(count.getAndAdd(0) >= 5L * (i + 1), "round " + i);
                lci.barrier();
            }
            assertEquals(250, count.getAndAdd(0));
        });
    }

    @Test
    void errorsAreNamed() {
        run(2, lci -> {
            Channel channel = open(lci, packet -> Disposal.RELEASE);
            fails("channel 7 is open", () -> lci.open(CHANNEL, packet -> Disposal.RELEASE));
            fails("channel -1", () -> lci.open(-1, packet -> Disposal.RELEASE));
            fails("channel 65535", () -> lci.open(Lci.MAX_CHANNEL + 1, packet -> Disposal.RELEASE));
            SendPacket packet = channel.allocate();
            fails("destination 2", () -> channel.unicast(2, packet, 0));
            fails("destination -1", () -> channel.unicast(-1, packet, 0));
            fails((lci.payload() + 1) + " bytes", () -> channel.unicast(0, packet, lci.payload() + 1));
            fails("-1 bytes", () -> channel.unicast(0, packet, -1));
            packet.putByte(0, (byte) 1);
            channel.unicast(lci.rank(), packet, 1);
            fails("after it has been sent", () -> channel.unicast(0, packet, 1));
            fails("after it has been sent", () -> packet.putByte(0, (byte) 1));
            fails("after it has been sent", packet::free);
            SendPacket freed = channel.allocate();
            freed.free();
            fails("freed", () -> channel.unicast(0, freed, 1));
            fails("owner of a counter 2", () -> lci.counter(2, 0));
            fails("counter " + lci.counters(), () -> lci.counter(0, lci.counters()));
            fails("this rank among them", () -> lci.group(1 - lci.rank()));
            fails("member 2", () -> lci.group(0, 2));
            fails("named twice", () -> lci.group(lci.rank(), lci.rank()));
        });
    }

    @Test
    void callsThatWaitAreRefusedInsideAnUpcall() {
        run(2, lci -> {
            int[] got = new int[1];
            Channel[] channel = new Channel[1];
            channel[0] = open(lci, packet -> {
                fails("poll() inside an upcall", lci::poll);
                fails("pollOrIdle() inside an upcall", lci::pollOrIdle);
                fails("allocate() inside an upcall", channel[0]::allocate);
                fails("barrier() inside an upcall", lci::barrier);
                fails("group() inside an upcall", () -> lci.group(lci.rank()));
                fails("getAndAdd() inside an upcall", () -> lci.counter(0, 0).getAndAdd(1));
                fails("close() inside an upcall", lci::close);
                fails("inside its upcall", packet::release);
                fails("of a packet of 8", () -> packet.getLong(1));
                got[0]++;
                return Disposal.RELEASE;
            });
            send(channel[0], 1 - lci.rank(), 1);
            until(lci, () -> got[0] == 1);
        });
    }

    @Test
    void anExceptionOfAnUpcallIsThrownByThePoll() {
        run(2, lci -> {
            int[] got = new int[1];
            Channel channel = open(lci, packet -> {
                if (got[0]++ == 1) {
                    throw new IllegalStateException("the second one");
                }
                return Disposal.RELEASE;
            });
            for (int i = 0; i < 3; i++) {
                send(channel, lci.rank(), i);
            }
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> {
                while (got[0] < 3) {
                    lci.pollOrIdle();
                }
            });
            assertEquals("the second one", e.getMessage());
            until(lci, () -> got[0] == 3);
        });
    }

    @Test
    void allocateFailsWhereTheClientKeepsAllReceivePackets() {
        run(1, lci -> {
            List<ReceivedPacket> kept = new ArrayList<>();
            Channel channel = open(lci, packet -> {
                kept.add(packet);
                return Disposal.KEEP;
            });
            List<SendPacket> all = new ArrayList<>();
            int limit = lci.packets().limits().receivePackets();
            while (kept.size() < limit) {
                send(channel, 0, 1);
                lci.pollOrIdle();
            }
            for (SendPacket packet = channel.tryAllocate(); packet != null; packet = channel.tryAllocate()) {
                all.add(packet);
            }
            fails("keeps all " + limit + " receive packets", channel::allocate);
            kept.forEach(ReceivedPacket::release);
            all.forEach(SendPacket::free);
            send(channel, 0, 1);
        });
    }

    @Test
    void anUpcallThatThrowsCostsNoAnswerOfACounter() {
        run(2, lci -> {
            int[] got = new int[1];
            Channel channel = open(lci, packet -> {
                got[0]++;
                throw new IllegalStateException("upcall");
            });
            int sent = 0;
            for (int added = 0; added < 30; sent++) {
                send(channel, 1 - lci.rank(), 1);
                added += add(lci, 5, 1) >= 0 ? 1 : 0;
            }
            // An addition that was made has returned: the counter has as many as the ranks know of.
            while (add(lci, 6 + lci.rank(), sent) < 0) {}
            long expected = 0;
            while (expected <= 0 || got[0] < expected) {
                expected = add(lci, 7 - lci.rank(), 0);
            }
            assertEquals(expected, got[0]);
            lci.barrier();
            assertEquals(60, lci.counter(0, 5).getAndAdd(0));
        });
    }

    /** Adds to a counter of rank 0. Negative if an upcall has thrown an exception: then nothing has been added. */
    private static long add(Lci lci, int counter, int n) {
        try {
            return lci.counter(0, counter).getAndAdd(n);
        } catch (IllegalStateException e) {
            assertEquals("upcall", e.getMessage());
            return -1;
        }
    }

    @Test
    void aWaitWithAnEndEnds() {
        run(2, lci -> {
            double start = lci.time();
            assertFalse(lci.await(() -> false, 0.002));
            assertTrue(lci.time() - start >= 0.002, "too early");
            int[] got = new int[1];
            Channel channel = open(lci, packet -> {
                got[0]++;
                return Disposal.RELEASE;
            });
            send(channel, 1 - lci.rank(), 1);
            assertTrue(lci.await(() -> got[0] == 1, 20));
        });
    }

    @Test
    void whatAnUpcallDefersIsTriedAtTheEndOfEachPoll() {
        run(2, lci -> {
            int[] tries = new int[1];
            Channel channel = open(lci, packet -> {
                lci.defer(() -> {
                    assertTrue(lci.isInUpcall());
                    return ++tries[0] == 3;
                });
                assertEquals(0, tries[0]);
                return Disposal.RELEASE;
            });
            send(channel, 1 - lci.rank(), 1);
            until(lci, () -> tries[0] > 0);
            int polled = 0;
            while (tries[0] < 3) {
                polled += lci.poll();
            }
            lci.defer(() -> {
                throw new IllegalStateException("task");
            });
            assertEquals(
                    "task", assertThrows(IllegalStateException.class, lci::poll).getMessage());
            lci.barrier();
            assertEquals(3, tries[0]);
            assertTrue(polled > 0, "a task that ends counts as something done");
        });
    }

    @Test
    void severalClientsShareLci() {
        run(2, lci -> {
            try (Lci again = Lci.init()) {
                assertSame(lci, again);
                fails(
                        "payload " + (lci.payload() ^ 3072),
                        () -> Lci.setup().payload(lci.payload() ^ 3072).init());
            }
            assertThrows(IllegalArgumentException.class, () -> Lci.setup().payload(100));
            lci.barrier();
        });
    }
}
