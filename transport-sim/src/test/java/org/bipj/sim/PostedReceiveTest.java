package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.sim.kernel.DeadlockException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long messages at the simulated port: which posted receive they find, and what becomes of them if there is none. */
class PostedReceiveTest {
    /** Bytes of a message of some hundred worms, where it goes in several. */
    private static final int LONG = 400_000;

    private static final int MS = 1_000_000;

    /** A rank's port, and what it was told: names are tens of the sender's rank, cookies are names. */
    private static final class Rank implements PacketSink {
        final int me;
        final NicPort port;
        private final SimSession session;
        private final SegmentCache cache = new SegmentCache();
        final Map<Long, byte[]> posted = new HashMap<>();
        final List<String> told = new ArrayList<>();
        /** When messages were there, by name, in microseconds. */
        final Map<Long, Double> us = new HashMap<>();

        Rank(SimSession session, int me) {
            this.session = session;
            this.me = me;
            port = session.job(me).open();
        }

        private Payload payload(byte[] bytes) {
            Payload payload = new Payload(cache);
            payload.set(bytes, 0, bytes.length, TypeLayout.BYTE);
            return payload;
        }

        void post(long name, int bytes) {
            byte[] buffer = new byte[bytes];
            posted.put(name, buffer);
            port.postedReceives().post(name, payload(buffer), bytes, name);
        }

        void send(int to, long name, int bytes) {
            port.postedReceives().readySend(to, name, payload(bytes(name, bytes)), bytes, name);
        }

        void compute(long ns) {
            session.job(me).compute(ns);
        }

        double us() {
            return session.clockPs(me) / 1e6;
        }

        /** Goes on until so much was told. */
        void await(int news) {
            while (told.size() < news) {
                port.pollOrIdle(this, 1, 0);
            }
        }

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            return DONE;
        }

        @Override
        public void onCompletion(long cookie) {
            told.add("sent " + cookie);
        }

        @Override
        public void onReceived(int peer, long cookie, long bytes) {
            told.add("received " + cookie);
            us.put(cookie, us());
            assertArrayEquals(bytes(cookie, (int) bytes), Arrays.copyOf(posted.get(cookie), (int) bytes));
        }

        @Override
        public void onUnposted(int peer, long name, long bytes, long sendCookie) {
            told.add("no receive for " + bytes + " bytes " + name + " of " + peer);
        }

