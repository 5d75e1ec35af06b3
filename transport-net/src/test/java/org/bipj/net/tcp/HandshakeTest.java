package org.bipj.net.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.AddressBook;
import org.bipj.net.address.PortRange;
import org.bipj.testkit.Fabric;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who belongs to the job, and who does not. */
class HandshakeTest {
    private static final Identity CALLER = new Identity(0, 4, "1", TwoPorts.SECRET);
    private static final Identity CALLED = new Identity(1, 4, "1", TwoPorts.SECRET);

    private static byte[] secret(int fill) {
        byte[] secret = new byte[32];
        Arrays.fill(secret, (byte) fill);
        return secret;
    }

    @Test
    void lengthsAreThoseOfTheMessages() {
        byte[] hello = CALLER.hello(1);
        assertEquals(Identity.HELLO, hello.length);
        assertEquals(Identity.ANSWER, CALLED.answer(hello, Verdict.WELCOME).length);
        assertEquals(
                Identity.PROOF, CALLER.proof(Identity.CALLER, hello, CALLED.answer(hello, Verdict.WELCOME)).length);
        assertTrue(Identity.HELLO + Identity.PROOF <= 256, "bytes before the proof is judged");
    }

    @Test
    void bothProveTheSecret() {
        byte[] hello = CALLER.hello(1);
        assertEquals(Verdict.WELCOME, CALLED.judge(hello));
        byte[] answer = CALLED.answer(hello, Verdict.WELCOME);
        assertTrue(CALLER.isProven(hello, answer));
        assertTrue(CALLED.isProven(hello, answer, CALLER.proof(Identity.CALLER, hello, answer)));
    }

    @Test
    void anotherSecretProvesNothing() {
        Identity stranger = new Identity(0, 4, "1", secret(9));
        byte[] hello = stranger.hello(1);
        byte[] answer = CALLED.answer(hello, Verdict.WELCOME);
        assertFalse(stranger.isProven(hello, answer));
        assertFalse(CALLED.isProven(hello, answer, stranger.proof(Identity.CALLER, hello, answer)));
    }

    @Test
    void theProofOfOneRoleIsNoneOfTheOther() {
        byte[] hello = CALLER.hello(1);
        byte[] answer = CALLED.answer(hello, Verdict.WELCOME);
        byte[] reflected = Arrays.copyOfRange(answer, Identity.ANSWER - Identity.PROOF, Identity.ANSWER);
        assertFalse(CALLED.isProven(hello, answer, reflected));
    }

    @Test
    void aProofIsOfItsRanksAndNoncesAlone() {
        byte[] hello = CALLER.hello(1);
        byte[] answer = CALLED.answer(hello, Verdict.WELCOME);
        byte[] proof = CALLER.proof(Identity.CALLER, hello, answer);
        for (byte[] part : List.of(hello, answer)) {
            int end = part == hello ? hello.length : Identity.ANSWER - Identity.PROOF;
            for (int i = 0; i < end; i++) {
                part[i] ^= 1;
                assertFalse(CALLED.isProven(hello, answer, proof), "byte " + i + " is not bound");
                part[i] ^= 1;
            }
        }
        assertTrue(CALLED.isProven(hello, answer, proof));
        assertNotEquals(Arrays.toString(CALLER.hello(1)), Arrays.toString(hello), "nonces differ");
    }

    @Test
    void helloesOfAnotherJobRankOrVersionAreRefused() {
        assertEquals(Verdict.STRANGER, CALLED.judge(CALLER.hello(2)), "for another rank");
        assertEquals(Verdict.STRANGER, CALLED.judge(new Identity(0, 5, "1", TwoPorts.SECRET).hello(1)), "another size");
        assertEquals(Verdict.STRANGER, CALLED.judge(new Identity(1, 4, "1", TwoPorts.SECRET).hello(1)), "from itself");
        assertEquals(Verdict.STRANGER, CALLED.judge(new Identity(4, 4, "1", TwoPorts.SECRET).hello(1)), "no such rank");
        assertEquals(Verdict.VERSION, CALLED.judge(new Identity(0, 4, "2", TwoPorts.SECRET).hello(1)));
        assertEquals(
                Verdict.WELCOME, CALLED.judge(new Identity(0, 4, "", TwoPorts.SECRET).hello(1)), "unknown version");
        assertArrayEquals(
                new byte[Identity.PROOF],
                Arrays.copyOfRange(
                        CALLED.answer(CALLER.hello(1), Verdict.VERSION),
                        Identity.ANSWER - Identity.PROOF,
                        Identity.ANSWER),
                "a proof for somebody who is refused");
    }

