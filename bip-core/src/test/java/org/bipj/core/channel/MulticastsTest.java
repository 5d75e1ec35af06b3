package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.bipj.core.job.Traffic;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Mailbox;
import org.bipj.testkit.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages to the members of a group. */
class MulticastsTest {
    private static final int PACKET = 128;
    private static final int GROUP = 1;
    private static final int[] MEMBERS = {0, 1, 3};

    private static LoopOptions options() {
        return new LoopOptions().ranks(4).packets(PACKET, 4).multicasts().delay(300);
    }

    private static World world(LoopOptions options) {
        World world = new World(new LoopFabric(options));
        for (int member : MEMBERS) {
            assertTrue(world.channels[member].multicasts().join(GROUP, MEMBERS));
        }
        return world;
    }

    private static byte[] data(int bytes, int seed) {
        byte[] data = new byte[bytes];
        new Random(seed).nextBytes(data);
        return data;
    }

    private static SendOp send(World world, int from, int envelope, byte[] data) {
        SendOp op = new SendOp(new SegmentCache());
        op.set(data, 0, data.length, TypeLayout.BYTE);
        world.channels[from].multicasts().send(op, GROUP, envelope);
        return op;
    }

    @Test
    void portsWithoutTheFacetHaveNone() {
        assertNull(new World(new LoopFabric(new LoopOptions())).channels[0].multicasts());
    }

    /** In the sender's order, and not at the sender or at ranks that are no members. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allOtherMembersGetEachMessageOnce(boolean reliable) {
        World world = world(reliable ? options() : options().unreliable(0, 0, 0));
        int[] lengths = {1, PACKET - 24, PACKET - 16, PACKET, 1000};
        for (int from : MEMBERS) {
            for (int i = 0; i < lengths.length; i++) {
                send(world, from, 10 * from + i, data(lengths[i], i));
            }
        }
        world.settle();
        for (int at : MEMBERS) {
            for (int from : MEMBERS) {
                List<Mailbox.Letter> letters = world.mailboxes[at].letters.stream()
                        .filter(letter -> letter.peer == from)
                        .toList();
                assertEquals(from == at ? 0 : lengths.length, letters.size());
                for (int i = 0; i < letters.size(); i++) {
                    assertEquals(10 * from + i, letters.get(i).envelope);
                    assertArrayEquals(data(lengths[i], i), letters.get(i).bytes());
                }
            }
        }
        assertEquals(List.of(), world.mailboxes[2].letters);
        assertEquals(List.of(), world.errors);
        world.checkAtRest();
    }

    @Test
    void aClientBesideOthersGetsItsMulticasts() {
        World world = world(options());
        Mailbox other = world.bind(3, 5);
        send(world, 0, 7, data(300, 1));
        world.settle();
        assertArrayEquals(data(300, 1), world.mailboxes[3].letters.getFirst().bytes());
        assertEquals(List.of(), other.letters);
    }

    /** A member that does not take the message keeps its bytes, and no credits are spent or returned for it. */
    @Test
    void messagesWaitForTheirReceiversWithoutCredits() {
        World world = world(options());
        world.mailboxes[3].holding = true;
        SendOp op = send(world, 0, 5, data(3000, 1));
        assertFalse(op.isDone(), "four slots");
        assertFalse(world.channels[0].isFlushed());
        assertFalse(world.channels[0].mayEnd());
        world.settle();
        assertTrue(op.isDone());
        assertTrue(world.channels[0].mayEnd());
        assertArrayEquals(data(3000, 1), world.mailboxes[1].letters.get(0).bytes());
        world.mailboxes[3].takeAll();
        assertArrayEquals(data(3000, 1), world.mailboxes[3].letters.get(0).bytes());
        world.settle();
        world.checkAtRest();
    }

