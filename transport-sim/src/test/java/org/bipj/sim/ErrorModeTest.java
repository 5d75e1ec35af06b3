package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What BIP's firmware does about damage ({@code bip.errors}), seen at the port. */
@Timeout(60)
class ErrorModeTest {
    private static final int LONG = 20_000;
    private static final long NAME = 3;

    /** What a rank's port has told it. */
    private static final class Sink implements PacketSink {
        final List<String> told = new ArrayList<>();

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            told.add("packet " + immediate);
            return DONE;
        }

        @Override
        public void onCompletion(long cookie) {
            told.add("sent " + cookie);
        }

        @Override
        public void onReceived(int peer, long cookie, long bytes) {
            told.add("received " + bytes);
        }

        @Override
        public void onDamage(int peer, String what) {
            told.add(what);
        }
    }

    private static Payload payload(byte[] bytes) {
        Payload payload = new Payload(new SegmentCache());
        payload.set(bytes, 0, bytes.length, TypeLayout.BYTE);
        return payload;
    }

    private static void sendPacket(NicPort port, int number) {
        long at = port.claim(1, NicPort.DATA, 8);
        port.commit(1, NicPort.DATA, at, 8, number);
    }

    private interface Sender {
        void run(NicPort port, Runnable pause);
    }

    /** What rank 1 is told until it has heard so much, while rank 0 sends. */
    private static List<String> told(String faults, String mode, int news, byte[] into, Sender sender) {
        SimOptions options = new SimOptions("bip-ppro200", 1, faults, "", List.of("bip.errors=" + mode));
        Sink sink = new Sink();
        try (SimSession session = SimSession.open(2, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                NicPort port = session.job(rank).open();
                if (rank == 0) {
                    session.sleep(0, 1_000_000);
                    sender.run(port, () -> session.sleep(0, 1_000_000));
                    return;
                }
                port.postedReceives().post(NAME, payload(into), into.length, NAME);
                while (sink.told.size() < news) {
                    port.pollOrIdle(sink, 1, 1);
                }
            });
        }
        return sink.told;
    }

    private static void sendFour(NicPort port, Runnable pause) {
        for (int number = 0; number < 4; number++) {
            sendPacket(port, number);
        }
    }

    @Test
    void afterDamageEverythingGoesOnOrNothingDoes() {
        String corrupt = "worm 1 from rank 0 is corrupt: its CRC does not match";
        assertEquals(
                List.of("packet 0", corrupt, "packet 2", "packet 3"),
                told("flip:worm=2", "interrupt", 4, new byte[1], ErrorModeTest::sendFour));
        assertEquals(List.of("packet 0", corrupt), told("flip:worm=2", "end", 2, new byte[1], ErrorModeTest::sendFour));
    }

    @Test
    void aGapIsReportedAndTheWormBehindItIsTaken() {
        assertEquals(
                List.of(
                        "packet 0",
                        "worm 2 from rank 0 is out of sequence; expected 1: the worms between them are lost",
                        "packet 2",
                        "packet 3"),
                told("drop:worm=2", "interrupt", 4, new byte[1], ErrorModeTest::sendFour));
    }

    @Test
    void theReceiveOfALostMessageIsFreeForTheNext() {
        byte[] into = new byte[LONG];
        byte[] lost = new byte[LONG];
        byte[] good = new byte[LONG];
        for (int i = 0; i < LONG; i++) {
            lost[i] = 1;
            good[i] = (byte) i;
        }
        for (String fault : List.of("flip:worm=1", "truncate:worm=1")) {
            List<String> told = told(fault, "interrupt", 2, into, (port, pause) -> {
                port.postedReceives().readySend(1, NAME, payload(lost), LONG, 1);
                // Its pieces are still stored when the next one would come at once.
                pause.run();
                port.postedReceives().readySend(1, NAME, payload(good), LONG, 2);
            });
            assertTrue(told.get(0).startsWith("worm 0 from rank 0 "), told::toString);
            assertEquals("received " + LONG, told.get(1));
            assertArrayEquals(good, into);
        }
    }

    /** The sender's board notices a worm that breaks up under it, each time. */
    @Test
    void eachWormThatIsBrokenUpIsReported() {
        String cuts = "cut@host0:at=1050us,heal@host0:at=1500us,cut@host0:at=3050us,heal@host0:at=3500us";
        for (String mode : List.of("interrupt", "end")) {
            SimOptions options = new SimOptions("bip-ppro200", 1, cuts, "", List.of("bip.errors=" + mode));
            Sink sink = new Sink();
            try (SimSession session = SimSession.open(2, options, SimSession.Listener.NONE)) {
                session.run(rank -> {
                    NicPort port = session.job(rank).open();
                    if (rank == 0) {
                        for (int i = 1; i <= 2; i++) {
                            session.sleep(0, 2_000_000L * i - 1_000_000 - session.clockPs(0) / 1000);
                            port.postedReceives().readySend(1, NAME, payload(new byte[10 * LONG]), 10L * LONG, i);
                        }
                        session.sleep(0, 2_000_000);
                        port.poll(sink, 10);
                    } else {
                        port.postedReceives().post(NAME, payload(new byte[10 * LONG]), 10L * LONG, NAME);
                    }
                });
            }
            assertEquals(mode.equals("end") ? 1 : 2, sink.told.size(), sink.told::toString);
            sink.told.forEach(what -> assertTrue(what.contains("was broken up by the network"), what));
        }
    }

    @Test
    void theModeIsChecked() {
        for (String[] wrong : new String[][] {{"bip.errors=never"}, {"bip.errors=interrupt", "bip.long=request-go"}}) {
            String why = assertThrows(
                            IllegalArgumentException.class,
                            () -> SimSession.open(
                                    2, SimOptions.of("bip-ppro200").with(wrong), SimSession.Listener.NONE))
                    .getMessage();
            assertTrue(why.contains("bip.errors"), why);
        }
    }
}
