package org.bipj.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.testkit.BlockedPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A rank whose port cannot be reached, though its address is known. */
class BlockedPortTest {
    private final TwoPorts two = new TwoPorts();
    private BlockedPort blocked;
    private TcpPort near;

    @BeforeEach
    void block() throws IOException {
        blocked = new BlockedPort();
        two.patienceMs = 1_000;
        near = two.open(0);
    }

    @AfterEach
    void close() throws IOException {
        two.close();
        blocked.close();
    }

    private void loseRankOne() {
        two.book.put(1, blocked.address());
        assertTrue(TwoPorts.send(near, 1, 8));
        two.await("the failure", () -> !two.kept.failures.isEmpty());
    }

    @Test
    void aPacketThatHasNotLeftIsReportedAsUnsentWithHostPortAndReason() {
        loseRankOne();
        assertEquals(
                List.of("rank 1 on host host1 has failed: it cannot be reached at " + blocked.address()
                        + ": there is no answer"),
                two.kept.failures);
        assertEquals(List.of(1), two.kept.unsent);
        assertThrows(PeerFailedException.class, () -> near.claim(1, 1, 8));
    }

    @Test
    void theUserIsAskedForAFirewallOnce() {
        loseRankOne();
        assertEquals(List.of("0 cannot reach 1 at " + blocked.address()), two.book.unanswered);
    }

    @Test
    void aFailedLinkIsQuietOnceItWasReported() {
        two.book.put(1, blocked.address());
        assertTrue(TwoPorts.send(near, 1, 8));
        assertFalse(near.isQuiet());
        two.await("the failure", () -> !two.kept.failures.isEmpty());
        assertTrue(near.isQuiet());
        assertEquals(0, near.balance());
    }

    @Test
    void closingThrowsForPacketsThatHaveNotLeft() {
        two.book.put(1, blocked.address());
        assertTrue(TwoPorts.send(near, 1, 8));
        PeerFailedException e = assertThrows(PeerFailedException.class, near::close);
        assertEquals(1, e.peer());
        assertTrue(e.getMessage().contains("it cannot be reached at " + blocked.address()), e.getMessage());
        near.close();
    }

    /** Else the others leave, and what waits here cannot reach them. */
    @Test
    void aRankThatEndsWaitsUntilItHasReachedItsPeers() {
        assertTrue(near.hasReachedPeers());
        assertTrue(TwoPorts.send(near, 1, 8));
        assertFalse(near.hasReachedPeers(), "the address is not known");
        two.open(1);
        two.await("the connection", near::hasReachedPeers);
        two.await("the packet", () -> two.kept.packets.size() == 1);
    }

    /** It makes no call in which it polls: what waits for the connection leaves with a later packet. */
    @Test
    void aRankThatOnlySendsShortMessagesReachesAPeerThatStartsLater() throws InterruptedException {
        assertTrue(TwoPorts.send(near, 1, 8));
        TcpPort far = two.open(1);
        for (int sent = 1; two.kept.packets.isEmpty(); sent++) {
            assertTrue(sent < 300, "nothing has come");
            assertTrue(TwoPorts.send(near, 1, 8));
            far.poll(two.kept, 64);
            Thread.sleep(100);
        }
    }

    @Test
    void aPeerThatCannotBeReachedIsNotWaitedForAnyLonger() {
        assertTrue(TwoPorts.send(near, 1, 8));
        assertFalse(near.hasReachedPeers());
        two.book.put(1, blocked.address());
        two.await("the failure", () -> !two.kept.failures.isEmpty());
        assertTrue(near.hasReachedPeers());
    }

    /** Its port is closed: nothing is waited for until a time-out. */
    @Test
    void closingWaitsForNoRankThatHasFinalised() throws IOException {
        try (BlockedPort closed = new BlockedPort()) {
            two.book.put(1, closed.address());
        }
        two.book.finished.add(1);
        two.patienceMs = 3_600_000;
        TcpPort other = two.open(0);
        assertTrue(TwoPorts.send(other, 1, 8));
        other.close();
        assertEquals(List.of(), two.kept.failures);
    }

    /** It has closed its port without having met this rank. */
    @Test
    void whatIsSentToARankThatHasFinalisedIsDropped() {
        two.book.put(1, blocked.address());
        two.book.finished.add(1);
        assertTrue(TwoPorts.send(near, 1, 8));
        two.await("the packet to be dropped", near::isQuiet);
        assertEquals(0, near.balance());
        assertTrue(TwoPorts.send(near, 1, 8));
        assertTrue(near.isQuiet());
        near.close();
        assertEquals(List.of(), two.kept.failures);
    }

    /** Its own way to this rank is open: it would take messages that nobody reads. */
    @Test
    void theLostRankLosesThisOneToo() {
        loseRankOne();
        two.kept.failures.clear();
        TcpPort far = two.open(1);
        assertTrue(TwoPorts.send(far, 0, 8));
        two.await("the failure at the other end", () -> !two.kept.failures.isEmpty());
        String why = two.kept.failures.getFirst();
        assertTrue(why.startsWith("rank 0 on host host0 has failed: it has lost this rank"), why);
        assertEquals(0, two.kept.packets.size());
        assertEquals(0, far.connections());
    }

    @Test
    void theLostRankHearsOfItThoughThisOneComputes() {
        TcpPort far = two.open(1);
        two.book.put(1, blocked.address());
        // Longer than the first send waits for the connection.
        two.patienceMs = 3_000;
        assertTrue(TwoPorts.send(two.open(0), 1, 8));
        List<TcpPort> all = List.copyOf(two.ports);
        two.ports.retainAll(List.of(far));
        two.await("the failure at the other end", () -> !two.kept.failures.isEmpty());
        String why = two.kept.failures.getFirst();
        assertTrue(why.startsWith("rank 0 on host host0 has failed: it has lost this rank: it cannot"), why);
        two.ports.clear();
        two.ports.addAll(all);
    }

    /** Such a report comes by way of the launcher, where the network shows nothing at this end. */
    @Test
    void aRankThatIsLostHearsOfItThoughItHasNoConnection() {
        two.open(1);
        loseRankOne();
        two.await("both failures", () -> two.kept.failures.size() == 2);
        assertTrue(
                two.kept.failures.stream()
                        .anyMatch(why -> why.startsWith(
                                "rank 0 on host host0 has failed: it has lost this rank: it cannot be reached at ")),
                two.kept.failures::toString);
    }
}