    @Test
    void onlyAMessageThatHasNotBegunCanBeCancelled() {
        World world = world(options());
        SendOp first = send(world, 0, 1, data(1000, 1));
        SendOp second = send(world, 0, 2, data(1000, 2));
        SendOp third = send(world, 0, 3, data(1000, 3));
        assertFalse(world.channels[0].cancel(first));
        assertTrue(world.channels[0].cancel(second));
        world.settle();
        assertTrue(first.isDone() && third.isDone() && second.isCancelled());
        assertEquals(
                List.of(1L, 3L),
                world.mailboxes[3].letters.stream()
                        .map(letter -> letter.envelope)
                        .toList());
    }

    @Test
    void theNewestMessageIsCancelledAndAnotherOneFollows() {
        World world = world(options());
        send(world, 0, 1, data(1000, 1));
        SendOp second = send(world, 0, 2, data(1000, 2));
        assertTrue(world.channels[0].cancel(second));
        send(world, 0, 3, data(1000, 3));
        world.settle();
        assertEquals(
                List.of(1L, 3L),
                world.mailboxes[1].letters.stream()
                        .map(letter -> letter.envelope)
                        .toList());
    }

    /** Reports name another member. */
    @Test
    void whatIsUnderWayIsListedAndCounted() {
        World world = world(new LoopOptions().ranks(4).packets(PACKET, 4).multicasts());
        SendOp op = send(world, 0, 5, data(3000, 1));
        assertEquals(List.of(op), world.channels[0].unfinishedSends());
        assertEquals(3, op.peer());
        assertEquals(0, send(world, 1, 6, data(1, 1)).peer());
        Traffic traffic = new Traffic();
        world.channels[0].addTo(traffic);
        assertEquals(1, traffic.sent());
        assertEquals(3000, traffic.sentBytes());
        world.channels[1].progress();
        world.channels[3].progress();
        assertTrue(world.channels[0].progress() > 0, "more packets leave");
        world.settle();
        assertEquals(List.of(), world.channels[0].unfinishedSends());
    }

    /** A loss is found by the next packet. */
    @Test
    void harmIsReportedAndNothingWrongIsHandedOver() {
        for (int seed = 0; seed < 50; seed++) {
            LoopFabric fabric = new LoopFabric(options().seed(seed).unreliable(40, 40, 40));
            World world = new World(fabric);
            for (int member : MEMBERS) {
                world.channels[member].multicasts().join(GROUP, MEMBERS);
            }
            for (int i = 0; i < 10; i++) {
                send(world, 0, i, data(300, i));
            }
            world.settle();
            for (int at : new int[] {1, 3}) {
                int to = at;
                List<LoopFabric.Fault> faults =
                        fabric.faults().stream().filter(f -> f.to() == to).toList();
                boolean isSound = world.errors.stream().noneMatch(error -> error.at() == to);
                assertTrue(world.errors.stream().allMatch(error -> error.what().startsWith("multicasts in group 1: ")));
                assertEquals(
                        isSound,
                        faults.isEmpty()
                                || faults.getFirst().harm() == LoopFabric.Harm.DROPPED
                                        && faults.stream().allMatch(f -> f.harm() == LoopFabric.Harm.DROPPED)
                                        && faults.getFirst().number() > 29 - faults.size(),
                        "seed " + seed + ", rank " + at + ": " + faults + ", " + world.errors);
                List<Mailbox.Letter> letters = world.mailboxes[at].letters;
                for (int i = 0; i < letters.size(); i++) {
                    assertEquals(i, letters.get(i).envelope);
                    if (letters.get(i).isDone()) {
                        assertArrayEquals(data(300, i), letters.get(i).bytes());
                    }
                }
            }
        }
    }

    @Test
    void aGroupsNumberIsFreeAgainForThoseWhoHaveLeft() {
        World world = world(options());
        Multicasts first = world.channels[0].multicasts();
        assertEquals(1, first.free());
        first.leave(GROUP);
        assertEquals(3, first.free());
        assertEquals(1, world.channels[1].multicasts().free());
        assertTrue(first.join(GROUP, new int[] {0, 2}));
    }
}
