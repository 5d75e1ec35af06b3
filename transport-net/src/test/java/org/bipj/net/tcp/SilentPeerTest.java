package org.bipj.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.bipj.testkit.Firewall;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection that goes silent: the kernels send, and a firewall drops what arrives. */
class SilentPeerTest {
    private static final long LIMIT_NS = 120_000_000_000L;

    private final TwoPorts two = new TwoPorts();
    private TcpPort near;
    private TcpPort far;
    private int port;

    @BeforeEach
    void connect() {
        two.patienceMs = 1_000;
        near = two.open(0);
        far = two.open(1);
        port = Connector.parse(two.book.of(0).find(1)).getPort();
        TwoPorts.send(near, 1, 8);
        two.await("the first packet", () -> two.kept.packets.size() == 1);
    }

    @AfterEach
    void close() {
        two.close();
    }

    private Firewall closePort() {
        return new Firewall(port);
    }

    /** Without a processor of its own for seconds. */
    private void pollUntil(String what, BooleanSupplier isSo, TcpPort... ports) {
        for (long begin = System.nanoTime(); !isSo.getAsBoolean(); ) {
            assertTrue(System.nanoTime() - begin < LIMIT_NS, what + " has not come; failures: " + two.kept.failures);
            for (TcpPort each : ports) {
                each.poll(two.kept, 64);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** It is the sender's connector that finds it, also while the sender computes. */
    @Test
    void isAFailureOfBothEndsWithPortsAndTheQuestionForAFirewall() {
        closePort();
        assertTrue(TwoPorts.send(near, 1, 8));
        pollUntil("the failure", () -> two.kept.failures.size() == 1, far);
        String data = "what 127\\.0\\.0\\.1:\\d+ has sent ";
        String to = "to 127\\.0\\.0\\.1:" + port + " ";
        String silent = "has not been acknowledged for \\d+ s: is a firewall in between\\?";
        assertMatches(
                "rank 0 on host host0 has failed: it has lost this rank: " + data + to + silent, two.kept.failures);
        assertEquals(List.of(), two.kept.unsent, "this end has sent nothing");
        assertEquals(1, two.book.unanswered.size());
        assertMatches(
                "0 cannot reach 1 at 127\\.0\\.0\\.1:" + port + ": " + data + "there " + silent, two.book.unanswered);
        pollUntil("the other failure", () -> two.kept.failures.size() == 2, near);
        assertMatches("rank 1 on host host1 has failed: " + data + to + silent, two.kept.failures);
        assertEquals(List.of(1), two.kept.unsent, "what the kernel had taken is lost");
    }

    @Test
    void aShortSilenceIsNone() {
        Firewall firewall = closePort();
        assertTrue(TwoPorts.send(near, 1, 8));
        long begin = System.nanoTime();
        pollUntil("a second", () -> System.nanoTime() - begin > 1_000_000_000L, near, far);
        assertEquals(1, two.kept.packets.size());
        firewall.lift();
        pollUntil("the packet", () -> two.kept.packets.size() == 2, near, far);
        assertTrue(TwoPorts.send(far, 0, 8));
        pollUntil("the answer", () -> two.kept.packets.size() == 3, near, far);
        assertEquals(List.of(), two.kept.failures);
        assertEquals(List.of(), two.book.unanswered);
    }

    private static void assertMatches(String pattern, List<String> texts) {
        assertTrue(texts.stream().anyMatch(text -> text.matches(pattern)), () -> texts + " has no " + pattern);
    }
}
