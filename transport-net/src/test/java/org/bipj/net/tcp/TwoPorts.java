package org.bipj.net.tcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.net.address.PortRange;

/** Rank 0, and a rank 1 that a test may put in its place; one thread steps both. */
final class TwoPorts implements AutoCloseable {
    static final byte[] SECRET = new byte[32];
    private static final long LIMIT_NS = 60_000_000_000L;

    final MapBook book = new MapBook();
    final List<TcpPort> ports = new ArrayList<>();
    final Kept kept = new Kept();
    /** Of ports that are opened from now on. */
    int patienceMs = 30_000;

    /** Collects what a port hands over. */
    static class Kept implements PacketSink {
        final List<byte[]> packets = new ArrayList<>();
        final List<String> failures = new ArrayList<>();
        /** Peers of failures by which packets are lost. */
        final List<Integer> unsent = new ArrayList<>();

        final List<Long> completions = new ArrayList<>();

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            packets.add(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
            return DONE;
        }

        @Override
        public void onCompletion(long cookie) {
            completions.add(cookie);
        }

        @Override
        public void onFailure(int peer, String why, boolean unsent) {
            failures.add(why);
            if (unsent) {
                this.unsent.add(peer);
            }
        }
    }

    /** Opens the port of a rank of a job of two. */
    TcpPort open(int rank, String version, byte[] secret) {
        return open(rank, version, secret, PortRange.ANY);
    }

    TcpPort open(int rank, String version, byte[] secret, PortRange range) {
        var setup = new TcpPort.Setup(
                rank, 2, InetAddress.getLoopbackAddress(), range, version, secret, true, patienceMs, 0);
        TcpPort port = new TcpPort(setup, book.of(rank), peer -> "host" + peer);
        ports.add(port);
        return port;
    }

    TcpPort open(int rank) {
        return open(rank, "1", SECRET);
    }

    static boolean send(NicPort port, int peer, int bytes) {
        long at = port.claim(peer, NicPort.DATA, bytes);
        if (at < 0) {
            return false;
        }
        port.memory(peer, NicPort.DATA).asSlice(at, bytes).fill((byte) bytes);
        port.commit(peer, NicPort.DATA, at, bytes, 0);
        return true;
    }

    /** Polls all ports until something is true. */
    void await(String what, BooleanSupplier isDone) {
        long until = System.nanoTime() + LIMIT_NS;
        while (!isDone.getAsBoolean()) {
            assertTrue(System.nanoTime() - until < 0, () -> what + " has not come; failures: " + kept.failures);
            ports.forEach(port -> port.poll(kept, 64));
        }
    }

    @Override
    public void close() {
        for (TcpPort port : ports) {
            try {
                port.close();
            } catch (PeerFailedException e) {
                // Of tests that lose packets on purpose.
                assertTrue(e.peer() >= 0);
            }
        }
    }
}
