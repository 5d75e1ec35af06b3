package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One sender, step by step. */
class GoBackSenderTest {
    private static final long TIMEOUT = 500;

    private final List<String> outcomes = new ArrayList<>();

    private final GoBackSender.Outcome outcome = new GoBackSender.Outcome() {
        @Override
        public void acknowledged(int flow, int packet) {
            outcomes.add("acknowledged " + packet);
        }

        @Override
        public void unreachable(int flow, int packet) {
            outcomes.add("unreachable " + packet);
        }
    };

    private static GoBackSender sender(int window, int tries, int packets) {
        GoBackSender sender = new GoBackSender(2, window, TIMEOUT, tries);
        for (int packet = 0; packet < packets; packet++) {
            assertTrue(sender.post(0, packet));
        }
        return sender;
    }

    @Test
    void theSmallestSenderHasOneOfEach() {
        GoBackSender sender = new GoBackSender(1, 1, 1, 1);
        assertFalse(sender.isPending(0));
        assertTrue(sender.hasRoom(0));
        assertTrue(sender.post(0, 7));
        assertTrue(sender.isPending(0));
        assertFalse(sender.hasRoom(0), "a second packet has to wait");
        assertThrows(IllegalArgumentException.class, () -> new GoBackSender(1, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new GoBackSender(1, 1, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new GoBackSender(1, 1, 1, 0));
    }

    @Test
    void packetsThatWereNeverTransmittedAreCounted() {
        GoBackSender sender = sender(2, 3, 3);
        assertEquals(3, sender.waiting());
        assertFalse(sender.isAgain(0));
        assertEquals(0, sender.transmit(0, 0));
        assertEquals(2, sender.waiting());
        assertEquals("3 packets not acknowledged, 0 of 1 transmissions were repetitions", sender.toString());
    }

    /** The receiver had no buffer for the first packet, and has one now. */
    @Test
    void aRequestWithoutNewsRepeatsTheWindow() {
        GoBackSender sender = sender(2, 3, 2);
        sender.transmit(0, 0);
        sender.transmit(0, 10);
        assertFalse(sender.isReady(0));
        sender.again(0, 0, 100, outcome);
        assertTrue(sender.isReady(0));
        assertTrue(sender.isAgain(0));
        assertEquals(0, sender.next(0));
        assertEquals(Deadlines.NEVER, sender.deadline(), "nothing is under way");
        assertEquals(0, sender.transmit(0, 300));
        assertEquals(300 + TIMEOUT, sender.deadline());
        assertEquals(List.of(), outcomes);
    }

    @Test
    void anOldRequestRepeatsNothing() {
        GoBackSender sender = sender(2, 3, 2);
        sender.transmit(0, 0);
        sender.transmit(0, 0);
        assertTrue(sender.acknowledge(0, 1, 50, outcome));
        sender.again(0, 0, 60, outcome);
        assertFalse(sender.isReady(0));
        assertTrue(sender.hasRoom(0), "one of two is acknowledged");
        assertEquals(List.of("acknowledged 0"), outcomes);
    }

    @Test
    void aSilentReceiverIsUnreachableAfterSoManyTimeouts() {
        GoBackSender sender = sender(2, 2, 3);
        sender.transmit(0, 0);
        sender.expire(TIMEOUT, outcome);
        assertFalse(sender.isUnreachable(0));
        assertEquals(0, sender.ready());
        sender.transmit(0, TIMEOUT);
        sender.expire(10 * TIMEOUT, outcome);
        assertTrue(sender.isUnreachable(0));
        assertEquals(GoBackSender.NONE, sender.ready(), "its packets wait no more");
        assertEquals(List.of("unreachable 0", "unreachable 1", "unreachable 2"), outcomes);
        assertEquals(0, sender.waiting());
        assertFalse(sender.post(0, 3));
        assertTrue(sender.post(1, 4), "another receiver");
        assertEquals(1, sender.ready());
    }
}