        @Override
        public void onDamage(int peer, String what) {
            told.add("damage of " + peer + ": " + what);
        }
    }

    private static byte[] bytes(long name, int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (31 * name + i + (i >> 8));
        }
        return bytes;
    }

    private interface Program {
        void run(Rank rank);
    }

    /** Sends a long message to rank 0 after a while. */
    private static Program sending(long afterNs, long name) {
        return rank -> {
            rank.compute(afterNs);
            rank.send(0, name, LONG);
            rank.await(1);
        };
    }

    /** Runs a program for each rank; whoever waits for what cannot come does so for ever. */
    private static Rank[] run(String mode, String faults, Program... programs) {
        Rank[] ranks = new Rank[programs.length];
        SimOptions options =
                new SimOptions("bip-ppro200", 1, faults, "", List.of("bip.long=" + mode, "network.blocked-timeout=50"));
        try (SimSession session = SimSession.open(programs.length, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                ranks[rank] = new Rank(session, rank);
                programs[rank].run(ranks[rank]);
            });
        } catch (DeadlockException e) {
            // The tests look at what was told.
        }
        return ranks;
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "request-go"})
    void aMessageWithoutAReceiveOrWithATooShortOneIsToldAndDisturbsNothing(String mode) {
        Rank[] ranks = run(
                mode,
                "",
                rank -> {
                    rank.post(11, LONG - 1);
                    rank.post(12, LONG);
                    rank.await(4);
                    // A receive that was too short stays posted; one that was used does not.
                    assertFalse(rank.port.postedReceives().unpost(12)
                            || rank.port.postedReceives().unpost(10));
                    rank.post(12, 300);
                    assertTrue(rank.port.postedReceives().unpost(11));
                    assertFalse(rank.port.postedReceives().unpost(11));
                    rank.compute(20 * MS);
                    rank.await(5);
                },
                rank -> {
                    rank.compute(10 * MS);
                    rank.send(0, 10, LONG);
                    rank.send(0, 11, LONG);
                    rank.send(0, 10, 300);
                    rank.send(0, 12, LONG);
                    rank.await(1);
                    rank.compute(10 * MS);
                    rank.send(0, 12, 300);
                    rank.await(2);
                });
        assertEquals(
                List.of(
                        "no receive for 400000 bytes 10 of 1",
                        "no receive for 400000 bytes 11 of 1",
                        "no receive for 300 bytes 10 of 1",
                        "received 12",
                        "received 12"),
                ranks[0].told);
        assertEquals(List.of("sent 12", "sent 12"), ranks[1].told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "request-go"})
    void aReceiveWhoseMessageHasBegunToArriveIsNotTakenBack(String mode) {
        Rank[] ranks = run(
                mode,
                "",
                rank -> {
                    rank.post(10, LONG);
                    rank.compute(21 * MS);
                    assertFalse(rank.port.postedReceives().unpost(10));
                    double us = rank.us();
                    rank.await(1);
                    assertTrue(rank.us.get(10L) > us + 500, "there at " + rank.us + ", asked for at " + us);
                },
                sending(20 * MS, 10));
        assertEquals(List.of("received 10"), ranks[0].told);
        assertEquals(List.of("sent 10"), ranks[1].told);
    }

    /** The second message follows so close that the first one's end is still in the board. */
    @Test
    void aReceiveTakesOneMessage() {
        Rank[] ranks = run(
                "stream",
                "",
                rank -> {
                    rank.post(10, LONG);
                    rank.await(2);
                },
                rank -> {
                    rank.compute(30 * MS);
                    rank.send(0, 10, LONG);
                    rank.send(0, 10, 300);
                    rank.await(1);
                });
        assertEquals(
                List.of("no receive for 300 bytes 10 of 1", "received 10"),
                ranks[0].told.stream().sorted().toList());
        assertEquals(List.of("sent 10"), ranks[1].told);
    }

    @Test
    void aLostSenderTakesNoReceive() {
        Rank[] ranks = run(
                "stream",
                "flip@host1-out:worm=1",
                rank -> {
                    rank.post(10, LONG);
                    rank.await(2);
                },
                rank -> {
                    rank.compute(10 * MS);
                    rank.port.claim(0, NicPort.DATA, 8);
                    rank.port.commit(0, NicPort.DATA, 0, 8, 0);
                    rank.send(0, 10, LONG);
                },
                sending(40 * MS, 10));
        assertTrue(ranks[0].told.getFirst().startsWith("damage of 1: "), ranks[0].told.toString());
        assertEquals("received 10", ranks[0].told.get(1));
        assertEquals(List.of("sent 10"), ranks[2].told);
    }

    @Test
    void oneReceiveAtATimeIsPostedUnderAName() {
        Program twice = rank -> {
            rank.post(5, 300);
            rank.post(5, 300);
            rank.port.postedReceives().unpost(5);
        };
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> run("stream", "", twice));
        assertTrue(e.getMessage().contains("a receive is already posted under name 5"), e.getMessage());
    }

    /** Names that a table of them is likely to mix up: few high bits, or few low ones, make the difference. */
    @Test
    void eachMessageFindsTheReceiveOfItsName() {
        long[] names = IntStream.range(0, 400)
                .mapToLong(i -> i % 3 == 0 ? i : i % 3 == 1 ? (long) i << 40 : (long) i << 20)
                .toArray();
        Rank[] ranks = run(
                "stream",
                "",
                rank -> {
                    for (long name : names) {
                        rank.post(name, 300);
                    }
                    // Some in the middle are taken back and posted again.
                    for (int i = 0; i < names.length; i += 3) {
                        assertTrue(rank.port.postedReceives().unpost(names[i]));
                    }
                    for (int i = 0; i < names.length; i += 6) {
                        rank.post(names[i], 300);
                    }
                    rank.await(names.length);
                },
                rank -> {
                    rank.compute(100 * MS);
                    for (long name : names) {
                        rank.send(0, name, 300);
                    }
                });
        List<String> expected = IntStream.range(0, names.length)
                .mapToObj(i -> i % 6 == 3 ? "no receive for 300 bytes " + names[i] + " of 1" : "received " + names[i])
                .sorted()
                .toList();
        assertEquals(expected, ranks[0].told.stream().sorted().toList());
    }

    /** Where one message at a time is put together: another one of the same sender waits, and one of the next. */
    @Test
    void whenASenderIsLostTheNextOnesMessageIsPutTogether() {
        Rank[] ranks = run(
                "request-go",
                "flip@host1-out:worm=60",
                rank -> {
                    rank.post(10, LONG);
                    rank.post(11, 300);
                    rank.post(20, LONG);
                    rank.post(30, LONG);
                    rank.await(3);
                },
                rank -> {
                    rank.compute(30 * MS);
                    rank.send(0, 10, LONG);
                    rank.send(0, 11, 300);
                    rank.await(2);
                },
                sending(30 * MS + MS / 10, 20),
                sending(30 * MS + MS / 5, 30));
        assertTrue(
                ranks[0].told.getFirst().matches("damage of 1: worm \\d+ from rank 1 is corrupt.*"),
                ranks[0].told.toString());
        assertEquals(List.of("received 20", "received 30"), ranks[0].told.subList(1, 3));
    }

    /** Rank 2 sends a worm that is damaged while rank 1's message is put together and rank 3's waits. */
    @Test
    void whenAnotherSenderIsLostNoSecondMessageIsBegun() {
        Program receiver = rank -> {
            rank.post(10, LONG);
            rank.post(30, LONG);
            rank.await(3);
        };
        Program first = sending(30 * MS, 10);
        Program third = sending(30 * MS + MS / 100, 30);
        Program nothing = rank -> {};
        Program disturbing = rank -> {
            rank.compute(31 * MS);
            rank.port.claim(0, NicPort.DATA, 8);
            rank.port.commit(0, NicPort.DATA, 0, 8, 0);
        };
        Rank quiet = run("request-go", "", receiver, first, nothing, third)[0];
        Rank disturbed = run("request-go", "flip@host2-out:worm=1", receiver, first, disturbing, third)[0];
        assertTrue(disturbed.told.getFirst().startsWith("damage of 2: "), disturbed.told.toString());
        assertEquals(List.of("received 10", "received 30"), disturbed.told.subList(1, disturbed.told.size()));
        assertTrue(quiet.us.get(30L) > quiet.us.get(10L) + 3000, "one after the other: " + quiet.us);
        assertEquals(quiet.us.get(10L), disturbed.us.get(10L), 20);
        assertEquals(quiet.us.get(30L), disturbed.us.get(30L), 20);
    }

    private static void sendPackets(Rank rank, int to, int count) {
        for (int sent = 0; sent < count; ) {
            if (rank.port.claim(to, NicPort.DATA, 200) == 0) {
                rank.port.commit(to, NicPort.DATA, 0, 200, 0);
                sent++;
            } else {
                rank.port.pollOrIdle(rank, 1, 0);
            }
        }
    }

    /** A hundred packets and ten long messages are more than boards have slots and buffers for. */
    @ParameterizedTest
    @ValueSource(strings = {"stream", "request-go"})
    void whatALostSenderGoesOnToSendTakesNoRoomFromOthers(String mode) {
        Rank[] ranks = run(
                mode,
                "flip@host1-out:worm=1",
                rank -> {
                    rank.post(20, LONG);
                    rank.await(2);
                },
                rank -> {
                    sendPackets(rank, 0, 100);
                    for (int name = 10; name < 20; name++) {
                        rank.send(0, name, LONG);
                    }
                },
                sending(100 * MS, 20));
        assertTrue(ranks[0].told.getFirst().startsWith("damage of 1: "), ranks[0].told.toString());
        assertEquals("received 20", ranks[0].told.get(1));
        assertEquals(List.of("sent 20"), ranks[2].told);
    }

    /** Rank 0 is stalled, so that the network breaks up all that rank 1 sends to it. */
    @Test
    void whatIsBrokenUpLeavesItsSendersSlotsAndBuffersToOthers() {
        Rank[] ranks = run(
                "stream",
                "stall@host0:for=10s",
                rank -> {},
                rank -> {
                    sendPackets(rank, 0, 30);
                    for (int name = 10; name < 13; name++) {
                        rank.send(0, name, LONG);
                    }
                    rank.send(2, 14, LONG);
                    sendPackets(rank, 2, 30);
                    rank.await(2);
                },
                rank -> {
                    rank.post(14, LONG);
                    rank.await(1);
                });
        assertEquals(List.of("received 14"), ranks[2].told);
        assertTrue(
                ranks[1].told.getFirst().matches("damage of 0: worm \\d+ to rank 0 .* was broken up by the network.*"),
                ranks[1].told.toString());
        assertEquals("sent 14", ranks[1].told.get(1));
    }
}
