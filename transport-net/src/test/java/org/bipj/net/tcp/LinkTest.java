package org.bipj.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.bipj.core.nic.NicPort;
import org.junit.jupiter.api.Test;

/** What leaves a rank, and in what order; the test reads the other end of the connection. */
class LinkTest {
    private static final TcpSizes SIZES = TcpSizes.of(2);

    @Test
    void controlGoesBeforeDataAtTheNextBorderBetweenFrames() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel channel = SocketChannel.open()) {
                channel.setOption(StandardSocketOptions.SO_SNDBUF, 4096);
                channel.connect(server.getLocalAddress());
                channel.configureBlocking(false);
                Link link = new Link(1, SIZES);
                link.connected(channel);
                for (int i = 0; i < 4; i++) {
                    commit(link, NicPort.DATA, 50_000);
                }
                assertFalse(link.flush(), "the kernel took all");
                commit(link, NicPort.CONTROL, 16);
                try (SocketChannel other = server.accept()) {
                    List<Integer> kinds = kinds(link, other, 5);
                    assertEquals(5, kinds.size());
                    assertTrue(kinds.indexOf(Frame.CONTROL) <= 2, () -> "order of kinds: " + kinds);
                }
                assertTrue(link.isFlushed());
            }
        }
    }

    private static void commit(Link link, int lane, int bytes) {
        long at = link.claim(lane, bytes);
        assertTrue(at >= 0);
        link.commit(lane, at, bytes, 0);
    }

    /** Reads whole frames while the link writes. */
    private static List<Integer> kinds(Link link, SocketChannel other, int frames) throws IOException {
        List<Integer> kinds = new ArrayList<>();
        ByteBuffer in = ByteBuffer.allocateDirect(1 << 20);
        MemorySegment memory = MemorySegment.ofBuffer(in);
        int at = 0;
        while (kinds.size() < frames) {
            link.flush();
            if (other.read(in) < 0) {
                throw new EOFException();
            }
            while (in.position() - at >= Frame.HEADER && in.position() - at >= Frame.bytesAt(memory, at)) {
                assertEquals(null, Frame.wrongHeader(memory, at, SIZES.maxPacket()));
                assertTrue(Frame.isWhole(memory, in.duplicate(), new CRC32C(), at));
                kinds.add(Frame.kind(memory, at));
                at += Frame.bytesAt(memory, at);
            }
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
                Frame.seal(frame, view, new CRC32C(), 0, random.nextInt(4), length, 5, new int[2]);
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
                Link link = new Link(1, SIZES);
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
