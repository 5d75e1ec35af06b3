package org.bipj.net.ucx;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.net.tcp.MapBook;

/** Ranks 0 and 1; one thread steps both. */
final class TwoUcxPorts implements PacketSink, AutoCloseable {
    private static final long LIMIT_NS = 60_000_000_000L;

    final List<Integer> packets = new ArrayList<>();
    final List<Long> completions = new ArrayList<>();
    final List<String> failures = new ArrayList<>();
    /** Peers that have failed with packets that had not been sent to them. */
    final List<Integer> unsent = new ArrayList<>();

    final UcxPort near;
    private final MapBook book = new MapBook();
    private final boolean regions;
    /** Rank 1; null before it was opened, and after it broke off. */
    UcxPort far;

    /**
     * Opens rank 0.
     *
     * @param regions UCX moves long messages between native memories by itself, as it does over RDMA
     */
    TwoUcxPorts(boolean regions) {
        UcxFabric.assumeUcx();
        this.regions = regions;
        near = open(0, new byte[32]);
    }

    /** Two ranks that have exchanged a packet. */
    static TwoUcxPorts connected(boolean regions) {
        TwoUcxPorts two = new TwoUcxPorts(regions);
        two.far = two.open(1, new byte[32]);
        send(two.near, 1, NicPort.DATA, 5);
        send(two.far, 0, NicPort.DATA, 6);
        two.await("the first packets", () -> two.packets.size() == 2);
        two.packets.clear();
        return two;
    }

    UcxPort open(int rank, byte[] secret) {
        var setup = new UcxPort.Setup(rank, 2, secret, true, 0, 30_000, 0, UcxFabric.LOOPBACK);
        return new UcxPort(setup, book.of(rank), peer -> "host" + peer, endpoint -> regions);
    }

    @Override
    public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
        packets.add(immediate);
        return DONE;
    }

    @Override
    public void onCompletion(long cookie) {
        completions.add(cookie);
    }

    @Override
    public void onFailure(int peer, String why, boolean isUnsent) {
        failures.add(why);
        if (isUnsent) {
            unsent.add(peer);
        }
    }

    static void send(UcxPort from, int to, int lane, int immediate) {
        long at = from.claim(to, lane, 8);
        assertTrue(at >= 0);
        from.commit(to, lane, at, 8, immediate);
    }

    /** Polls both ports until something is true. */
    void await(String what, BooleanSupplier isDone) {
        for (long until = System.nanoTime() + LIMIT_NS; !isDone.getAsBoolean(); ) {
            assertTrue(System.nanoTime() - until < 0, () -> what + " has not come; failures: " + failures);
            near.poll(this, 64);
            if (far != null) {
                far.poll(this, 64);
            }
        }
    }

    /** Ends rank 1 as a process that is killed. */
    void killFar() {
        far.breakOff();
        far = null;
    }

    @Override
    public void close() {
        Thread closing = far == null ? null : Thread.ofPlatform().start(far::close);
        near.close();
        while (closing != null && closing.isAlive()) {
            Thread.onSpinWait();
        }
    }
}
