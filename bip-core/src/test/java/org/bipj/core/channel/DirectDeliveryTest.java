package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Mailbox;
import org.bipj.testkit.World;
import org.junit.jupiter.api.Test;

/** Messages of one rank that are looked for before others, on ports that show packets. */
class DirectDeliveryTest {
    private static final int OTHER = 3;

    private final World world = new World(new LoopFabric(
            new LoopOptions().ranks(3).packets(512, 8).eager(256, 1 << 16).shown()));
    private final Channel receiver = world.channels[0];
    private final Mailbox mailbox = world.mailboxes[0];

    private void send(Channel from, long envelope) {
        assertTrue(from.trySend(0, envelope, world.payload(new byte[8], 8)));
    }

    private List<Long> delivered() {
        return mailbox.letters.stream().map(letter -> letter.envelope).toList();
    }

    @Test
    void onlyPortsThatShowWholePacketsAreReceivedFromDirectly() {
        assertTrue(receiver.receivesDirectly());
        assertFalse(new World(new LoopFabric(new LoopOptions())).channels[0].receivesDirectly());
        LoopOptions lossy = new LoopOptions().shown().unreliable(0, 0, 0);
        assertFalse(new World(new LoopFabric(lossy)).channels[0].receivesDirectly());
    }

    @Test
    void theNextShortMessageOfARankIsDelivered() {
        assertFalse(receiver.deliverNext(1), "nothing has come");
        send(world.channels[2], 21);
        send(world.channels[1], 11);
        send(world.channels[1], 12);
        assertFalse(receiver.deliverNext(0), "of itself");
        assertTrue(receiver.deliverNext(1));
        assertTrue(receiver.deliverNext(1));
        assertFalse(receiver.deliverNext(1));
        assertEquals(List.of(11L, 12L), delivered());
        assertEquals(8, mailbox.letters.getFirst().bytes().length);
        world.settle();
        assertEquals(List.of(11L, 12L, 21L), delivered());
        world.checkAtRest();
    }

    @Test
    void messagesOfOthersAndLongOnesAreLeftToPolls() {
        Mailbox other = world.bind(0, OTHER);
        send(world.bind(1, OTHER).channel(), 31);
        assertFalse(receiver.deliverNext(1), "of another client");
        world.settle();
        world.post(1, 0, 12, new byte[1000], false);
        assertFalse(receiver.deliverNext(1), "a long one");
        world.settle();
        assertEquals(List.of(12L), delivered());
        assertEquals(1, other.letters.size());
    }

    /** A message that the client throws at is over, so that the next one comes. */
    @Test
    void aMessageIsTakenWhateverTheClientDoes() {
        send(world.channels[1], 11);
        send(world.channels[1], 12);
        mailbox.onLetter = letter -> {
            throw new IllegalStateException("at " + letter.envelope);
        };
        assertThrows(IllegalStateException.class, () -> receiver.deliverNext(1));
        mailbox.onLetter = letter -> {};
        assertTrue(receiver.deliverNext(1));
        assertEquals(List.of(11L, 12L), delivered());
    }

    @Test
    void progressElsewhereLeavesTheMessagesOfOneRank() {
        for (int clients = 1; clients <= 2; clients++) {
            mailbox.letters.clear();
            send(world.channels[1], 11);
            send(world.channels[2], 21);
            assertEquals(1, receiver.progressElsewhere(1));
            for (int i = 0; i < 20; i++) {
                assertEquals(0, receiver.progressElsewhere(1));
            }
            assertEquals(List.of(21L), delivered());
            assertEquals(8, receiver.tryReceive(1, 11, -1, world.payload(new byte[8], 8)));
            // What waits to be sent is sent meanwhile.
            SendOp[] ops = new SendOp[20];
            for (int i = 0; i < ops.length; i++) {
                ops[i] = world.post(0, 2, i, new byte[8], false);
            }
            assertFalse(ops[19].isDone());
            for (int i = 0; i < 20; i++) {
                world.channels[2].progress();
                receiver.progressElsewhere(1);
            }
            assertTrue(ops[19].isDone());
            world.settle();
            if (clients == 1) {
                world.bind(0, OTHER);
            }
        }
    }

    // ---- when to look ------------------------------------------------------------------------------------------

    private static int dueInARow(NextMessage next) {
        int n = 0;
        while (n < 1000 && next.isDue()) {
            n++;
        }
        return n;
    }

    @Test
    void looksAreDueOnceAMessageHasComeAndAPollComesInBetween() {
        NextMessage next = new NextMessage(receiver);
        assertFalse(next.isDue(), "no rank has sent anything");
        next.came(1);
        assertEquals(16, dueInARow(next));
        assertEquals(16, dueInARow(next), "others have had their turn");
        send(world.channels[1], 11);
        assertTrue(next.isDue());
        next.deliver();
        assertEquals(List.of(11L), delivered());
        next.came(2);
        send(world.channels[1], 12);
        send(world.channels[2], 21);
        next.deliver();
        assertEquals(List.of(11L, 21L), delivered());
    }

    @Test
    void whereItIsNotPossibleOrSomethingWaitsToBeSentNoneIsDue() {
        NextMessage never = new NextMessage(new World(new LoopFabric(new LoopOptions())).channels[0]);
        never.came(1);
        assertFalse(never.isDue());
        NextMessage next = new NextMessage(receiver);
        next.came(0);
        for (int i = 0; receiver.isFlushed() && i < 100; i++) {
            world.post(0, 1, 1, new byte[8], false);
        }
        assertFalse(next.isDue());
        world.settle();
        assertTrue(next.isDue());
    }

    /** Messages come that cannot be seen in advance: looks would be wasted. */
    @Test
    void afterSomeMissesLooksPauseOncePollsHaveFoundMessages() {
        NextMessage next = new NextMessage(receiver);
        next.came(1);
        for (int i = 0; i < 2; i++) {
            next.deliver();
        }
        next.polled();
        assertTrue(next.isDue(), "two misses");
        next.deliver();
        assertTrue(next.isDue(), "nothing has come at all");
        next.polled();
        for (int i = 0; i < 256; i++) {
            assertFalse(next.isDue());
        }
        assertTrue(next.isDue());
        next.polled();
        assertTrue(next.isDue(), "misses are counted anew");
        for (int i = 0; i < 3; i++) {
            next.deliver();
        }
        send(world.channels[1], 11);
        next.deliver();
        next.polled();
        assertTrue(next.isDue(), "a look has found one");
    }
}
