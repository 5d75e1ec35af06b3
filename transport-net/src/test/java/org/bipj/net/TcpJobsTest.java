package org.bipj.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.bipj.core.job.family.Connections;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.PortRange;
import org.bipj.net.tcp.DoorCall;
import org.bipj.net.tcp.TcpPort;
import org.bipj.shm.link.FarJobs;
import org.bipj.testkit.BlockedPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ranks of different jobs that meet over TCP, each of which is the only one of its job here; one thread steps all. */
class TcpJobsTest {
    private static final String SECRET = "00112233445566778899aabbccddeeff";
    private static final String DOOR = "door-0-0";

    private static final long LIMIT_NS = 10_000_000_000L;

    private final List<Side> sides = new ArrayList<>();
    private int timeoutMs = 30_000;

    /** A rank of a job of three. */
    private final class Side implements PacketSink {
        final String job;
        final TcpJobs jobs;
        final TcpPort port;
        final List<String> packets = new ArrayList<>();
        final List<String> failures = new ArrayList<>();
        final ConcurrentLinkedQueue<String> ended = new ConcurrentLinkedQueue<>();

        Side(String job, int rank, int secret) {
            this.job = job;
            byte[] ofJob = new byte[32];
            Arrays.fill(ofJob, (byte) secret);
            FarJobs.Introduction own = new FarJobs.Introduction(job, 3, ofJob, 0, 0);
            port = TcpJobsProvider.open(
                    new TcpPort.Setup(
                            rank,
                            3,
                            InetAddress.getLoopbackAddress(),
                            PortRange.ANY,
                            "1",
                            new byte[32],
                            true,
                            timeoutMs,
                            200),
                    own);
            jobs = new TcpJobs(new FarJobs.Setup(rank, rank, own, true, other -> null, ended::add), port);
            sides.add(this);
        }

        String name(int rank) {
            return job + " " + rank + "-" + rank;
        }

        String letter(int rank) {
            return jobs.letter(name(rank), List.of(jobs.listen()));
        }

