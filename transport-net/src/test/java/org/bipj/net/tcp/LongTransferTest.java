package org.bipj.net.tcp;

import static org.bipj.net.LongPayloads.content;
import static org.bipj.net.LongPayloads.payload;
import static org.bipj.net.LongPayloads.random;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.bipj.net.remote.Landings;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Long messages: the bytes, what goes between their parts, and parts that nobody has agreed to. */
class LongTransferTest {
    private static final long LIMIT_NS = 60_000_000_000L;

    /** Not a multiple of anything, and longer than an {@link Inbox}. */
    private static final int BYTES = 5 * Frame.PART_MAX + 12_345;

    /** Bytes before and behind the message, which must stay as they are. */
    private static final int MARGIN = 24;

    /** Takes what comes at the far end until so many packets and all of a message are there. */
    private static void run(NarrowLinks links, PacketSink sink, Landings.Landing landing) throws Exception {
        for (long until = System.nanoTime() + LIMIT_NS; !landing.isComplete() || !links.near.isFlushed(); ) {
            assertTrue(System.nanoTime() - until < 0, "the message has not come");
            links.near.flush();
            links.far.read();
            links.far.deliver(sink, 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void theBytesArriveWhatEverTheKernelTakesAtATime(boolean directFrom, boolean directInto) throws Exception {
        try (NarrowLinks links = new NarrowLinks()) {
            byte[] bytes = random(BYTES + 2);
            Payload into = payload(directInto, new byte[BYTES + 2 * MARGIN], MARGIN, BYTES);
            Landings.Landing landing = links.landings.open(0, into, BYTES);
            links.far.expectDirect(directInto ? 1 : 0);
            assertEquals(directInto, landing.isDirect());
            links.near.put(payload(directFrom, bytes, 1, BYTES), links.landings.keyOf(landing), BYTES, 77);
            run(links, new TwoPorts.Kept(), landing);
            assertEquals(List.of(77L), links.left);
            byte[] expected = new byte[BYTES + 2 * MARGIN];
            System.arraycopy(bytes, 1, expected, MARGIN, BYTES);
            assertArrayEquals(expected, content(into));
        }
    }

    /** With packets that are kept around it: they stay where they are. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void packetsGoBetweenThePartsOfAMessage(boolean direct) throws Exception {
        try (NarrowLinks links = new NarrowLinks()) {
            byte[] bytes = random(BYTES);
            Landings.Landing landing = links.landings.open(0, payload(direct, new byte[BYTES], 0, BYTES), BYTES);
            links.far.expectDirect(direct ? 1 : 0);
            links.near.put(payload(direct, bytes, 0, BYTES), links.landings.keyOf(landing), BYTES, 1);
            assertFalse(links.near.flush(), "the kernel took all");
            List<Integer> lanes = new ArrayList<>();
            List<Long> kept = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                commit(links.near, i % 2 == 0 ? NicPort.DATA : NicPort.CONTROL, i);
            }
            PacketSink sink = new TwoPorts.Kept() {
                @Override
                public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long at, int length) {
                    assertFalse(landing.isComplete(), "the packet has waited for all of the message");
                    assertEquals(immediate % 2 == 0 ? NicPort.DATA : NicPort.CONTROL, lane);
                    assertEquals((byte) immediate, memory.get(ValueLayout.JAVA_BYTE, at + length - 1));
                    lanes.add(lane);
                    if (lane == NicPort.DATA) {
                        kept.add(at);
                    }
                    return lane == NicPort.DATA ? KEEP : DONE;
                }
            };
            run(links, sink, landing);
            assertEquals(20, lanes.size());
            assertEquals(NicPort.CONTROL, lanes.getFirst());
            for (int i = 0; i < kept.size(); i++) {
                assertEquals(2 * i, links.far.peekMemory().get(ValueLayout.JAVA_BYTE, kept.get(i)));
                links.far.release(NicPort.DATA, kept.get(i));
            }
        }
    }

    private static void commit(Link link, int lane, int number) {
        int bytes = lane == NicPort.DATA ? 3_000 + number : 9;
        long at = link.claim(lane, bytes);
        assertTrue(at >= 0);
        link.memory(lane).asSlice(at, bytes).fill((byte) number);
        link.commit(lane, at, bytes, number);
    }

    /** A message of 1,000 bytes of which 200 have come; then a part with this key, place and length, and a bit changed. */
    @ParameterizedTest
    @CsvSource({
        "1, 200, 10, -1, a part of a long message that this rank has not accepted",
        "0, 190, 10, -1, 'bytes 190 to 200 of a long message; expected bytes 200 to 1000 at most'",
        "0, 200, 801, -1, 'bytes 200 to 1001 of a long message; expected bytes 200 to 1000 at most'",
        "0, 200, 800, 500, its CRC does not match",
    })
    void aPartThatNobodyHasAgreedToEndsTheConnection(int key, long place, int length, int damaged, String why)
            throws Exception {
        try (NarrowLinks links = new NarrowLinks()) {
            Landings.Landing landing = links.landings.open(0, payload(true, new byte[1000], 0, 1000), 1000);
            send(links, links.landings.keyOf(landing), 0, 200, -1);
            links.far.read();
            send(links, links.landings.keyOf(landing) + key, place, length, damaged);
            String message =
                    assertThrows(Inbox.DamagedFrame.class, links.far::read).getMessage();
            assertTrue(message.contains(why), message);
            assertFalse(landing.isComplete() && damaged < 0);
        }
    }

    @Test
    void aPartForAnotherRankIsRefused() throws Exception {
        try (NarrowLinks links = new NarrowLinks()) {
            Landings.Landing landing = links.landings.open(3, payload(true, new byte[1000], 0, 1000), 1000);
            send(links, links.landings.keyOf(landing), 0, 1000, -1);
            assertThrows(Inbox.DamagedFrame.class, links.far::read);
        }
    }

    /** Sends a PART of zeros; negative: no bit is changed. */
    private static void send(NarrowLinks links, long key, long place, int length, int damaged) throws IOException {
        ByteBuffer frame = FrameRing.allocate(Frame.bytes(Frame.PART_HEADER + length));
        ByteBuffer body = frame.duplicate()
                .limit(Frame.HEADER + Frame.PART_HEADER + length)
                .position(Frame.HEADER + Frame.PART_HEADER);
        Frame.sealPart(MemorySegment.ofBuffer(frame), frame.duplicate(), new CRC32C(), key, place, body, new int[2]);
        if (damaged >= 0) {
            frame.put(damaged, (byte) (frame.get(damaged) ^ 4));
        }
        links.nearChannel.write(frame);
        assertFalse(frame.hasRemaining());
    }

    @Test
    void aKeyIsGoodForOneMessage() throws Exception {
        try (NarrowLinks links = new NarrowLinks()) {
            Landings.Landing landing = links.landings.open(0, payload(true, new byte[100], 0, 100), 100);
            long key = links.landings.keyOf(landing);
            links.landings.close(landing);
            assertTrue(links.landings.keyOf(links.landings.open(0, payload(true, new byte[100], 0, 100), 100)) != key);
            send(links, key, 0, 100, -1);
            assertThrows(Inbox.DamagedFrame.class, links.far::read);
        }
    }

    /** Ranks that listen on an IPv6 address. */
    @Test
    void messagesGoOverIpv6() throws Exception {
        InetAddress loopback = InetAddress.ofLiteral("::1");
        Assumptions.assumeTrue(NetworkInterface.getByInetAddress(loopback) != null, "no IPv6 here");
        try (NetFabric fabric = NetFabric.tcp(2, loopback).stepped()) {
            TwoPorts.Kept kept = new TwoPorts.Kept();
            assertTrue(TwoPorts.send(fabric.port(0), 1, 100));
            byte[] got = new byte[BYTES];
            byte[] sent = random(BYTES);
            RemoteMemory memory = fabric.port(1).remoteMemory();
            long key = memory.exposeTarget(0, payload(false, got, 0, BYTES), BYTES);
            fabric.port(0).remoteMemory().put(1, key, payload(false, sent, 0, BYTES), BYTES, 0);
            for (long until = System.nanoTime() + LIMIT_NS; !Arrays.equals(sent, got); ) {
                assertTrue(System.nanoTime() - until < 0, "the message has not come");
                fabric.port(1).poll(kept, 1);
            }
            assertEquals(100, kept.packets.getFirst().length);
        }
    }

    /** The announcement of the end that comes before the bytes would leave the receiver with other bytes. */
    @Test
    void aMessageThatIsCalledCompleteMustBe() {
        try (TwoPorts two = new TwoPorts()) {
            TcpPort near = two.open(0);
            TcpPort far = two.open(1);
            TwoPorts.send(near, 1, 8);
            two.await("the first packet", () -> two.kept.packets.size() == 1);
            RemoteMemory memory = far.remoteMemory();
            byte[] got = new byte[100_000];
            long key = memory.exposeTarget(0, payload(false, got, 0, got.length), got.length);
            assertThrows(IllegalStateException.class, () -> memory.conceal(0, key));
            long next = memory.exposeTarget(0, payload(false, got, 0, got.length), got.length);
            byte[] sent = random(got.length);
            int put = near.remoteMemory().put(1, next, payload(false, sent, 0, sent.length), sent.length, ~5);
            assertEquals(RemoteMemory.PENDING, put);
            two.await("the message", () -> Arrays.equals(sent, got));
            two.await("the end of the put", () -> two.kept.completions.equals(List.of(~5L)));
            memory.conceal(0, next);
        }
    }
}
