package org.bipj.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.junit.jupiter.api.Test;

/** What leaves a rank, and in what order; the test reads the other end of the connection. */
class LinkTest {
    @Test
    void controlGoesBeforeDataAtTheNextBorderBetweenFrames() throws Exception {
        try (NarrowLinks pair = new NarrowLinks()) {
            for (int i = 0; i < 4; i++) {
                commit(pair.near, NicPort.DATA, 50_000);
            }
            assertFalse(pair.near.flush(), "the kernel took all");
            commit(pair.near, NicPort.CONTROL, 16);
            List<Integer> kinds = kinds(pair, 5);
            assertTrue(kinds.indexOf(Frame.CONTROL) <= 2, () -> "order of kinds: " + kinds);
            assertTrue(pair.near.isFlushed());
        }
    }

    /** Each frame states what its sender was done with when it was made: one that was overtaken states less. */
    @Test
    void dataThatControlHasOvertakenIsNoDamage() throws Exception {
        try (NarrowLinks pair = new NarrowLinks()) {
            for (int i = 0; i < 4; i++) {
                commit(pair.near, NicPort.DATA, 50_000);
            }
            assertFalse(pair.near.flush(), "the kernel took all");
            commit(pair.far, NicPort.CONTROL, 16);
            assertTrue(pair.far.flush());
            TwoPorts.Kept answers = new TwoPorts.Kept();
            while (answers.packets.isEmpty()) {
                pair.near.read();
                pair.near.deliver(answers, 1);
            }
            commit(pair.near, NicPort.CONTROL, 16);
            assertEquals(List.of(Frame.DATA, Frame.CONTROL), kinds(pair, 5).subList(0, 2));
        }
    }

    private static void commit(Link link, int lane, int bytes) {
        long at = link.claim(lane, bytes);
        assertTrue(at >= 0);
        link.commit(lane, at, bytes, 0);
    }

    /** Writes at the near end and takes at the far end until so many packets are there; their lanes. */
    private static List<Integer> kinds(NarrowLinks pair, int packets) throws Exception {
        List<Integer> kinds = new ArrayList<>();
        PacketSink sink = new TwoPorts.Kept() {
            @Override
            public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
                kinds.add(lane);
                return DONE;
            }
        };
        for (long until = System.nanoTime() + 60_000_000_000L; kinds.size() < packets; ) {
            assertTrue(System.nanoTime() - until < 0, () -> "only " + kinds + " have come");
            pair.near.flush();
            pair.far.read();
            pair.far.deliver(sink, 1);
        }
        return kinds;
    }

    /** Random bytes as frames: none is taken for one, and nothing but {@link Inbox.DamagedFrame} is thrown. */
    @Test
    void randomBytesAreNoFrames() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int damaged = 0;
        for (int round = 0; round < 300; round++) {
            byte[] bytes = new byte[Frame.HEADER + random.nextInt(400)];
            random.nextBytes(bytes);
            if (round % 2 == 0) {
                MemorySegment frame = Arena.ofAuto().allocate(bytes.length, Long.BYTES);
                ByteBuffer view = frame.asByteBuffer();
                int length = random.nextInt(bytes.length - Frame.HEADER + 1);
                Frame.seal(frame, view, new CRC32C(), 0, random.nextInt(5), length, 5, new int[2]);
                MemorySegment.copy(frame, 0, MemorySegment.ofArray(bytes), 0, Frame.HEADER);
                bytes[random.nextInt(Frame.HEADER)] ^= (byte) (1 << random.nextInt(8));
            }
            damaged += isRefused(bytes) ? 1 : 0;
        }
        // A changed length may ask for more bytes than have come.
        assertTrue(damaged > 200, damaged + " of 300 were refused, seed " + seed);
    }

    private static boolean isRefused(byte[] bytes) throws IOException {
        try (ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            try (SocketChannel other = SocketChannel.open(server.getLocalAddress());
                    SocketChannel channel = server.accept()) {
                other.write(ByteBuffer.wrap(bytes));
                Link link = NarrowLinks.link(1);
                link.connected(channel);
                try {
                    link.read();
                } catch (Inbox.DamagedFrame e) {
                    return true;
                }
                assertFalse(link.hasFrame(), "random bytes were taken for a frame");
                return false;
            }
        }
    }
}
