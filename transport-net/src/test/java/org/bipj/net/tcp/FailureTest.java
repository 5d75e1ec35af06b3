package org.bipj.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.testkit.Relay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection that breaks, stops for a while, or carries damaged frames. */
class FailureTest {
    private final TwoPorts two = new TwoPorts();
    private TcpPort near;
    private TcpPort far;
    private Relay relay;

    @BeforeEach
    void connectThroughARelay() {
        near = two.open(0);
        far = two.open(1);
        relay = new Relay(Connector.parse(two.book.of(0).find(1)).getPort());
        two.book.put(1, relay.address());
        TwoPorts.send(near, 1, 8);
        two.await("the first packet", () -> two.kept.packets.size() == 1);
    }

    @AfterEach
    void close() {
        relay.close();
        two.close();
    }

    @Test
    void aBrokenConnectionIsReportedOnceWithRankHostAndReasonAndClaimsThrow() {
        relay.cut();
        two.await("both failures", () -> two.kept.failures.size() == 2);
        assertTrue(
                two.kept.failures.contains(
                                "rank 1 on host host1 has failed: the connection broke: the connection was closed")
                        || two.kept.failures.stream().allMatch(f -> f.contains("has failed: the connection broke")),
                two.kept.failures::toString);
        PeerFailedException e = assertThrows(PeerFailedException.class, () -> near.claim(1, 1, 8));
        assertEquals(1, e.peer());
        assertTrue(e.getMessage().startsWith("rank 1 on host host1 has failed: "), e.getMessage());
        for (int i = 0; i < 100; i++) {
            near.poll(two.kept, 1);
        }
        assertEquals(2, two.kept.failures.size());
        assertEquals(List.of(), two.kept.unsent, "nothing waited for the kernel");
    }

    /** A job that goes on has no launcher that ends it: no poll leaves a failure to a later one. */
    @Test
    void aFailureIsReportedWhenItIsFoundWhereTheJobGoesOn() {
        near.tellingAtOnce(true);
        relay.cut();
        for (; two.kept.failures.isEmpty(); near.poll(two.kept, 1)) {
            long at = near.claim(1, NicPort.DATA, 8);
            assertTrue(at >= 0, "a failure is known, and not reported");
            near.abort(1, NicPort.DATA, at);
        }
        assertThrows(PeerFailedException.class, () -> near.claim(1, NicPort.DATA, 8));
    }

    /** A client that pushes what waits for all peers hears of a failure by the report alone. */
    @Test
    void aClaimDoesNotThrowBeforeTheFailureIsReported() {
        near.tellingAtOnce(true);
        relay.hold(true);
        while (TwoPorts.send(near, 1, 1000)) {
            // From now on claims look at the network.
        }
        relay.cut();
        for (; two.kept.failures.isEmpty(); near.poll(two.kept, 1)) {
            for (int i = 0; i < 1000; i++) {
                assertEquals(NicPort.BACK_PRESSURED, near.claim(1, NicPort.DATA, 1000));
            }
        }
        assertThrows(PeerFailedException.class, () -> near.claim(1, NicPort.DATA, 8));
    }

    @Test
    void whatHasComeBeforeTheEndIsHandedOverFirst() {
        for (int i = 0; i < 50; i++) {
            assertTrue(TwoPorts.send(near, 1, 100));
        }
        near.close();
        two.await("all packets", () -> two.kept.packets.size() == 51);
        assertEquals(0, two.kept.failures.size(), "a port that was closed has not failed");
    }

    @Test
    void aConnectionThatStopsForASecondGoesOn() throws InterruptedException {
        relay.hold(true);
        int sent = 0;
        while (TwoPorts.send(near, 1, 1000)) {
            sent++;
        }
        Thread.sleep(1_000);
        relay.hold(false);
        int all = 1 + sent;
        two.await("all packets", () -> two.kept.packets.size() == all);
        assertEquals(0, two.kept.failures.size());
    }

    @Test
    void aDamagedFrameEndsTheConnectionAndNoPacketOfItIsHandedOver() {
        relay.damage();
        assertTrue(TwoPorts.send(near, 1, 64));
        two.await("the failures", () -> !two.kept.failures.isEmpty());
        assertTrue(
                two.kept.failures.stream().anyMatch(f -> f.contains("its CRC does not match")),
                two.kept.failures::toString);
        assertEquals(1, two.kept.packets.size());
    }
}
