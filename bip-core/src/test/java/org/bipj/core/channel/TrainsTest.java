package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Mailbox;
import org.bipj.testkit.World;
import org.junit.jupiter.api.Test;

/** Messages that travel as trains of packets. */
class TrainsTest {
    private static final int PACKET = 128;
    private static final int LIMIT = 1000;
    private static final int WINDOW = 2304;

    private final World world = new World(new LoopFabric(
            new LoopOptions().packets(PACKET, 4).eager(PACKET, WINDOW).trains(LIMIT)));
    private final Mailbox receiver = world.mailboxes[1];
    private final byte[] data = new byte[LIMIT];

    TrainsTest() {
        new Random(7).nextBytes(data);
    }

    @Test
    void theSenderDoesNotWaitForTheReceiver() {
        receiver.holding = true;
        SendOp op = world.post(0, 1, 5, data, false);
        assertFalse(op.isDone(), "eight packets in four slots");
        world.settle();
        assertTrue(op.isDone());
        assertFalse(receiver.letters.get(0).isAwaited);
        receiver.takeAll();
        assertArrayEquals(data, receiver.letters.get(0).bytes());
        world.settle();
        world.checkAtRest();
    }

    @Test
    void progressCountsThePacketsOfATrain() {
        SendOp op = world.post(0, 1, 5, data, false);
        assertFalse(op.isDone());
        world.channels[1].progress();
        assertTrue(world.channels[0].progress() > 0);
        assertTrue(op.isDone());
    }

    @Test
    void aClientThatDoesNotSendTrainsAnnounces() {
        int other = 3;
        Mailbox into = world.bind(1, other);
        into.holding = true;
        SendOp op = new SendOp(new SegmentCache());
        op.set(data, 0, LIMIT, TypeLayout.BYTE);
        world.bind(0, other).channel().post(op, 1, 5, false);
        world.settle();
        assertFalse(op.isDone());
        assertTrue(into.letters.getFirst().isAwaited);
    }

    /** Its first packets have come. */
    @Test
    void aTrainIsTakenWhileItArrives() {
        receiver.holding = true;
        SendOp op = world.post(0, 1, 5, data, false);
        assertTrue(world.channels[1].progress() > 0);
        assertFalse(op.isDone());
        receiver.letters.get(0).take(LIMIT / 2);
        assertFalse(receiver.letters.get(0).isDone());
        world.settle();
        assertTrue(receiver.letters.get(0).isDone());
        assertArrayEquals(
                Arrays.copyOf(data, LIMIT / 2), receiver.letters.get(0).bytes());
        world.checkAtRest();
    }

    @Test
    void aRefusedTrainIsDroppedAndItsCreditsReturn() {
        receiver.holding = true;
        SendOp whole = world.post(0, 1, 5, data, false);
        world.settle();
        SendOp half = world.post(0, 1, 6, data, false);
        assertTrue(world.channels[1].progress() > 0);
        receiver.letters.get(0).refuse(9);
        receiver.letters.get(1).refuse(9);
        world.settle();
        assertEquals(0, whole.refusal());
        assertTrue(half.isDone() && half.refusal() == 0);
        world.checkAtRest();
    }

    /** Two trains fill the window: the third message waits for its receiver. */
    @Test
    void withoutCreditsALongMessageIsAnnounced() {
        receiver.holding = true;
        SendOp[] ops = new SendOp[3];
        for (int i = 0; i < ops.length; i++) {
            ops[i] = world.post(0, 1, i, data, false);
        }
        world.settle();
        assertTrue(ops[0].isDone() && ops[1].isDone());
        assertFalse(ops[2].isDone());
        receiver.takeAll();
        world.settle();
        assertTrue(ops[2].isDone());
        receiver.letters.forEach(letter -> assertArrayEquals(data, letter.bytes()));
        world.checkAtRest();
    }

    @Test
    void onlyATrainThatHasNotBegunCanBeCancelled() {
        receiver.holding = true;
        SendOp first = world.post(0, 1, 1, data, false);
        SendOp second = world.post(0, 1, 2, data, false);
        assertFalse(world.channels[0].cancel(first));
        assertTrue(world.channels[0].cancel(second));
        world.settle();
        assertEquals(1, receiver.letters.size());
        receiver.takeAll();
        world.settle();
        world.checkAtRest();
    }
}