    @Test
    void anotherVersionOfTheLibraryIsRefusedByName() {
        try (TwoPorts two = new TwoPorts()) {
            TcpPort near = two.open(0, "1.0", TwoPorts.SECRET);
            two.open(1, "2.0", TwoPorts.SECRET);
            TwoPorts.send(near, 1, 8);
            // Rank 1 hears of it as well, before or after.
            two.await(
                    "the refusal by name",
                    () -> two.kept.failures.stream()
                            .anyMatch(why -> why.startsWith("rank 1 on host host1 has failed: ")
                                    && why.contains("\"2.0\"")
                                    && why.contains("\"1.0\"")));
        }
    }

    @Test
    void aRankWithAnotherSecretIsRefusedByBothSides() {
        try (TwoPorts two = new TwoPorts()) {
            TcpPort near = two.open(0, "1", TwoPorts.SECRET);
            two.open(1, "1", secret(7));
            TwoPorts.send(near, 1, 8);
            two.await("the refusal", () -> !two.kept.failures.isEmpty());
            assertTrue(two.kept.failures.getFirst().contains("does not know this job's secret"));
            assertEquals(0, two.kept.packets.size());
        }
    }

    /** Both ranks of a pair begin at the same time, many times: one connection serves, and all packets come in order. */
    @Test
    void simultaneousCallsEndInOneConnection() throws Exception {
        for (int round = 0; round < 40; round++) {
            try (Fabric fabric = NetFabric.tcp(2)) {
                org.bipj.testkit.Ranks.run(fabric, job -> {
                    TcpPort port = (TcpPort) fabric.port(job.rank());
                    TwoPorts.Kept kept = new TwoPorts.Kept();
                    for (int sent = 0; sent < 20 || kept.packets.size() < 20; ) {
                        if (sent < 20 && TwoPorts.send(port, 1 - job.rank(), sent)) {
                            sent++;
                        }
                        port.poll(kept, 64);
                    }
                    for (int i = 0; i < 20; i++) {
                        assertEquals(i, kept.packets.get(i).length);
                    }
                    assertEquals(1, port.connections());
                    assertEquals(List.of(), kept.failures);
                });
            }
        }
    }

