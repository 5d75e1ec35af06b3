package org.bipj.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.bipj.testkit.Firewall;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the kernel counts of real connections. */
class SocketCallsTest {
    private static final int LIMIT_MS = 60_000;

    private ServerSocketChannel server;
    private SocketChannel near;
    private SocketChannel far;
    private Supplier<TcpCounts> counts;

    private void connect(String address) throws IOException {
        server = ServerSocketChannel.open();
        try {
            server.bind(new InetSocketAddress(address, 0));
        } catch (IOException e) {
            assumeTrue(false, "this machine has no address " + address);
        }
        near = SocketChannel.open(server.getLocalAddress());
        far = server.accept();
        near.configureBlocking(false);
        far.configureBlocking(false);
        counts = new SocketCalls().of(near);
        assertNotNull(counts);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        if (near != null) {
            near.close();
            far.close();
        }
    }

    private int port() throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    /** The other end's memory, and this one's. */
    private void fill() throws IOException {
        int written;
        do {
            written = near.write(bytes(1 << 20));
        } while (written > 0);
    }

    private static ByteBuffer bytes(int count) {
        return ByteBuffer.allocate(count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void whatWasSentIsAcknowledgedThoughNobodyReadsIt(String address) throws Exception {
        connect(address);
        assertNotNull(new SocketCalls().of(far), "the other end, whose ports are the same in turn");
        near.write(bytes(100));
        await(() -> counts.get().equals(new TcpCounts(0, 0, counts.get().quietMs())));
        near.close();
        assertNull(counts.get(), "another file may have the descriptor");
    }

    /** The state of a long message to a rank that computes. */
    @Test
    void aWindowWithoutRoomIsNoSilence() throws Exception {
        connect("127.0.0.1");
        fill();
        Silence silence = new Silence(TimeUnit.MILLISECONDS.toNanos(1_000));
        long begin = System.nanoTime();
        for (long now = begin; now - begin < TimeUnit.SECONDS.toNanos(3); now = System.nanoTime()) {
            TcpCounts found = counts.get();
            assertEquals(Silence.State.ANSWERED, silence.look(now, found), found::toString);
            Thread.sleep(50);
            fill();
        }
    }

    @Test
    void whatIsDroppedIsSentAgainAndNothingIsHeard() throws Exception {
        connect("127.0.0.1");
        Firewall firewall = new Firewall(port());
        near.write(bytes(100));
        await(() -> counts.get().attempts() >= 2);
        assertTrue(counts.get().unacknowledged() > 0 && counts.get().quietMs() > 300, () -> "" + counts.get());
        firewall.lift();
        await(() -> !counts.get().isOwed());
        assertEquals(100, far.read(bytes(1000)));
    }

    private static void await(BooleanSupplier isSo) throws InterruptedException {
        for (int ms = 0; !isSo.getAsBoolean(); ms += 10) {
            assertFalse(ms > LIMIT_MS, "it has not come");
            Thread.sleep(10);
        }
    }
}
