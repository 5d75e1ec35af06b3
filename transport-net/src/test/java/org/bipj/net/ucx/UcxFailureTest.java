package org.bipj.net.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PeerFailedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A peer that dies, and messages that belong to another job. One thread steps both ranks. */
class UcxFailureTest {
    /** In {@code /proc/net/tcp}. */
    private static final String ESTABLISHED = "01";

    private static final String RETRANSMIT = "01";
    private static final String KEEP_ALIVE = "02";
    private static final String SOON = "keep-alive within an hour";
    /** In hundredths of a second. */
    private static final int HOUR = 360_000;

    private TwoUcxPorts two;
    private UcxPort near;

    @BeforeEach
    void open() {
        two = new TwoUcxPorts(false);
        near = two.near;
    }

    @AfterEach
    void close() {
        // Null where UCX is missing: its tests are skipped.
        if (two != null) {
            two.close();
        }
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
        assertEquals(List.of(), two.unsent, "it had received all packets");
    }

    /** Where nobody ends the job, a failure is told without delay, and still behind all that has come. */
    @Test
    void inAJobThatGoesOnAFailureFollowsWhatHasCome() {
        near.tellingAtOnce(true);
        two.far = two.open(1, new byte[32]);
        send(near, 1, 5);
        send(two.far, 0, 6);
        two.await("the first packets", () -> two.packets.size() == 2);
        for (int i = 0; i < 20; i++) {
            send(two.far, 0, 6);
        }
        two.killFar();
        two.await("the failure", () -> !two.failures.isEmpty());
        assertEquals(22, two.packets.size());
    }

    /** It has not polled, so that there is no connection yet. */
    private void commitToAPeerThatDies() {
        two.far = two.open(1, new byte[32]);
        send(near, 1, 5);
        two.killFar();
    }

    @Test
    void packetsThatHaveNotLeftAreReportedAsUnsent() {
        commitToAPeerThatDies();
        two.await("the failure", () -> !two.failures.isEmpty());
        assertEquals(List.of(1), two.unsent);
        assertThrows(PeerFailedException.class, () -> near.claim(1, NicPort.DATA, 8));
    }

    @Test
    void closingThrowsForPacketsThatHaveNotLeft() {
        commitToAPeerThatDies();
        PeerFailedException e = assertThrows(PeerFailedException.class, near::close);
        assertEquals(1, e.peer());
        assertTrue(e.getMessage().startsWith("rank 1 on host host1 has failed: UCX: "), e.getMessage());
        near.close();
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

    /** A network that is cut for some seconds is no failure: the supervisors' limit holds. */
    @Test
    void silenceDoesNotEndAConnection() {
        assumeTrue(System.getenv("UCX_TCP_KEEPIDLE") == null);
        two.far = two.open(1, new byte[32]);
        send(near, 1, 5);
        send(two.far, 0, 6);
        two.await("both messages", () -> two.packets.size() == 2);
        two.await("all acknowledgements", () -> !timersOfConnections().contains(RETRANSMIT));
        List<String> timers = timersOfConnections();
        assertTrue(timers.size() >= 2, timers::toString);
        assertFalse(timers.contains(SOON), timers::toString);
    }

    /** By established connection of this process the kind of its timer, as in {@code /proc/net/tcp}. */
    private static List<String> timersOfConnections() {
        Set<String> own = new HashSet<>();
        try {
            for (File file : Objects.requireNonNull(new File("/proc/self/fd").listFiles())) {
                Path path = file.toPath();
                own.add(
                        Files.isSymbolicLink(path)
                                ? Files.readSymbolicLink(path).toString()
                                : "");
            }
            return Files.readAllLines(Path.of("/proc/self/net/tcp")).stream()
                    .map(line -> line.strip().split("\\s+"))
                    .filter(words -> words[3].equals(ESTABLISHED) && own.contains("socket:[" + words[9] + "]"))
                    .map(words -> words[5].split(":"))
                    .map(timer -> timer[0].equals(KEEP_ALIVE) && Long.parseLong(timer[1], 16) < HOUR ? SOON : timer[0])
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
