package org.bipj.net.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.net.tcp.MapBook;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A peer that dies, and messages that belong to another job. One thread steps both ranks. */
class UcxFailureTest implements PacketSink {
    private static final long LIMIT_NS = 20_000_000_000L;

    private final MapBook book = new MapBook();
    private final List<Integer> packets = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private UcxPort near;
    private UcxPort far;

    private UcxPort open(int rank, byte[] secret) {
        var setup = new UcxPort.Setup(rank, 2, secret, true, 0, 0, UcxFabric.LOOPBACK);
        return new UcxPort(setup, book.of(rank), peer -> "host" + peer);
    }

    @BeforeEach
    void open() {
        UcxFabric.assumeUcx();
        near = open(0, new byte[32]);
    }

    @AfterEach
    void close() throws InterruptedException {
        if (far != null) {
            Thread closing = Thread.ofPlatform().start(far::close);
            near.close();
            closing.join();
        }
    }

    @Override
    public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
        packets.add(immediate);
        return DONE;
    }

    @Override
    public void onCompletion(long cookie) {}

    @Override
    public void onFailure(int peer, String why) {
        failures.add(why);
    }

    private static void send(UcxPort from, int to, int immediate) {
        long at = from.claim(to, NicPort.DATA, 8);
        assertTrue(at >= 0);
        from.commit(to, NicPort.DATA, at, 8, immediate);
    }

    private void await(String what, BooleanSupplier isDone) {
        for (long until = System.nanoTime() + LIMIT_NS; !isDone.getAsBoolean(); ) {
            assertTrue(System.nanoTime() - until < 0, () -> what + " has not come; failures: " + failures);
            near.poll(this, 64);
            if (far != null) {
                far.poll(this, 64);
            }
        }
    }

    @Test
    void aPeerThatDiesIsReportedOnceWithRankHostAndReasonAndClaimsThrow() {
        far = open(1, new byte[32]);
        send(near, 1, 5);
        await("the first packet", () -> packets.size() == 1);
        for (int i = 0; i < 20; i++) {
            send(far, 0, 6);
        }
        await("the answers", () -> packets.size() == 21);
        far.breakOff();
        far = null;
        await("the failure", () -> !failures.isEmpty());
        assertTrue(failures.getFirst().startsWith("rank 1 on host host1 has failed: UCX: "), failures::toString);
        PeerFailedException e = assertThrows(PeerFailedException.class, () -> near.claim(1, NicPort.DATA, 8));
        assertEquals(1, e.peer());
        for (int i = 0; i < 100; i++) {
            near.poll(this, 1);
        }
        assertEquals(1, failures.size());
        near.close();
    }

    @Test
    void aPortThatIsClosedHasNotFailed() throws InterruptedException {
        far = open(1, new byte[32]);
        send(near, 1, 5);
        await("the first packet", () -> packets.size() == 1);
        UcxPort closing = far;
        far = null;
        Thread end = Thread.ofPlatform().start(closing::close);
        for (long until = System.nanoTime() + 1_000_000_000; System.nanoTime() - until < 0; ) {
            near.poll(this, 1);
        }
        end.join();
        assertEquals(List.of(), failures);
        send(near, 1, 7);
        near.close();
    }

    @Test
    void aMessageOfAnotherJobIsDropped() {
        byte[] other = new byte[32];
        other[31] = 1;
        far = open(1, other);
        send(near, 1, 5);
        send(far, 0, 6);
        await(
                "both messages",
                () -> near.framesTo(1) == 1 && far.framesTo(0) == 1 && near.strangers() + far.strangers() == 2);
        assertEquals(List.of(), packets);
    }
}
