package org.bipj.net.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PeerFailedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A peer that dies, and messages that belong to another job. One thread steps both ranks. */
class UcxFailureTest {
    private TwoUcxPorts two;
    private UcxPort near;

    @BeforeEach
    void open() {
        two = new TwoUcxPorts(false);
        near = two.near;
    }

    @AfterEach
    void close() {
        two.close();
    }

    private static void send(UcxPort from, int to, int immediate) {
        TwoUcxPorts.send(from, to, NicPort.DATA, immediate);
    }

    @Test
    void aPeerThatDiesIsReportedOnceWithRankHostAndReasonAndClaimsThrow() {
        two.far = two.open(1, new byte[32]);
        send(near, 1, 5);
        two.await("the first packet", () -> two.packets.size() == 1);
        for (int i = 0; i < 20; i++) {
            send(two.far, 0, 6);
        }
        two.await("the answers", () -> two.packets.size() == 21);
        two.killFar();
        two.await("the failure", () -> !two.failures.isEmpty());
        assertTrue(
                two.failures.getFirst().startsWith("rank 1 on host host1 has failed: UCX: "), two.failures::toString);
        PeerFailedException e = assertThrows(PeerFailedException.class, () -> near.claim(1, NicPort.DATA, 8));
        assertEquals(1, e.peer());
        for (int i = 0; i < 100; i++) {
            near.poll(two, 1);
        }
        assertEquals(1, two.failures.size());
    }

    @Test
    void aPortThatIsClosedHasNotFailed() throws InterruptedException {
        two.far = two.open(1, new byte[32]);
        send(near, 1, 5);
        two.await("the first packet", () -> two.packets.size() == 1);
        UcxPort closing = two.far;
        two.far = null;
        Thread end = Thread.ofPlatform().start(closing::close);
        for (long until = System.nanoTime() + 1_000_000_000; System.nanoTime() - until < 0; ) {
            near.poll(two, 1);
        }
        end.join();
        assertEquals(List.of(), two.failures);
        send(near, 1, 7);
    }

    @Test
    void aMessageOfAnotherJobIsDropped() {
        byte[] other = new byte[32];
        other[31] = 1;
        UcxPort far = two.open(1, other);
        two.far = far;
        send(near, 1, 5);
        send(far, 0, 6);
        two.await(
                "both messages",
                () -> near.framesTo(1) == 1 && far.framesTo(0) == 1 && near.strangers() + far.strangers() == 2);
        assertEquals(List.of(), two.packets);
    }
}
