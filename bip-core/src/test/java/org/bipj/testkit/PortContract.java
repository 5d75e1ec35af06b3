package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;
import org.bipj.core.nic.LookAhead;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every port does with packets. One thread steps all ranks, so nothing here waits. */
public abstract class PortContract {
    /** Empty polls after which nothing more is believed to come; a fabric may hold packets back for a while. */
    private static final int PATIENCE = 200;

    private Fabric fabric;

    /** A new fabric of so many ranks. */
    protected abstract Fabric fabric(int ranks);

    private NicPort[] ports(int ranks) {
        fabric = fabric(ranks);
        NicPort[] ports = new NicPort[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            ports[rank] = fabric.port(rank);
        }
        return ports;
    }

    @AfterEach
    void closeFabric() {
        if (fabric != null) {
            fabric.close();
        }
    }

    /** One packet as it arrived. */
    record Arrived(int peer, int lane, int immediate, long at, byte[] bytes) {}

    /** Collects packets; {@code reaction} decides what becomes of each. */
    static final class Collector implements PacketSink {
        final List<Arrived> packets = new ArrayList<>();
        final List<Long> completions = new ArrayList<>();
        ToIntFunction<Arrived> reaction = packet -> DONE;
        MemorySegment lastMemory;

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            assertEquals(0, offset % 8, "alignment of an arrived packet");
            byte[] bytes = memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
            Arrived packet = new Arrived(peer, lane, immediate, offset, bytes);
            packets.add(packet);
            lastMemory = memory;
            return reaction.applyAsInt(packet);
        }

