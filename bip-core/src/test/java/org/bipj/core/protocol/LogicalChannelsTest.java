package org.bipj.core.protocol;

import static org.bipj.core.protocol.ReceiveChannels.Verdict.DUPLICATE;
import static org.bipj.core.protocol.ReceiveChannels.Verdict.NEW;
import static org.bipj.core.protocol.ReceiveChannels.Verdict.STALE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.protocol.ReceiveChannels.Verdict;
import org.junit.jupiter.api.Test;

/** The cases of the virtual networks paper, section 4, one by one. */
class LogicalChannelsTest {
    private static final int PEER = 1;
    private static final int QUANTUM = 10;
    private static final int TRIES = 3;

    private final SendChannels<String> sender = new SendChannels<>(2, 2, 4, TRIES);
    private final ReceiveChannels receiver = new ReceiveChannels(2, 8);
    private final List<String> decisions = new ArrayList<>();
    private long now;

    /** A packet as it travels. */
    private record Packet(int channel, int epoch, int bit, int stamp) {}

    private Packet packet(int channel) {
        return new Packet(channel, sender.epoch(PEER, channel), sender.bit(PEER, channel), sender.stamp(PEER, channel));
    }

    private Packet send(int channel, String what) {
        sender.send(PEER, channel, what, now);
        return packet(channel);
    }

    private Verdict check(Packet packet) {
        return receiver.check(PEER, packet.channel, packet.epoch, packet.bit, packet.stamp);
    }

    private void accept(Packet packet) {
        assertEquals(NEW, check(packet));
        receiver.accept(PEER, packet.channel, packet.epoch, packet.bit, packet.stamp);
        receiver.answer(PEER, packet.channel, 0);
    }

    private List<String> scan() {
        now += QUANTUM;
        decisions.clear();
        sender.scan(now, QUANTUM, new SendChannels.Overdue<>() {
            @Override
            public void again(int peer, int channel, String packet) {
                decisions.add("again " + packet);
            }

            @Override
            public void unreachable(int peer, int channel, String packet) {
                decisions.add("unreachable " + packet);
            }
        });
        return List.copyOf(decisions);
    }

    @Test
    void eachKindHasChannelsOfItsOwnAndEachChannelOnePacket() {
        for (int i = 0; i < 4; i++) {
            assertEquals(i, sender.free(PEER, 0));
            send(i, "request " + i);
        }
        assertEquals(SendChannels.NONE, sender.free(PEER, 0));
        assertEquals(4, sender.free(PEER, 1), "a reply never waits for requests");
        assertEquals(0, sender.free(0, 0), "another peer");
        assertThrows(IllegalStateException.class, () -> send(2, "a second one"));
        assertEquals("request 2", sender.acknowledged(PEER, 2, sender.stamp(PEER, 2)));
        assertEquals(2, sender.free(PEER, 0));
        assertEquals(3, sender.outstanding());
    }

    @Test
    void aLostAckIsRepeatedForTheDuplicate() {
        Packet first = send(0, "a");
        accept(first);
        assertEquals(List.of("again a"), scan());
        Packet second = packet(0);
        assertEquals(DUPLICATE, check(second));
        assertEquals(0, receiver.answer(PEER, 0));
        assertEquals("a", sender.acknowledged(PEER, 0, receiver.stamp(PEER, 0)));
        assertEquals(List.of(), scan());
        accept(send(0, "b"));
    }

    @Test
    void aPacketOnItsWayIntoTheEndpointHasNoAnswerYet() {
        Packet first = send(0, "a");
        assertEquals(NEW, check(first));
        receiver.accept(PEER, 0, first.epoch, first.bit, first.stamp);
        assertEquals(ReceiveChannels.PENDING, receiver.answer(PEER, 0));
        scan();
        assertEquals(DUPLICATE, check(packet(0)));
        assertEquals(ReceiveChannels.PENDING, receiver.answer(PEER, 0));
        receiver.answer(PEER, 0, 7);
        assertEquals(7, receiver.answer(PEER, 0));
        assertEquals(packet(0).stamp, receiver.stamp(PEER, 0), "the answer is one to the latest transmission");
    }

    @Test
    void aNackKeepsThePeerReachable() {
        send(0, "a");
        for (int i = 0; i < 10 * TRIES; i++) {
            assertEquals(List.of("again a"), scan());
            assertTrue(sender.refused(PEER, 0, sender.stamp(PEER, 0)));
        }
        for (int i = 0; i < TRIES; i++) {
            assertEquals(List.of("again a"), scan());
        }
        assertEquals(List.of("unreachable a"), scan());
        assertEquals(0, sender.outstanding());
    }

    @Test
    void whatIsNotOverdueIsNotSentAgain() {
        send(0, "a");
        now += QUANTUM / 2;
        send(1, "b");
        now -= QUANTUM / 2;
        assertEquals(List.of("again a"), scan());
    }

    /** A stale ACK must not free the channel of a later packet with the same bit. */
    @Test
    void staleAckRace() {
        Packet a = send(0, "a");
        accept(a);
        scan();
        Packet again = packet(0);
        assertEquals("a", sender.acknowledged(PEER, 0, a.stamp));
        accept(send(0, "b"));
        assertEquals("b", sender.acknowledged(PEER, 0, sender.stamp(PEER, 0)));
        Packet c = send(0, "c");
        assertEquals(a.bit, c.bit);
        assertNull(sender.acknowledged(PEER, 0, again.stamp), "the ACK of the second transmission of a");
        assertNull(sender.acknowledged(PEER, 0, a.stamp), "the same ACK twice");
        assertEquals("c", sender.acknowledged(PEER, 0, c.stamp));
    }