        void send(int peer, String text) {
            byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            long at = port.claim(peer, NicPort.DATA, bytes.length);
            assertTrue(at >= 0);
            MemorySegment.copy(MemorySegment.ofArray(bytes), 0, port.memory(peer, NicPort.DATA), at, bytes.length);
            port.commit(peer, NicPort.DATA, at, bytes.length, 0);
        }

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            packets.add(peer + ":"
                    + new String(
                            memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE),
                            java.nio.charset.StandardCharsets.UTF_8));
            return DONE;
        }

        @Override
        public void onCompletion(long cookie) {}

        @Override
        public void onFailure(int peer, String why, boolean unsent) {
            failures.add(why);
        }
    }

    @AfterEach
    void close() {
        sides.forEach(side -> side.port.close());
    }

    private void until(BooleanSupplier isDone) {
        long end = System.nanoTime() + LIMIT_NS;
        while (!isDone.getAsBoolean()) {
            assertTrue(System.nanoTime() - end < 0, "not within 10 s");
            sides.forEach(side -> side.port.poll(side, 64));
            Thread.onSpinWait();
        }
    }

    private <T> T await(Supplier<T> poll) {
        List<T> found = new ArrayList<>();
        until(() -> {
            T next = poll.get();
            if (next != null) {
                found.add(next);
            }
            return next != null;
        });
        return found.getFirst();
    }

    /** What a guest leaves at a door, while it waits for an answer. */
    private Connections.Guest guest(Connections.Door door, Connections.Calling call) {
        return await(() -> {
            assertNull(call.poll());
            return door.called();
        });
    }

    /** Both have attached each other's job, with rank 0 at the number 3. */
    private void meet(Side host, Side guest, int hostRank, int guestRank) {
        Connections.Door door = host.jobs.openDoor(DOOR, SECRET);
        Connections.Calling call = guest.jobs.call(door.name(), DOOR, SECRET, guest.letter(guestRank));
        Connections.Guest called = guest(door, call);
        String letter = called.letter();
        assertTrue(host.jobs.isLetter(letter));
        called.answer("tag\n" + host.letter(hostRank));
        String[] answer = await(call::poll).split("\n", 2);
        assertEquals("tag", answer[0]);
        attach(host, guest, host.jobs.seal(letter), guestRank);
        attach(guest, host, guest.jobs.seal(answer[1]), hostRank);
        door.close();
    }

    private static void attach(Side side, Side other, String sealed, int rank) {
        assertEquals(other.name(rank), side.jobs.read(sealed));
        int first = side.port.size();
        assertEquals(3, side.jobs.attach(other.job, first));
        assertEquals(rank, side.jobs.host(first + rank), "the number of the host");
    }

    @Test
    void ranksOfTwoJobsMeetExchangeMessagesAndPart() {
        Side host = new Side("a", 1, 1);
        Side guest = new Side("b", 2, 2);
        for (int round = 0; round < 3; round++) {
            meet(host, guest, 1, 2);
            // Both may begin: one connection serves. The numbers of a job that is met again are others.
            int first = 3 + 3 * round;
            host.send(first + 2, "to guest " + round);
            guest.send(first + 1, "to host " + round);
            int messages = round + 1;
            until(() -> host.packets.size() == messages && guest.packets.size() == messages);
            assertEquals(first + 2 + ":to host " + round, host.packets.getLast());
            assertEquals(first + 1 + ":to guest " + round, guest.packets.getLast());
            host.jobs.detach("b");
            guest.jobs.detach("a");
            assertFalse(host.jobs.isIntroduced("b"));
        }
        assertEquals(List.of(), host.failures);
        assertEquals(List.of(), guest.failures);
        assertTrue(host.ended.isEmpty() && guest.ended.isEmpty());
    }

    /** One is in its call before the other has attached its job: it tries again. */
    @Test
    void aRankThatIsConnectedWithLaterIsCalledUntilThen() {
        Side host = new Side("a", 0, 1);
        Side guest = new Side("b", 0, 2);
        String toHost = host.jobs.seal(host.letter(0));
        assertThrows(PortException.class, () -> guest.jobs.read(toHost), "a letter of a job that it knows nothing of");
        Connections.Door door = host.jobs.openDoor(DOOR, SECRET);
        Connections.Calling call = guest.jobs.call(door.name(), DOOR, SECRET, guest.letter(0));
        Connections.Guest called = guest(door, call);
        String letter = called.letter();
        called.answer("tag\n" + host.letter(0));
        String answer = await(call::poll);
        attach(guest, host, guest.jobs.seal(answer.substring(4)), 0);
        guest.send(3, "early");
        long since = System.nanoTime();
        until(() -> System.nanoTime() - since > 50_000_000);
        assertEquals(List.of(), host.packets);
        attach(host, guest, host.jobs.seal(letter), 0);
        until(() -> !host.packets.isEmpty());
        assertEquals(List.of("3:early"), host.packets);
    }

    /** A third job gets to know one of two that are connected by a letter of the other. */
    @Test
    void aLetterIsPassedOnToThoseThatDoNotKnowItsWriter() {
        Side one = new Side("a", 0, 1);
        Side two = new Side("b", 1, 2);
        Side three = new Side("c", 2, 3);
        meet(one, two, 0, 1);
        meet(two, three, 1, 2);
        String sealed = one.jobs.seal(one.letter(0));
        assertThrows(PortException.class, () -> three.jobs.read(sealed));
        assertEquals(one.name(0), three.jobs.read(two.jobs.pass(sealed)));
        three.jobs.attach("a", 6);
        String back = three.jobs.seal(three.letter(2));
        assertEquals(three.name(2), one.jobs.read(two.jobs.pass(back)));
        one.jobs.attach("c", 6);
        three.send(6, "hello");
        until(() -> !one.packets.isEmpty());
        assertEquals(List.of("8:hello"), one.packets);
    }

    @Test
    void aJobThatEndsOtherwiseHasFailed() {
        Side host = new Side("a", 1, 1);
        Side guest = new Side("b", 2, 2);
        meet(host, guest, 1, 2);
        guest.port.close();
        sides.remove(guest);
        until(() -> !host.ended.isEmpty());
        assertEquals("the job b, which it is connected with, has failed", host.ended.peek());
    }

    /** However short the time since it was kept: the thread that watches it may not have looked at it yet. */
    @Test
    void aConnectionThatIsKeptEndsWithItsPort() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            for (int round = 0; round < 50; round++) {
                Side side = new Side("a", 0, 1);
                SocketChannel kept = SocketChannel.open(server.getLocalAddress());
                kept.configureBlocking(false);
                try (SocketChannel other = server.accept()) {
                    other.configureBlocking(false);
                    side.port.keep(kept, () -> {});
                    side.port.close();
                    ByteBuffer end = ByteBuffer.allocate(1);
                    until(() -> read(other, end) < 0);
                }
            }
        }
    }

    private static int read(SocketChannel channel, ByteBuffer to) {
        try {
            return channel.read(to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String failure(Connections.Calling call) {
        return assertThrows(PortException.class, () -> {
                    long end = System.nanoTime() + LIMIT_NS;
                    while (call.poll() == null) {
                        assertTrue(System.nanoTime() - end < 0, "not within 10 s");
                        Thread.onSpinWait();
                    }
                })
                .getMessage();
    }

    @Test
    void aDoorTakesOnlyThoseWhoKnowItsSecret() {
        Side host = new Side("a", 1, 1);
        Side guest = new Side("b", 2, 2);
        Connections.Door door = host.jobs.openDoor(DOOR, SECRET);
        String at = "the port at " + door.name();
        String wrong = SECRET.replace('0', '1');
        assertEquals(
                at + " has another secret than the name",
                failure(guest.jobs.call(door.name(), DOOR, wrong, guest.letter(2))));
        assertEquals(at + " is closed", failure(guest.jobs.call(door.name(), "door-0-7", SECRET, guest.letter(2))));
        assertNull(door.called());
        Connections.Calling waiting = guest.jobs.call(door.name(), DOOR, SECRET, guest.letter(2));
        assertNotNull(guest(door, waiting));
        door.close();
        assertTrue(failure(waiting).startsWith(at + " was closed, or its process has ended"));
    }

    /** Whoever asks leaves nothing: the next guest is served. */
    @Test
    void itIsFoundOutWhetherAProcessIsStillAtItsDoor() {
        Side host = new Side("a", 1, 1);
        Side guest = new Side("b", 2, 2);
        Connections.Door door = host.jobs.openDoor(DOOR, SECRET);
        String at = door.name();
        assertTrue(isAnswered(at, DOOR, SECRET));
        assertNull(door.called());
        assertFalse(isAnswered(at, "door-0-7", SECRET), "no such door");
        assertFalse(isAnswered(at, DOOR, SECRET.replace('0', '1')), "another process that has the number now");
        assertNotNull(guest(door, guest.jobs.call(at, DOOR, SECRET, guest.letter(2))));
        door.close();
        assertFalse(isAnswered(at, DOOR, SECRET), "a closed door");
        host.port.close();
        sides.remove(host);
        assertFalse(isAnswered(at, DOOR, SECRET), "nobody");
    }

    private static boolean isAnswered(String at, String door, String secret) {
        return DoorCall.isAnswered(at, door, HexFormat.of().parseHex(secret), "1", 10);
    }

    @Test
    void aGroupThatCannotConnectSaysWhy() {
        Side host = new Side("a", 1, 1);
        Side guest = new Side("b", 2, 2);
        Connections.Door door = host.jobs.openDoor(DOOR, SECRET);
        Connections.Calling call = guest.jobs.call(door.name(), DOOR, SECRET, guest.letter(2));
        Connections.Guest called = guest(door, call);
        called.answer("!rank 1 has no network");
        assertEquals("the other group cannot connect: rank 1 has no network", failure(call));
    }

    @Test
    void aPortThatNobodyAnswersIsAnErrorAfterSomeTime() throws IOException {
        timeoutMs = 1000;
        Side guest = new Side("b", 2, 2);
        try (BlockedPort blocked = new BlockedPort()) {
            String why = failure(guest.jobs.call(blocked.address(), DOOR, SECRET, guest.letter(2)));
            assertTrue(why.startsWith("the port at " + blocked.address() + " has not answered for 1 s"), why);
            assertTrue(why.endsWith("is a firewall in between?"), why);
        }
        String at;
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            at = "127.0.0.1:" + silent.getLocalPort();
            assertEquals(
                    "the port at " + at + " has taken the call, but not answered for 1 s: is its process stopped?",
                    failure(guest.jobs.call(at, DOOR, SECRET, guest.letter(2))));
        }
        String why =
                failure(() -> guest.jobs.call(at, DOOR, SECRET, guest.letter(2)).poll());
        assertTrue(why.startsWith("the port is closed, or its process has ended: nobody listens at " + at), why);
    }

    @Test
    void whatIsNoLetterIsRefusedByName() {
        Side one = new Side("a", 0, 1);
        assertThrows(PortException.class, () -> one.jobs.read("letter"));
        String sealed = one.jobs.seal(one.letter(0));
        assertThrows(PortException.class, () -> one.jobs.read(sealed.replaceFirst("letter ....", "letter AAAA")));
        assertThrows(PortException.class, () -> one.jobs.read(one.jobs.seal("letter\nthese are no names")));
        assertEquals(one.name(0), one.jobs.read(sealed), "an own letter");
    }
}
