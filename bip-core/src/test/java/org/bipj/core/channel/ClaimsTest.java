package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.bipj.core.job.Traffic;
import org.bipj.core.nic.NicPort;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.protocol.CreditWindow;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Mailbox;
import org.bipj.testkit.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Short messages that their senders write in place. */
class ClaimsTest {
    private static final int CLIENT = 3;
    private static final int WINDOW = 4096;
    private static final int CREDITS = WINDOW / CreditWindow.UNIT;
    /** Bytes of a message that costs a quarter of the credits. */
    private static final int QUARTER = WINDOW / 4 - CreditWindow.UNIT;

    private World world;
    private Channel sender;
    private Mailbox receiver;

    private void open(LoopOptions options) {
        world = new World(new LoopFabric(options));
        sender = early(0).channel();
        receiver = early(1);
    }

    private Mailbox early(int rank) {
        Channel channel = world.ports[rank].open(CLIENT, (peer, what) -> {
            throw new AssertionError(what);
        });
        channel.returnCreditsEarly();
        Mailbox mailbox = new Mailbox(channel);
        channel.bind(mailbox);
        return mailbox;
    }

    private static LoopOptions options() {
        return new LoopOptions().packets(2048, 8).eager(1500, WINDOW);
    }

    private boolean send(int bytes, boolean modest, byte fill) {
        long at = sender.claim(1, bytes, modest);
        if (at < 0) {
            assertEquals(NicPort.BACK_PRESSURED, at);
            return false;
        }
        assertEquals(0, at % 8);
        sender.memory(1).asSlice(at, bytes).fill(fill);
        sender.commit(1, at, fill, bytes);
        return true;
    }

    private void assertReceived(int index, int bytes, byte fill) {
        Mailbox.Letter letter = receiver.letters.get(index);
        byte[] expected = new byte[bytes];
        MemorySegment.ofArray(expected).fill(fill);
        assertEquals(fill, letter.envelope);
        assertArrayEquals(expected, letter.bytes());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMessageIsWhatWasWrittenAndAnAbortedOneIsNone(boolean reliable) {
        open(reliable ? options() : options().unreliable(0, 0, 0));
        assertEquals(1500, sender.eagerLimit());
        int messages = 0;
        for (int bytes : new int[] {0, 1, 8, 100, sender.eagerLimit()}) {
            receiver.letters.clear();
            long aborted = sender.claim(1, bytes, false);
            sender.abort(1, aborted);
            assertEquals(0, sender.spent(1));
            assertTrue(send(bytes, false, (byte) 7));
            assertEquals(CreditWindow.cost(bytes), sender.spent(1));
            Traffic traffic = new Traffic();
            sender.addTo(traffic);
            assertEquals(++messages, traffic.sent());
            world.settle();
            assertEquals(1, receiver.letters.size());
            assertReceived(0, bytes, (byte) 7);
            // What the receiver owes travels with a message of its own.
            receiver.channel().trySend(0, 1, world.payload(new byte[0], 0));
            world.settle();
            assertEquals(0, sender.spent(1));
        }
        assertEquals(List.of(), world.errors);
    }

    @Test
    void modestMessagesLeaveHalfOfTheCreditsToOthers() {
        open(options());
        receiver.holding = true;
        assertTrue(sender.isModest(QUARTER));
        assertFalse(sender.isModest(QUARTER + 1));
        assertTrue(send(QUARTER, true, (byte) 1));
        assertTrue(send(QUARTER, true, (byte) 2));
        assertEquals(CREDITS / 2, sender.spent(1));
        assertFalse(send(0, true, (byte) 3), "half is left");
        assertTrue(send(QUARTER, false, (byte) 4));
        assertTrue(send(QUARTER, false, (byte) 5));
        assertEquals(CREDITS, sender.spent(1));
        assertFalse(send(0, false, (byte) 6));
        world.settle();
        assertEquals(4, receiver.letters.size());
        // A quarter of the window goes back at once.
        receiver.letters.getFirst().take();
        world.settle();
        assertEquals(CREDITS - CREDITS / 4, sender.spent(1));
        assertEquals(0, receiver.channel().owed(0));
        receiver.takeAll();
        world.settle();
        assertEquals(0, sender.spent(1));
    }

    @Test
    void aLongMessageIsNotModest() {
        open(new LoopOptions().packets(512, 8).eager(256, WINDOW));
        assertTrue(sender.isModest(256));
        assertFalse(sender.isModest(257));
    }

    /** A claim must not overtake sends that wait, nor take room that is not there. */
    @Test
    void whereThereIsNoRoomNothingIsClaimed() {
        open(new LoopOptions().packets(512, 2).eager(256, 1 << 16));
        assertTrue(send(1, false, (byte) 1));
        assertTrue(send(1, false, (byte) 2));
        int spent = sender.spent(1);
        assertFalse(send(1, false, (byte) 3));
        assertEquals(spent, sender.spent(1));
        SendOp queued = new SendOp(new SegmentCache());
        queued.set(new byte[8], 0, 8, TypeLayout.BYTE);
        sender.post(queued, 1, 4, true);
        assertFalse(queued.isDone());
        receiver.channel().progress();
        assertFalse(send(1, false, (byte) 5), "a send waits");
        world.settle();
        assertTrue(queued.isDone());
        assertTrue(send(1, false, (byte) 6));
        world.settle();
        assertEquals(
                List.of(1L, 2L, 4L, 6L),
                receiver.letters.stream().map(letter -> letter.envelope).toList());
    }

    /** Others return credits once half of the window is owed. */
    @Test
    void withoutAskingCreditsComeBackLater() {
        world = new World(new LoopFabric(options()));
        Channel plain = world.channels[0];
        assertTrue(plain.trySend(1, 1, world.payload(new byte[QUARTER], QUARTER)));
        world.settle();
        assertEquals(CREDITS / 4, plain.spent(1));
        assertEquals(CREDITS / 4, world.channels[1].owed(0));
        assertTrue(plain.trySend(1, 1, world.payload(new byte[QUARTER], QUARTER)));
        world.settle();
        assertEquals(0, plain.spent(1));
        assertEquals(0, plain.owed(1));
    }
}