    /**
     * The old NACK of a first transmission arrives after the second one has left, which will be accepted: the endpoint
     * must not be unloaded by it (section 4.4.4).
     */
    @Test
    void staleNackRace() {
        Packet first = send(0, "a");
        scan();
        Packet second = packet(0);
        accept(second);
        assertFalse(sender.refused(PEER, 0, first.stamp));
        assertFalse(sender.isSettled(PEER, 0, now));
        assertThrows(IllegalStateException.class, () -> sender.withdraw(PEER, 0, now));
        assertEquals("a", sender.acknowledged(PEER, 0, second.stamp));
        assertTrue(sender.isSettled(PEER, 0, now));
    }

    @Test
    void theNackOfTheLatestTransmissionSettlesAPacket() {
        send(0, "a");
        scan();
        assertTrue(sender.refused(PEER, 0, sender.stamp(PEER, 0)));
        assertTrue(sender.isSettled(PEER, 0, now));
        assertEquals("a", sender.withdraw(PEER, 0, now));
        assertNull(sender.withdraw(PEER, 0, now));
        accept(send(0, "b"));
        assertEquals("b", sender.acknowledged(PEER, 0, sender.stamp(PEER, 0)));
        accept(send(0, "a"));
    }

    /** A transmission on the earlier route may still be under way, and would be accepted although the latest was refused. */
    @Test
    void noPacketIsSettledUntilTheEarlierRouteIsEmpty() {
        send(0, "a");
        sender.rerouted(PEER, now + 100);
        scan();
        assertTrue(sender.refused(PEER, 0, sender.stamp(PEER, 0)));
        long emptyAt = now - QUANTUM + 100;
        assertFalse(sender.isSettled(PEER, 0, emptyAt - 1));
        assertThrows(IllegalStateException.class, () -> sender.withdraw(PEER, 0, emptyAt - 1));
        assertEquals("a", sender.withdraw(PEER, 0, emptyAt));
        assertTrue(sender.isSettled(PEER, 0, 0), "free");
    }

    @Test
    void aNewTransmissionUnsettlesAPacket() {
        send(0, "a");
        assertTrue(sender.refused(PEER, 0, sender.stamp(PEER, 0)));
        scan();
        assertFalse(sender.isSettled(PEER, 0, now));
    }

    /** After silence the receiver may have accepted the packet or not: the next one starts a new epoch. */
    @Test
    void anUninitialisedChannelStartsANewEpoch() {
        Packet lost = send(0, "a");
        accept(lost);
        while (sender.outstanding() > 0) {
            scan();
        }
        Packet b = send(0, "b");
        assertEquals(lost.bit, b.bit, "without epochs this would be taken for a duplicate");
        accept(b);
        assertEquals(STALE, check(lost), "what is left of the old epoch");
        assertNull(sender.acknowledged(PEER, 0, lost.stamp));
        assertEquals("b", sender.acknowledged(PEER, 0, b.stamp));
    }

    /** A changed route may be shorter: an old copy arrives behind packets that were sent later. */
    @Test
    void aCopyThatWasOvertakenIsStale() {
        Packet a = send(0, "a");
        scan();
        Packet again = packet(0);
        accept(a);
        assertEquals("a", sender.acknowledged(PEER, 0, a.stamp));
        accept(send(0, "b"));
        assertEquals("b", sender.acknowledged(PEER, 0, sender.stamp(PEER, 0)));
        assertEquals(STALE, check(again), "it has the bit that is expected next");
    }

    @Test
    void aPeersChannelsAreItsOwnAndThoseOfAKindToo() {
        for (int channel = 4; channel < 8; channel++) {
            assertEquals(channel, sender.free(PEER, 1));
            sender.send(PEER, channel, "p" + channel, now);
        }
        assertEquals(SendChannels.NONE, sender.free(PEER, 1));
        assertEquals(0, sender.free(PEER, 0), "the other kind");
        assertEquals(4, sender.free(0, 1), "the other peer");
        assertEquals("4 packets not acknowledged, by peer [0, 4]", sender.toString());
        assertEquals("p5", sender.acknowledged(PEER, 5, sender.stamp(PEER, 5)));
        assertEquals(5, sender.free(PEER, 1));
        assertEquals("3 packets not acknowledged, by peer [0, 3]", sender.toString());
        receiver.accept(0, 7, 1, 0, 1);
        assertEquals(NEW, receiver.check(1, 7, 1, 0, 1));
        assertEquals(STALE, receiver.check(0, 7, 1, 0, 1), "the same transmission once more");
    }

    @Test
    void theNextPacketHasTheOtherBitInTheSameEpoch() {
        Packet a = send(0, "a");
        assertEquals("a", sender.acknowledged(PEER, 0, a.stamp));
        Packet b = send(0, "b");
        assertEquals(1 - a.bit, b.bit);
        assertEquals(a.epoch, b.epoch);
        assertFalse(sender.refused(PEER, 0, a.stamp), "an answer to the packet before");
        assertNull(sender.acknowledged(PEER, 0, a.stamp));
        assertNull(sender.acknowledged(PEER, 0, b.stamp + 1), "nothing was sent with that stamp");
        assertFalse(sender.isSettled(PEER, 0, now));
        assertTrue(sender.refused(PEER, 0, b.stamp));
        assertTrue(sender.isSettled(PEER, 0, -1), "no route has changed at any time");
    }
}