    /** The called side may have welcomed the caller already, and would take the end of the connection for that of a rank. */
    @Test
    void aCallerThatHasProvenItselfWaitsForTheDecision() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
                SocketChannel near = SocketChannel.open(server.getLocalAddress());
                SocketChannel far = server.accept()) {
            Handshake.Calling calling = new Handshake.Calling(CALLER, near, 1);
            Handshake.Called called = new Handshake.Called(CALLED, far);
            calling.begin();
            assertTrue(calling.isLate(late()) && called.isLate(late()));
            near.configureBlocking(false);
            far.configureBlocking(false);
            assertEquals(Handshake.State.GOES_ON, called.onReadable());
            assertEquals(Handshake.State.GOES_ON, calling.onReadable());
            assertTrue(called.isLate(late()));
            assertFalse(calling.isLate(late()));
            assertEquals(Handshake.State.PROVEN, called.onReadable());
            called.end(Verdict.WELCOME);
            assertEquals(Handshake.State.PROVEN, calling.onReadable());
        }
    }

    private static long late() {
        return System.nanoTime() + Connector.UNPROVEN_NS;
    }

    @Test
    void aJobGoesOnWhileStrangersSendAThousandRandomInputs() throws IOException {
        pokeAt(1_000);
    }

    @Test
    @Tag("deep")
    @Timeout(1200)
    void aJobGoesOnWhileStrangersSendAHundredThousandRandomInputs() throws IOException {
        pokeAt(100_000);
    }

    /** Random bytes, true helloes cut short or changed, and connections that end at once; the packets of the job between. */
    private static void pokeAt(int inputs) throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (TwoPorts two = new TwoPorts()) {
            TcpPort near = two.open(0);
            two.open(1);
            InetSocketAddress address = Connector.parse(two.book.of(0).find(1));
            Identity rank = new Identity(0, 2, "1", secret(3));
            for (int i = 0; i < inputs; i++) {
                poke(address, input(random, rank), random.nextInt(4));
                if (i % 10 == 0) {
                    assertTrue(TwoPorts.send(near, 1, i % 100));
                    int expected = i / 10 + 1;
                    two.await(
                            "a packet after input " + i + ", seed " + seed, () -> two.kept.packets.size() == expected);
                }
            }
            assertEquals(List.of(), two.kept.failures);
        }
    }

    private static byte[] input(Random random, Identity rank) {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
            byte[] hello = rank.hello(1);
            System.arraycopy(hello, 0, bytes, 0, Math.min(hello.length, bytes.length));
            if (bytes.length > 0 && random.nextBoolean()) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return bytes;
    }

    /** Half of the strangers stay until they are refused; others close or reset the connection at once. */
    private static void poke(InetSocketAddress address, byte[] bytes, int manner) throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.setSoLinger(manner == 1, 0);
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes);
            if (manner > 1) {
                socket.shutdownOutput();
                long refused = System.nanoTime();
                socket.getInputStream().readAllBytes();
                assertTrue(
                        System.nanoTime() - refused < Connector.UNPROVEN_NS,
                        "it is refused for what it says, or its end");
            }
        } catch (java.net.SocketException e) {
            // Refused while it wrote.
            assertTrue(e.getMessage() != null);
        }
    }

    /** The kernel lets callers for whom its queue has no room try again after a second. */
    @Test
    void manyWhoCallAtOnceAreAccepted() throws IOException {
        try (TwoPorts two = new TwoPorts()) {
            two.open(0);
            two.open(1);
            InetSocketAddress address = Connector.parse(two.book.of(0).find(1));
            int late = 0;
            for (int i = 0; i < 2_000; i++) {
                try (Socket socket = new Socket()) {
                    socket.setSoLinger(true, 0);
                    long begin = System.nanoTime();
                    socket.connect(address);
                    late += System.nanoTime() - begin > 900_000_000 ? 1 : 0;
                }
            }
            // A loaded machine stops for a second now and then; a queue that is too short holds up one in fifty.
            assertTrue(late < 4, late + " callers have waited for a second");
        }
    }

    /** A rank that calls has its turn: the one who has waited for longest without a proof goes. */
    @Test
    void silentStrangersHoldNoMoreThanSixtyFourConnectionsAndFiveSecondsAndDelayNobody() throws IOException {
        List<Socket> silent = new ArrayList<>();
        try (TwoPorts two = new TwoPorts()) {
            TcpPort near = two.open(0);
            two.open(1);
            InetSocketAddress address = Connector.parse(two.book.of(0).find(1));
            long begin = System.nanoTime();
            for (int i = 0; i < Connector.UNPROVEN_MAX; i++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), address.getPort()));
            }
            assertTrue(TwoPorts.send(near, 1, 8));
            two.await("the job's own packet", () -> two.kept.packets.size() == 1);
            silent.getFirst().setSoTimeout(4_000);
            assertEquals(-1, silent.getFirst().getInputStream().read(), "the oldest is closed at once");
            assertTrue(System.nanoTime() - begin < Connector.UNPROVEN_NS, "before the others' time is over");
            silent.getLast().setSoTimeout(10_000);
            assertEquals(-1, silent.getLast().getInputStream().read(), "a silent one is closed in the end");
            assertTrue(System.nanoTime() - begin >= Connector.UNPROVEN_NS - 100_000_000, "not before its time is over");
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    /** The called rank was stopped in a handshake for longer than the caller's patience, and hangs up then. */
    @Test
    void aCallerThatWasAcceptedGetsItsPatienceAnew() throws Exception {
        try (TwoPorts two = new TwoPorts();
                ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0))) {
            two.patienceMs = 800;
            TcpPort near = two.open(0);
            two.book.put(1, "127.0.0.1:" + server.socket().getLocalPort());
            CompletableFuture<byte[]> frame = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> {
                try (SocketChannel first = server.accept()) {
                    Handshake.Called called = answered(first);
                    Thread.sleep(2L * two.patienceMs);
                    assertEquals(Handshake.State.PROVEN, called.onReadable());
                } catch (IOException | InterruptedException e) {
                    frame.completeExceptionally(e);
                }
                try (SocketChannel second = server.accept()) {
                    Handshake.Called called = answered(second);
                    assertEquals(Handshake.State.PROVEN, called.onReadable());
                    called.end(Verdict.WELCOME);
                    ByteBuffer bytes = ByteBuffer.allocate(Frame.HEADER);
                    while (bytes.hasRemaining()) {
                        assertTrue(second.read(bytes) >= 0);
                    }
                    frame.complete(bytes.array());
                } catch (IOException e) {
                    frame.completeExceptionally(e);
                }
            });
            assertTrue(TwoPorts.send(near, 1, 8));
            two.await("the packet", frame::isDone);
            assertEquals(
                    8,
                    ByteBuffer.wrap(frame.get()).order(ByteOrder.nativeOrder()).getInt());
            assertEquals(List.of(), two.kept.failures);
            near.close();
        }
    }

    private static Handshake.Called answered(SocketChannel caller) throws IOException {
        Handshake.Called called = new Handshake.Called(new Identity(1, 2, "1", TwoPorts.SECRET), caller);
        ByteBuffer hello = ByteBuffer.allocate(Identity.HELLO);
        while (hello.hasRemaining()) {
            assertTrue(caller.read(hello) >= 0);
        }
        assertEquals(Handshake.State.GOES_ON, called.onMessage(hello.array()));
        return called;
    }

    /** The called rank is stopped, here in a look for an address, after it has answered; the proof comes meanwhile. */
    @Test
    void aRankThatWasStoppedReadsWhatHasComeBeforeItJudgesAndTakesNoMemberForAStranger() throws Exception {
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                    logged.add(entry.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(Connector.class.getName());
        logger.addHandler(handler);
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        CompletableFuture<String> address = new CompletableFuture<>();
        AddressBook stopping = new AddressBook() {
            @Override
            public void publish(String own) {
                address.complete(own);
            }

            @Override
            public String find(int peer) {
                stopped.countDown();
                awaitQuietly(goesOn);
                return null;
            }
        };
        Identity self = new Identity(1, 3, "1", TwoPorts.SECRET);
        Identity other = new Identity(0, 3, "1", TwoPorts.SECRET);
        try (Connector connector =
                new Connector(self, InetAddress.getLoopbackAddress(), PortRange.ANY, stopping, 30_000, () -> {})) {
            InetSocketAddress at = Connector.parse(address.join());
            try (SocketChannel proves = SocketChannel.open(at);
                    SocketChannel waits = SocketChannel.open(at)) {
                Handshake.Calling calling = new Handshake.Calling(other, proves, 1);
                Handshake.Calling silent = new Handshake.Calling(new Identity(2, 3, "1", TwoPorts.SECRET), waits, 1);
                calling.begin();
                silent.begin();
                ByteBuffer answer = ByteBuffer.allocate(Identity.ANSWER);
                while (answer.hasRemaining()) {
                    assertTrue(proves.read(answer) >= 0);
                }
                connector.connect(2);
                stopped.await();
                assertEquals(Handshake.State.GOES_ON, calling.onMessage(answer.array()));
                Thread.sleep(Connector.UNPROVEN_NS / 1_000_000 + 200);
                goesOn.countDown();
                assertEquals(Handshake.State.PROVEN, calling.onReadable(), "it is welcome though it seems late");
                ByteBuffer end = ByteBuffer.allocate(Identity.ANSWER + 1);
                while (waits.read(end) >= 0) {
                    assertTrue(end.hasRemaining());
                }
            }
        } finally {
            goesOn.countDown();
            logger.removeHandler(handler);
        }
        assertEquals(List.of(), logged);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void portsOfARangeThatAreInUseAreSkippedAndAnExhaustedRangeIsAnError() throws IOException {
        try (TwoPorts two = new TwoPorts();
                ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int first = used.getLocalPort();
            PortRange range = new PortRange(first, Math.min(first + 20, 65_535));
            two.open(0, "1", TwoPorts.SECRET, range);
            int port = Connector.parse(two.book.of(1).find(0)).getPort();
            assertTrue(port > first && port <= range.to(), "port " + port + " of " + range);
            PortRange taken = new PortRange(first, first);
            String why = assertThrows(PortException.class, () -> two.open(1, "1", TwoPorts.SECRET, taken))
                    .getMessage();
            assertTrue(
                    why.startsWith("rank 1 cannot listen on 127.0.0.1: none of the 1 ports " + taken
                            + " (--net-ports) is free; of the first it is said: "),
                    why);
        }
    }
}