        @Override
        public void onCompletion(long cookie) {
            completions.add(cookie);
        }
    }

    static byte[] pattern(int bytes, long seed) {
        byte[] data = new byte[bytes];
        new Random(seed).nextBytes(data);
        return data;
    }

    /** Sends one packet; false where the port is back-pressured. */
    static boolean send(NicPort port, int peer, int lane, byte[] bytes, int immediate) {
        long at = port.claim(peer, lane, bytes.length);
        if (at == NicPort.BACK_PRESSURED) {
            return false;
        }
        assertTrue(at >= 0 && at % 8 == 0, "a claim at " + at);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, port.memory(peer, lane), at, bytes.length);
        port.commit(peer, lane, at, bytes.length, immediate);
        return true;
    }

    /** Polls until nothing more comes. */
    static void drain(NicPort port, PacketSink sink) {
        for (int empty = 0; empty < PATIENCE; empty++) {
            if (port.poll(sink, 64) > 0) {
                empty = 0;
            }
        }
    }

    private static int limit(NicPort port, int lane) {
        return lane == NicPort.DATA
                ? port.capabilities().maxPacket()
                : port.capabilities().maxControl();
    }

    @Test
    void aPacketArrivesWithItsBytesItsImmediateAndItsSource() {
        NicPort[] ports = ports(3);
        Collector sink = new Collector();
        for (int lane = 0; lane < NicPort.LANES; lane++) {
            int most = limit(ports[2], lane);
            for (int bytes : new int[] {0, 1, 7, 8, 9, most - 1, most}) {
                int immediate = bytes == 0 ? -1 : 0x80000000 + bytes;
                byte[] sent = pattern(bytes, bytes);
                assertTrue(send(ports[2], 0, lane, sent, immediate));
                drain(ports[0], sink);
                assertEquals(1, sink.packets.size());
                Arrived packet = sink.packets.remove(0);
                assertEquals(2, packet.peer);
                assertEquals(lane, packet.lane);
                assertEquals(immediate, packet.immediate);
                assertArrayEquals(sent, packet.bytes);
            }
        }
    }

    @Test
    void aCommitMayPublishLessThanWasClaimed() {
        NicPort[] ports = ports(2);
        Collector sink = new Collector();
        for (int round = 0; round < 2000; round++) {
            int claimed = limit(ports[0], NicPort.DATA) / 2;
            long at = ports[0].claim(1, NicPort.DATA, claimed);
            ports[0].commit(1, NicPort.DATA, at, round % 9, round);
            assertTrue(send(ports[0], 1, NicPort.DATA, pattern(11, round), round));
            drainSome(ports[1], sink, 2);
            assertEquals(round % 9, sink.packets.get(0).bytes.length);
            assertArrayEquals(pattern(11, round), sink.packets.get(1).bytes);
            sink.packets.clear();
        }
    }

    @Test
    void claimsOfOtherPeersAndLanesAreOpenAtOnceAndEndInAnyOrder() {
        NicPort[] ports = ports(3);
        Collector sink = new Collector();
        int[][] claims = {{1, NicPort.DATA}, {1, NicPort.CONTROL}, {2, NicPort.DATA}, {2, NicPort.CONTROL}};
        long[] at = new long[claims.length];
        for (int i = 0; i < claims.length; i++) {
            at[i] = ports[0].claim(claims[i][0], claims[i][1], 8);
        }
        for (int i : new int[] {1, 3, 0, 2}) {
            int peer = claims[i][0];
            int lane = claims[i][1];
            if (i == 3) {
                ports[0].abort(peer, lane, at[i]);
                continue;
            }
            MemorySegment.copy(MemorySegment.ofArray(pattern(8, i)), 0, ports[0].memory(peer, lane), at[i], 8);
            ports[0].commit(peer, lane, at[i], 8, i);
            drainSome(ports[peer], sink, 1);
            Arrived packet = sink.packets.remove(0);
            assertEquals(i, packet.immediate);
            assertEquals(lane, packet.lane);
            assertArrayEquals(pattern(8, i), packet.bytes);
        }
    }

    private static void drainSome(NicPort port, Collector sink, int packets) {
        for (int empty = 0; sink.packets.size() < packets && empty < PATIENCE; empty++) {
            if (port.poll(sink, 64) > 0) {
                empty = 0;
            }
        }
        assertEquals(packets, sink.packets.size(), "packets that have arrived");
    }

    @Test
    void anAbortedClaimIsNeverSeenAndTakesNoRoom() {
        NicPort[] ports = ports(2);
        Collector sink = new Collector();
        Random random = new Random(7);
        int most = limit(ports[0], NicPort.DATA);
        for (int round = 0; round < 5000; round++) {
            int bytes = random.nextInt(most + 1);
            long at = ports[0].claim(1, NicPort.DATA, bytes);
            assertTrue(at >= 0, "room after " + round + " aborts");
            ports[0].abort(1, NicPort.DATA, at);
            assertTrue(send(ports[0], 1, NicPort.DATA, pattern(bytes / 2, round), round));
            drainSome(ports[1], sink, 1);
            assertArrayEquals(pattern(bytes / 2, round), sink.packets.remove(0).bytes);
        }
    }

    @Test
    void packetsOfALaneKeepTheirOrderOverManyLaps() {
        NicPort[] ports = ports(2);
        Random random = new Random(11);
        int[] sent = new int[NicPort.LANES];
        int[] got = new int[NicPort.LANES];
        Collector sink = new Collector();
        sink.reaction = packet -> {
            assertEquals(got[packet.lane]++, packet.immediate);
            assertArrayEquals(pattern(packet.bytes.length, packet.immediate), packet.bytes);
            return PacketSink.DONE;
        };
        for (int round = 0; round < 20_000; round++) {
            int lane = random.nextInt(NicPort.LANES);
            int bytes = random.nextInt(4) == 0 ? random.nextInt(limit(ports[0], lane) + 1) : random.nextInt(32);
            if (send(ports[0], 1, lane, pattern(bytes, sent[lane]), sent[lane])) {
                sent[lane]++;
            }
            if (random.nextInt(12) == 0) {
                ports[1].poll(sink, 1 + random.nextInt(40));
                sink.packets.clear();
            }
        }
        drain(ports[1], sink);
        assertArrayEquals(sent, got);
    }

    /** Sends packets of a size until there is no room; returns how many. */
    private static int fill(NicPort port, int peer, int lane, int bytes) {
        int sent = 0;
        while (send(port, peer, lane, pattern(bytes, sent), sent)) {
            assertTrue(++sent < 1_000_000, "packet memory has no bound");
        }
        return sent;
    }

    @Test
    void packetMemoryIsBoundedAndBackPressureEndsWhenTheReceiverPolls() {
        NicPort[] ports = ports(2);
        for (int lane = 0; lane < NicPort.LANES; lane++) {
            for (int bytes : new int[] {0, 1, limit(ports[0], lane)}) {
                Collector sink = new Collector();
                int sent = fill(ports[0], 1, lane, bytes);
                assertTrue(sent > 0);
                assertEquals(NicPort.BACK_PRESSURED, ports[0].claim(1, lane, bytes));
                drain(ports[1], sink);
                assertEquals(sent, sink.packets.size());
                for (int i = 0; i < sent; i++) {
                    assertEquals(i, sink.packets.get(i).immediate);
                }
                assertTrue(send(ports[0], 1, lane, pattern(bytes, 0), 0), "room after the receiver has taken all");
                drain(ports[1], sink);
            }
        }
    }

    @Test
    void controlFlowsWhileDataIsStuck() {
        NicPort[] ports = ports(2);
        Collector sink = new Collector();
        sink.reaction = packet -> packet.lane == NicPort.DATA ? PacketSink.KEEP : PacketSink.DONE;
        int stuck = fill(ports[0], 1, NicPort.DATA, limit(ports[0], NicPort.DATA));
        drain(ports[1], sink);
        assertEquals(stuck, sink.packets.size());
        sink.packets.clear();
        for (int round = 0; round < 3000; round++) {
            assertEquals(NicPort.BACK_PRESSURED, ports[0].claim(1, NicPort.DATA, limit(ports[0], NicPort.DATA)));
            assertTrue(send(ports[0], 1, NicPort.CONTROL, pattern(24, round), round));
            drainSome(ports[1], sink, 1);
            assertEquals(round, sink.packets.remove(0).immediate);
        }
    }

    @Test
    void pairsDoNotShareRoom() {
        NicPort[] ports = ports(3);
        fill(ports[0], 1, NicPort.DATA, 8);
        Collector sink = new Collector();
        for (int round = 0; round < 3000; round++) {
            assertTrue(send(ports[0], 2, NicPort.DATA, pattern(40, round), round));
            assertTrue(send(ports[2], 0, NicPort.DATA, pattern(40, round), round));
            drainSome(ports[2], sink, 1);
            drainSome(ports[0], sink, 2);
            sink.packets.clear();
        }
    }

    @Test
    void keptPacketsStayAndAreReleasedInAnyOrder() {
        NicPort[] ports = ports(2);
        Random random = new Random(3);
        List<Arrived> kept = new ArrayList<>();
        Collector sink = new Collector();
        sink.reaction = packet -> {
            boolean keep = random.nextBoolean();
            if (keep) {
                kept.add(packet);
            }
            return keep ? PacketSink.KEEP : PacketSink.DONE;
        };
        int sent = 0;
        for (int round = 0; round < 4000; round++) {
            int bytes = random.nextInt(limit(ports[0], NicPort.DATA) / 4);
            if (send(ports[0], 1, NicPort.DATA, pattern(bytes, sent), sent)) {
                sent++;
            }
            ports[1].poll(sink, 2);
            Collections.shuffle(kept, random);
            while (!kept.isEmpty() && random.nextInt(3) > 0) {
                releaseUnharmed(ports[1], sink.lastMemory, kept.remove(0));
            }
        }
        drain(ports[1], sink);
        Collections.shuffle(kept, random);
        kept.forEach(packet -> releaseUnharmed(ports[1], sink.lastMemory, packet));
        assertEquals(sent, sink.packets.size());
        sink.reaction = packet -> PacketSink.DONE;
        int room = fill(ports[0], 1, NicPort.DATA, 8);
        drain(ports[1], sink);
        assertEquals(sent + room, sink.packets.size());
    }

    private static void releaseUnharmed(NicPort port, MemorySegment memory, Arrived packet) {
        byte[] now = memory.asSlice(packet.at, packet.bytes.length).toArray(ValueLayout.JAVA_BYTE);
        assertArrayEquals(packet.bytes, now, "a kept packet has changed");
        port.release(packet.peer, packet.lane, packet.at);
    }

    @Test
    void releasingWhatIsNotKeptIsAnError() {
        NicPort[] ports = ports(2);
        Collector sink = new Collector();
        assertTrue(send(ports[0], 1, NicPort.DATA, pattern(8, 0), 0));
        drainSome(ports[1], sink, 1);
        long at = sink.packets.get(0).at;
        assertThrows(IllegalArgumentException.class, () -> ports[1].release(0, NicPort.DATA, at));
    }

    @Test
    void aSinkThatThrowsHasHadItsPacketAndNoOtherIsLost() {
        NicPort[] ports = ports(2);
        Random random = new Random(5);
        Collector sink = new Collector();
        sink.reaction = packet -> {
            if (packet.immediate % 3 == 0) {
                throw new IllegalStateException("thrown by the sink");
            }
            return PacketSink.DONE;
        };
        int sent = 0;
        for (int round = 0; round < 3000; round++) {
            if (send(ports[0], 1, NicPort.DATA, pattern(random.nextInt(100), round), sent)) {
                sent++;
            }
            pollThrough(ports[1], sink);
        }
        for (int empty = 0; empty < PATIENCE; empty++) {
            pollThrough(ports[1], sink);
        }
        assertEquals(sent, sink.packets.size());
        for (int i = 0; i < sent; i++) {
            assertEquals(i, sink.packets.get(i).immediate);
        }
    }

    private static void pollThrough(NicPort port, Collector sink) {
        int before = sink.packets.size();
        try {
            port.poll(sink, 4);
        } catch (IllegalStateException e) {
            assertEquals("thrown by the sink", e.getMessage());
            assertTrue(sink.packets.size() > before);
        }
    }

    @Test
    void aSinkMaySendFromWhereItIsCalled() {
        NicPort[] ports = ports(2);
        Collector echo = new Collector();
        echo.reaction = packet -> {
            assertTrue(send(ports[1], 0, packet.lane, packet.bytes, ~packet.immediate));
            return PacketSink.DONE;
        };
        Collector sink = new Collector();
        for (int round = 0; round < 2000; round++) {
            int lane = round % NicPort.LANES;
            byte[] bytes = pattern(1 + round % 40, round);
            assertTrue(send(ports[0], 1, lane, bytes, round));
            drainSome(ports[1], echo, 1);
            drainSome(ports[0], sink, 1);
            assertEquals(~round, sink.packets.get(0).immediate);
            assertArrayEquals(bytes, sink.packets.get(0).bytes);
            echo.packets.clear();
            sink.packets.clear();
        }
    }

    @Test
    void aPollHandsOverAboutItsLimitAndThenTheRest() {
        NicPort[] ports = ports(2);
        int sent = fill(ports[0], 1, NicPort.DATA, 0);
        Collector sink = new Collector();
        int polls = 0;
        while (sink.packets.size() < sent) {
            int before = sink.packets.size();
            ports[1].poll(sink, 1);
            assertTrue(sink.packets.size() - before <= 4, "a poll with limit 1 handed over far more");
            assertTrue(++polls < PATIENCE * sent);
        }
    }

    /** Looks at packets, takes some and polls others, over many laps and with kept packets between. */
    @Test
    void packetsThatAreShownMayBeTakenOrPolled() {
        NicPort[] ports = ports(2);
        Random random = new Random(8);
        List<Arrived> kept = new ArrayList<>();
        Collector sink = new Collector();
        sink.reaction = packet -> {
            kept.add(packet);
            return PacketSink.KEEP;
        };
        int sent = 0;
        int got = 0;
        ports[1].poll(sink, 1);
        LookAhead next = ports[1].lookAhead();
        assertEquals(0, next == null ? 0 : next.peek(0), "nothing was sent");
        for (int round = 0; round < 20_000; round++) {
            if (send(ports[0], 1, NicPort.DATA, pattern(random.nextInt(200), sent), sent)) {
                sent++;
            }
            long shown = next != null ? next.peek(0) : 0;
            if (shown != 0 && random.nextBoolean()) {
                assertEquals(got, (int) (shown >>> 32));
                MemorySegment memory = next.peekMemory(0).asSlice(next.peekOffset(0), (int) shown - 1);
                assertArrayEquals(pattern((int) shown - 1, got++), memory.toArray(ValueLayout.JAVA_BYTE));
                next.take(0);
            } else if (random.nextInt(4) == 0) {
                ports[1].poll(sink, 1);
                for (; !sink.packets.isEmpty(); got++) {
                    assertEquals(got, sink.packets.remove(0).immediate);
                }
            }
            if (kept.size() > random.nextInt(3)) {
                releaseUnharmed(ports[1], sink.lastMemory, kept.remove(random.nextInt(kept.size())));
            }
        }
        drain(ports[1], sink);
        assertEquals(sent, got + sink.packets.size());
        assertEquals(0, next == null ? 0 : next.peek(0));
    }

    /** A peer whose packets are looked at one by one does not keep the others from being heard. */
    @Test
    void othersAreHeardWhileThePacketsOfOneAreShown() {
        NicPort[] ports = ports(3);
        LookAhead next = ports[0].lookAhead();
        assumeTrue(next != null, "this port shows no packets");
        Collector sink = new Collector();
        assertTrue(send(ports[1], 0, NicPort.DATA, pattern(9, 1), 1));
        assertTrue(send(ports[2], 0, NicPort.DATA, pattern(9, 2), 2));
        drain(ports[0], sink);
        sink.packets.clear();
        assertTrue(send(ports[1], 0, NicPort.DATA, pattern(9, 3), 3));
        assertTrue(send(ports[2], 0, NicPort.DATA, pattern(9, 4), 4));
        ports[0].expect(1);
        for (int i = 0; i < 10; i++) {
            next.pollOthers(sink, 1);
            ports[0].expect(1);
        }
        assertEquals(1, sink.packets.size());
        assertEquals(4, sink.packets.getFirst().immediate);
        assertEquals(3, (int) (next.peek(1) >>> 32));
    }

    @Test
    void manyPeersAreAllHeardInOrder() {
        int ranks = 9;
        NicPort[] ports = ports(ranks);
        Random random = new Random(2);
        int[] sent = new int[ranks];
        int[] got = new int[ranks];
        Collector sink = new Collector();
        sink.reaction = packet -> {
            assertEquals(got[packet.peer]++, packet.immediate);
            return PacketSink.DONE;
        };
        for (int round = 0; round < 20_000; round++) {
            int from = 1 + random.nextInt(ranks - 1);
            if (send(ports[from], 0, NicPort.DATA, pattern(random.nextInt(24), 0), sent[from])) {
                sent[from]++;
            }
            if (random.nextInt(9) == 0) {
                ports[0].expect(random.nextInt(ranks + 1) - 1);
                ports[0].poll(sink, 1 + random.nextInt(16));
            }
        }
        drain(ports[0], sink);
        assertArrayEquals(sent, got);
    }

    @Test
    void aPeerThatNeverStopsDoesNotSilenceAnother() {
        NicPort[] ports = ports(4);
        Collector sink = new Collector();
        // A connection is made by threads of its own, whose time is not counted in polls.
        for (int from = 1; from < ports.length; from++) {
            assertTrue(send(ports[from], 0, NicPort.DATA, pattern(8, 0), from));
        }
        drain(ports[0], sink);
        assertEquals(3, sink.packets.size(), "packets of all ranks");
        fill(ports[1], 0, NicPort.DATA, 8);
        ports[0].expect(1);
        ports[0].poll(sink, 1);
        assertTrue(send(ports[2], 0, NicPort.DATA, pattern(8, 0), 77));
        assertTrue(send(ports[3], 0, NicPort.CONTROL, pattern(8, 0), 78));
        sink.packets.clear();
        for (int polls = 0; polls < 10 * PATIENCE; polls++) {
            fill(ports[1], 0, NicPort.DATA, 8);
            ports[0].poll(sink, 1);
        }
        assertEquals(1, sink.packets.stream().filter(p -> p.peer == 2).count(), "packets of rank 2");
        assertEquals(1, sink.packets.stream().filter(p -> p.peer == 3).count(), "packets of rank 3");
    }

    @Test
    void aPortDoesNotTalkToItsOwner() {
        NicPort[] ports = ports(2);
        assertThrows(IllegalArgumentException.class, () -> ports[1].claim(1, NicPort.DATA, 8));
    }

    @Test
    void whatWasCommittedBeforeACloseStillArrives() {
        NicPort[] ports = ports(3);
        assertTrue(send(ports[0], 1, NicPort.DATA, pattern(33, 1), 5));
        assertTrue(send(ports[0], 2, NicPort.CONTROL, pattern(33, 2), 6));
        Collector sink = new Collector();
        ports[1].poll(sink, 1);
        ports[0].close();
        drain(ports[1], sink);
        drain(ports[2], sink);
        assertEquals(2, sink.packets.size());
        assertArrayEquals(pattern(33, 1), sink.packets.get(0).bytes);
        assertArrayEquals(pattern(33, 2), sink.packets.get(1).bytes);
        ports[0].close();
    }

    @Test
    void theClockDoesNotRunBackwards() {
        NicPort port = ports(2)[0];
        long last = port.now();
        for (int i = 0; i < 1000; i++) {
            long now = port.now();
            assertTrue(now >= last);
            last = now;
        }
    }

    @Test
    void capabilitiesAreUsable() {
        NicPort port = ports(2)[1];
        assertEquals(1, port.rank());
        assertEquals(2, port.size());
        assertNotNull(port.capabilities().pipeline());
        assertTrue(port.capabilities().fifo());
        assertTrue(port.capabilities().maxControl() >= 40, "the channel's control packets with their checks");
        assertTrue(port.capabilities().maxPacket() >= 40, "an announcement with its checks");
    }
}
