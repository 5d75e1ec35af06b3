package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.protocol.CreditWindow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the channel does over every port. One thread steps all ranks. */
public abstract class ChannelContract {
    private World world;

    /** A new fabric of so many ranks; its channels must be able to send 8 bytes without an announcement. */
    protected abstract Fabric fabric(int ranks);

    /** Length of the largest message sent: several megabytes where packets are not tiny. */
    protected int largest() {
        return 5_000_001;
    }

    private World open(int ranks) {
        world = new World(fabric(ranks));
        return world;
    }

    @AfterEach
    void closeFabric() {
        if (world != null) {
            world.close();
        }
    }

    private int[] boundaries() {
        int eager = world.channels[0].eagerLimit(1);
        int packet = world.channels[0].port().capabilities().maxPacket();
        TreeSet<Integer> sizes = new TreeSet<>(List.of(0, 1, 7, 8, 9, 63, 64, 65, 4096));
        for (int around : new int[] {eager, packet, packet - 8, packet - 16, 2 * packet, 10 * packet}) {
            for (int size = around - 1; size <= around + 1; size++) {
                sizes.add(Math.max(0, size));
            }
        }
        sizes.add(largest());
        return sizes.stream().mapToInt(Integer::intValue).toArray();
    }

    private static byte[] data(int bytes) {
        return PortContract.pattern(bytes, bytes);
    }

    private static Mailbox.Letter only(Mailbox mailbox) {
        assertEquals(1, mailbox.letters.size(), "messages handed over");
        return mailbox.letters.get(0);
    }

    private void assertDelivered(Mailbox mailbox, int index, int peer, long envelope, byte[] bytes) {
        assertTrue(mailbox.letters.size() > index, "message " + index + " has not been handed over");
        Mailbox.Letter letter = mailbox.letters.get(index);
        assertEquals(peer, letter.peer);
        assertEquals(envelope, letter.envelope);
        assertTrue(letter.isDone(), "message " + index + " is complete");
        assertArrayEquals(bytes, letter.bytes(), "bytes of message " + index);
    }

    /** Memory that peers may reach, where the port has such. */
    private static MemorySegment reachable(NicPort port, int bytes) {
        RemoteMemory remote = port.remoteMemory();
        Region region = bytes == 0 || remote == null ? null : remote.register(bytes);
        return region == null ? Arena.ofAuto().allocate(bytes, 8) : region.memory();
    }

    @Test
    void messagesOfEverySizeArriveWholeAndInOrder() {
        open(2);
        List<byte[]> sent = new ArrayList<>();
        List<SendOp> ops = new ArrayList<>();
        for (boolean synchronous : new boolean[] {false, true}) {
            for (int bytes : boundaries()) {
                byte[] data = data(bytes);
                ops.add(world.post(0, 1, ~sent.size(), data, synchronous));
                sent.add(data);
            }
        }
        world.settle();
        for (int i = 0; i < sent.size(); i++) {
            assertDelivered(world.mailboxes[1], i, 0, ~i, sent.get(i));
            assertTrue(ops.get(i).isDone() && ops.get(i).refusal() == 0);
        }
        world.checkAtRest();
    }

    @Test
    void messagesFromReachableMemoryArriveWhole() {
        open(2);
        for (int bytes : boundaries()) {
            byte[] data = data(bytes);
            MemorySegment memory = reachable(world.channels[1].port(), bytes);
            memory.copyFrom(MemorySegment.ofArray(data));
            world.post(1, 0, bytes, memory, bytes, true);
            world.settle();
            assertDelivered(world.mailboxes[0], world.mailboxes[0].letters.size() - 1, 1, bytes, data);
        }
        world.checkAtRest();
    }

    @Test
    void messagesIntoReachableMemoryArriveWhole() {
        open(2);
        world.mailboxes[0].buffers = bytes -> reachable(world.channels[0].port(), bytes);
        for (int bytes : boundaries()) {
            world.post(1, 0, bytes, data(bytes), true);
            world.settle();
            assertDelivered(world.mailboxes[0], world.mailboxes[0].letters.size() - 1, 1, bytes, data(bytes));
        }
        world.checkAtRest();
    }

    @Test
    void aTransferEndsSoThatManyMoreCanFollow() {
        open(2);
        int bytes = world.channels[0].eagerLimit(1) + 1;
        for (int round = 0; round < 2_500; round++) {
            SendOp op = world.post(round & 1, 1 - (round & 1), round, new byte[bytes], false);
            for (int steps = 0; !op.isDone() && steps < 100_000; steps++) {
                world.channels[0].progress();
                world.channels[1].progress();
            }
            assertTrue(op.isDone(), "message " + round);
        }
        world.settle();
        world.checkAtRest();
    }

    @Test
    void bothDirectionsAtOnce() {
        open(2);
        byte[] data = data(largest() / 4);
        for (int round = 0; round < 3; round++) {
            world.post(0, 1, round, data, false);
            world.post(1, 0, round, data, false);
        }
        world.settle();
        for (int round = 0; round < 3; round++) {
            assertDelivered(world.mailboxes[0], round, 1, round, data);
            assertDelivered(world.mailboxes[1], round, 0, round, data);
        }
        world.checkAtRest();
    }

    @Test
    void longMessagesMayBeTakenInAnyOrder() {
        open(2);
        Mailbox mailbox = world.mailboxes[1];
        mailbox.holding = true;
        int longer = world.channels[0].eagerLimit(1) + 100;
        for (int i = 0; i < 10; i++) {
            world.post(0, 1, i, data(i % 2 == 0 ? longer + i : 8), false);
        }
        world.settle();
        for (int i = 9; i >= 0; i--) {
            assertEquals(i, mailbox.letters.get(i).envelope, "order of handing over");
            mailbox.letters.get(i).take();
        }
        world.settle();
        for (int i = 0; i < 10; i++) {
            assertDelivered(mailbox, i, 0, i, data(i % 2 == 0 ? longer + i : 8));
        }
        world.checkAtRest();
    }

    @Test
    void aReceiverThatTakesNothingHoldsNoMoreThanTheWindowAndDisturbsNobody() {
        open(3);
        Mailbox mailbox = world.mailboxes[2];
        mailbox.holding = true;
        int bytes = Math.min(64, world.channels[0].eagerLimit(1));
        int window = world.channels[0].port().capabilities().creditWindow();
        int sent = 2 * window / (bytes + CreditWindow.UNIT) + 10;
        List<SendOp> ops = new ArrayList<>();
        for (int i = 0; i < sent; i++) {
            ops.add(world.post(0, 2, i, data(bytes), false));
            world.channels[0].progress();
            world.channels[2].progress();
        }
        world.settle();
        world.checkCredits();
        long heldBytes = mailbox.held().stream()
                .filter(letter -> !letter.announced)
                .mapToLong(letter -> letter.length)
                .sum();
        assertTrue(heldBytes > 0 && heldBytes <= window, heldBytes + " bytes held, window " + window);
        assertTrue(ops.stream().anyMatch(op -> !op.isDone()), "every send is done though nobody has room");
        for (int i = 0; i < 100; i++) {
            world.post(0, 1, i, data(bytes), true);
            world.post(1, 0, i, data(bytes), true);
        }
        world.settle();
        assertEquals(100, world.mailboxes[1].letters.size());
        assertEquals(100, world.mailboxes[0].letters.size());
        mailbox.takeAll();
        mailbox.holding = false;
        world.settle();
        assertEquals(sent, mailbox.letters.size());
        for (int i = 0; i < sent; i++) {
            assertDelivered(mailbox, i, 0, i, data(bytes));
        }
        assertTrue(ops.stream().allMatch(SendOp::isDone));
        world.checkAtRest();
    }

    /** Length of a message that is announced. */
    private int longer() {
        int train = world.channels[0].port().capabilities(1).trainLimit();
        return Math.max(world.channels[0].eagerLimit(1), train) + 1;
    }

    @Test
    void aRefusedMessageEndsWithItsReason() {
        open(2);
        world.mailboxes[1].holding = true;
        int longer = longer();
        SendOp refused = world.post(0, 1, 1, data(longer), false);
        SendOp taken = world.post(0, 1, 2, data(longer), false);
        world.settle();
        assertFalse(refused.isDone());
        world.mailboxes[1].letters.get(0).refuse(77);
        world.mailboxes[1].letters.get(1).take();
        world.settle();
        assertTrue(refused.isDone() && taken.isDone());
        assertEquals(77, refused.refusal());
        assertEquals(0, taken.refusal());
        assertDelivered(world.mailboxes[1], 1, 0, 2, data(longer));
        world.checkAtRest();
    }

    @Test
    void anOperationUsedAgainForgetsItsRefusal() {
        open(2);
        world.mailboxes[1].holding = true;
        SendOp op = world.post(0, 1, 1, data(longer()), false);
        world.settle();
        world.mailboxes[1].letters.get(0).refuse(3);
        world.settle();
        assertEquals(3, op.refusal());
        op.beginLocally();
        op.completeLocally();
        assertEquals(0, op.refusal(), "of a send that the channel never saw");
    }

    @Test
    void onlyWhatHasNotGoneOutCanBeCancelled() {
        open(2);
        List<SendOp> ops = new ArrayList<>();
        int bytes = Math.min(8, world.channels[0].eagerLimit(1));
        while (ops.size() < 1_000_000) {
            SendOp op = world.post(0, 1, ops.size(), data(bytes), true);
            ops.add(op);
            if (world.channels[0].cancel(op)) {
                break;
            }
        }
        SendOp cancelled = ops.get(ops.size() - 1);
        assertTrue(cancelled.isCancelled() && cancelled.isDone());
        assertFalse(world.channels[0].cancel(cancelled));
        assertFalse(world.channels[0].cancel(ops.get(0)), "of a send that has gone out");
        SendOp last = world.post(0, 1, ops.size(), data(bytes), false);
        world.settle();
        assertEquals(ops.size(), world.mailboxes[1].letters.size());
        long[] envelopes = world.mailboxes[1].letters.stream()
                .mapToLong(letter -> letter.envelope)
                .toArray();
        for (int i = 0; i < ops.size() - 1; i++) {
            assertEquals(i, envelopes[i]);
        }
        assertEquals(ops.size(), envelopes[ops.size() - 1]);
        assertTrue(last.isDone() && !last.isCancelled());
        assertFalse(world.channels[0].cancel(last), "of a send that is done");
        world.checkAtRest();
    }

    @Test
    void anAnnouncedSendIsWithdrawnUntilItIsTaken() {
        open(2);
        Mailbox mailbox = world.mailboxes[1];
        mailbox.holding = true;
        int packet = world.channels[0].port().capabilities().maxPacket();
        int trains = world.channels[0].port().capabilities().trainLimit();
        // Handles are used again: what is asked of one message must not concern the next one.
        for (int round = 0; round < 20; round++) {
            boolean isLong = round % 2 == 0;
            byte[] data = data(isLong ? 3 * Math.max(packet, trains) : round);
            SendOp first = world.post(0, 1, round, data, !isLong);
            SendOp second = world.post(0, 1, round, data, !isLong);
            if (round % 3 > 0) {
                world.settle();
            }
            boolean takesFirst = round % 3 == 2;
            if (takesFirst) {
                mailbox.held().getFirst().take();
            }
            assertFalse(world.channels[0].withdraw(first), "the receiver decides");
            assertFalse(world.channels[0].withdraw(first), "asked again");
            assertTrue(first.isWithdrawing() && !second.isWithdrawing());
            world.settle();
            assertTrue(first.isDone());
            assertEquals(!takesFirst, first.isCancelled(), "round " + round);
            assertEquals(0, first.refusal());
            assertFalse(second.isDone(), "the other message stays");
            mailbox.takeAll();
            world.settle();
            assertTrue(second.isDone() && !second.isCancelled());
            assertFalse(world.channels[0].withdraw(second), "of a send that is done");
            world.checkAtRest();
        }
        assertEquals(40, mailbox.letters.size());
    }

    @Test
    void aSynchronousSendIsNotDoneBeforeItIsTaken() {
        open(2);
        world.mailboxes[1].holding = true;
        SendOp empty = world.post(0, 1, 1, new byte[0], true);
        SendOp some = world.post(0, 1, 2, data(5), true);
        world.settle();
        assertFalse(empty.isDone() || some.isDone());
        world.mailboxes[1].letters.get(0).take();
        world.settle();
        assertTrue(empty.isDone());
        assertFalse(some.isDone());
        world.mailboxes[1].letters.get(1).take();
        world.settle();
        assertTrue(some.isDone());
        world.checkAtRest();
    }

    @Test
    void partOfALongMessageMayBeTaken() {
        open(2);
        world.mailboxes[1].holding = true;
        int eager = world.channels[0].eagerLimit(1);
        int packet = world.channels[0].port().capabilities().maxPacket();
        int[] wanted = {0, 1, eager, packet - 9, packet, 2 * packet + 1};
        for (int bytes : wanted) {
            byte[] data = data(3 * packet + eager);
            SendOp op = world.post(0, 1, bytes, data, false);
            world.settle();
            Mailbox.Letter letter = only(world.mailboxes[1]);
            letter.take(bytes);
            world.settle();
            assertTrue(letter.isDone() && op.isDone());
            assertArrayEquals(Arrays.copyOf(data, bytes), letter.bytes());
            world.mailboxes[1].letters.clear();
        }
        world.checkAtRest();
    }

    @Test
    void aPayloadWithGapsTravelsPackedAndIsUnpacked() {
        open(2);
        TypeLayout layout = TypeLayout.of(new long[] {3, 12}, new long[] {5, 2}, 0, 16);
        byte[] memory = PortContract.pattern(16 * 2_000, 4);
        SendOp op = new SendOp(new org.bipj.core.payload.SegmentCache());
        op.set(memory, 0, 2_000, layout);
        world.channels[0].post(op, 1, 6, true);
        world.settle();
        byte[] packed = new byte[7 * 2_000];
        for (int i = 0; i < 2_000; i++) {
            System.arraycopy(memory, 16 * i + 3, packed, 7 * i, 5);
            System.arraycopy(memory, 16 * i + 12, packed, 7 * i + 5, 2);
        }
        assertDelivered(world.mailboxes[1], 0, 0, 6, packed);
    }

    /** A peer that has left polls no more, so that credits for it may wait for ever. */
    @Test
    void creditsThatFindNoRoomKeepNobodyFromLeaving() {
        open(2);
        Channel channel = world.channels[1];
        int window = channel.port().capabilities().creditWindow();
        for (int i = 0; channel.isFlushed() && i < 1_000_000; i++) {
            channel.consumed(0, window / 2);
        }
        assertFalse(channel.isFlushed(), "credits wait");
        assertTrue(channel.mayEnd());
        for (int i = 0; channel.mayEnd() && i < 1_000_000; i++) {
            world.post(1, 0, i, data(8), true);
        }
        assertFalse(channel.mayEnd(), "a message waits");
    }

    /** Answers that their lane has no room for: nobody leaves before they have, and none of them is forgotten. */
    @Test
    void answersThatFindNoRoomLeaveLater() {
        open(2);
        Channel receiver = world.channels[1];
        List<Mailbox.Letter> letters = world.mailboxes[1].letters;
        for (boolean refusing : new boolean[] {false, true}) {
            world.mailboxes[1].holding = true;
            letters.clear();
            List<SendOp> ops = new ArrayList<>();
            byte[] data = data(world.channels[0].eagerLimit(1) + 1);
            for (int taken = 0; receiver.mayEnd() && taken < 100_000; ) {
                ops.add(world.post(0, 1, ops.size(), data, false));
                for (receiver.progress(); taken < letters.size() && receiver.mayEnd(); taken++) {
                    if (refusing) {
                        letters.get(taken).refuse(7);
                    } else {
                        letters.get(taken).take();
                    }
                }
            }
            assertFalse(receiver.isFlushed() || receiver.mayEnd(), "an answer waits");
            world.mailboxes[1].holding = false;
            world.mailboxes[1].takeAll();
            world.settle();
            assertTrue(ops.stream().allMatch(SendOp::isDone), "a send without an answer");
            assertTrue(letters.stream().allMatch(Mailbox.Letter::isDone));
            world.checkAtRest();
        }
    }

    @Test
    void aShortMessageDoesNotOvertakeWhatWaits() {
        open(2);
        int bytes = Math.min(8, world.channels[0].eagerLimit(1));
        int posted = 0;
        while (world.channels[0].isFlushed() && posted < 1_000_000) {
            world.post(0, 1, posted++, data(bytes), true);
        }
        assertFalse(world.channels[0].isFlushed(), "something waits");
        assertFalse(world.channels[0].trySend(1, -1, world.payload(data(bytes), bytes)));
        world.settle();
        assertTrue(world.channels[0].isFlushed());
        assertTrue(world.channels[0].trySend(1, posted, world.payload(data(bytes), bytes)));
        world.settle();
        for (int i = 0; i <= posted; i++) {
            assertEquals(i, world.mailboxes[1].letters.get(i).envelope);
        }
    }

    @Test
    void progressTellsHowMuchOfWhatWaitedHasLeft() {
        open(2);
        Channel sender = world.channels[0];
        world.mailboxes[1].holding = true;
        int waiting = 0;
        for (int i = 0; waiting < 10 && i < 1_000_000; i++) {
            world.post(0, 1, i, data(8), true);
            waiting += sender.isFlushed() ? 0 : 1;
        }
        assertEquals(10, waiting, "messages that wait");
        int moved = 0;
        for (int steps = 0; !sender.isFlushed() && steps < 100_000; steps++) {
            world.channels[1].progress();
            moved += sender.progress();
        }
        assertEquals(waiting, moved);
        world.mailboxes[1].holding = false;
        world.mailboxes[1].takeAll();
        world.settle();
        world.checkAtRest();
    }

    /** For the report of a standstill: what an operation waits for can be told from it. */
    @Test
    void whatIsUnderWayCanBeListed() {
        open(2);
        Channel sender = world.channels[0];
        world.mailboxes[1].holding = true;
        List<SendOp> ops = new ArrayList<>();
        while (sender.isFlushed() && ops.size() < 1_000_000) {
            ops.add(world.post(0, 1, ops.size(), data(8), true));
        }
        ops.add(world.post(0, 1, ops.size(), data(8), true));
        assertEquals(ops, sender.unfinishedSends(), "those under way, and then those that have not begun");
        assertEquals(1, ops.getLast().peer());
        assertEquals(ops.size() - 1, ops.getLast().envelope());
        assertEquals(List.of(), sender.unfinishedReceives());
        world.settle();
        assertEquals(ops, sender.unfinishedSends(), "nobody has taken one");
        Mailbox.Letter first = world.mailboxes[1].letters.get(0);
        first.take();
        assertEquals(
                first.isDone() ? 0 : 1, world.channels[1].unfinishedReceives().size());
        world.mailboxes[1].takeAll();
        world.settle();
        assertEquals(List.of(), sender.unfinishedSends());
        assertEquals(List.of(), world.channels[1].unfinishedReceives());
        world.checkAtRest();
    }

    @Test
    void trySendLeavesThePayloadToTheSender() {
        open(2);
        byte[] data = data(Math.min(8, world.channels[0].eagerLimit(1)));
        byte[] sent = data.clone();
        assertTrue(world.channels[0].trySend(1, 5, world.payload(sent, sent.length)));
        Arrays.fill(sent, (byte) 0);
        world.settle();
        assertDelivered(world.mailboxes[1], 0, 0, 5, data);
    }

    /** Where the port shows packets, some are received straight from them; the rest is handed over, all in order. */
    @Test
    void messagesReceivedDirectlyKeepTheirOrderAndTheirCredits() {
        open(2);
        int eager = world.channels[0].eagerLimit(1);
        Channel receiver = world.channels[1];
        List<Mailbox.Letter> letters = world.mailboxes[1].letters;
        byte[] into = new byte[100];
        int next = 0;
        for (int sent = 0; next < 4_000; ) {
            if (sent < 4_000 && sent < next + 20) {
                byte[] data = data(sent % 10 == 0 ? eager + 1 : sent % Math.min(100, eager));
                world.post(0, 1, sent++ << 8 | 5, data, false);
            }
            long length = receiver.tryReceive(0, next << 8, ~0xffL, world.payload(into, 100));
            if (length >= 0) {
                assertEquals(next << 8 | 5, receiver.takenEnvelope());
                assertArrayEquals(data((int) length), Arrays.copyOf(into, (int) length));
                next++;
            } else if (length == Channel.OTHER || next % 3 == 0 || !receiver.receivesDirectly()) {
                receiver.progress();
                for (; !letters.isEmpty(); next++) {
                    assertEquals(next << 8 | 5, letters.remove(0).envelope);
                }
            }
            world.channels[0].progress();
            world.checkCredits();
        }
        world.settle();
        world.checkAtRest();
    }

    @Test
    void aDirectReceiveTakesOnlyWhatItNames() {
        open(2);
        Channel receiver = world.channels[1];
        Channel other = world.bind(1, OTHER).channel();
        byte[] data = data(Math.min(8, receiver.eagerLimit(0)));
        world.channels[0].trySend(1, 5, world.payload(data, data.length));
        byte[] into = new byte[8];
        for (int look = 0; look < 10; look++) {
            assertTrue(receiver.tryReceive(0, 6, -1, world.payload(into, 8)) < 0, "another envelope");
            assertTrue(other.tryReceive(0, 5, -1, world.payload(into, 8)) < 0, "another client");
        }
        assertArrayEquals(new byte[8], into);
        world.settle();
        assertDelivered(world.mailboxes[1], 0, 0, 5, data);
    }

    @Test
    void aDirectReceiveIntoLessRoomTakesWhatFits() {
        open(2);
        Channel receiver = world.channels[1];
        // The first message makes the receiver know its peer.
        world.post(0, 1, 1, new byte[0], false);
        world.settle();
        byte[] data = data(Math.min(60, receiver.eagerLimit(0)));
        world.channels[0].trySend(1, 5, world.payload(data, data.length));
        byte[] into = new byte[12];
        long length = receiver.tryReceive(0, 5, -1, world.payload(into, 10));
        assertEquals(receiver.receivesDirectly() ? data.length : Channel.NOTHING, length);
        if (receiver.receivesDirectly()) {
            assertArrayEquals(Arrays.copyOf(Arrays.copyOf(data, 10), 12), into);
        }
        world.settle();
        assertEquals(receiver.receivesDirectly() ? 1 : 2, world.mailboxes[1].letters.size());
        world.checkAtRest();
    }

    private static final int OTHER = 3;

    private byte[] shortData() {
        return data(Math.min(8, world.channels[0].eagerLimit(1)));
    }

    private void sendShort(Channel from, long envelope) {
        byte[] data = shortData();
        assertTrue(from.trySend(1, envelope, world.payload(data, data.length)));
    }

    @Test
    void clientsAreApart() {
        open(2);
        Channel sender = world.bind(0, OTHER).channel();
        Mailbox other = world.bind(1, OTHER);
        byte[] data = data(largest() / 10);
        sendShort(sender, 5);
        SendOp op = new SendOp(new SegmentCache());
        op.set(data, 0, data.length, TypeLayout.BYTE);
        sender.post(op, 1, 7, true);
        world.post(0, 1, 6, data, false);
        world.settle();
        assertTrue(op.isDone());
        assertDelivered(other, 0, 0, 5, shortData());
        assertDelivered(other, 1, 0, 7, data);
        assertDelivered(world.mailboxes[1], 0, 0, 6, data);
        world.checkAtRest();
    }

    /** Its messages are not handed over to others, nor lost, whether the other clients poll or not. */
    @Test
    void messagesWaitForAClientThatIsBoundLater() {
        open(2);
        Channel sender = world.bind(0, OTHER).channel();
        byte[] data = data(largest() / 10);
        sendShort(sender, 5);
        SendOp op = new SendOp(new SegmentCache());
        op.set(data, 0, data.length, TypeLayout.BYTE);
        sender.post(op, 1, 6, true);
        world.settle();
        sendShort(world.channels[0], 8);
        world.settle();
        assertEquals(List.of(8L), envelopes(world.mailboxes[1]));
        Mailbox other = world.bind(1, OTHER);
        assertEquals(List.of(5L, 6L), envelopes(other));
        world.settle();
        assertTrue(op.isDone());
        assertDelivered(other, 1, 0, 6, data);
    }

    /** One that takes no message uses up its own credits only. */
    @Test
    void aClientThatTakesNothingHoldsUpNoOther() {
        open(2);
        Channel sender = world.bind(0, OTHER).channel();
        Mailbox other = world.bind(1, OTHER);
        other.holding = true;
        byte[] data = data(world.channels[0].eagerLimit(1));
        for (int i = 0; sender.trySend(1, i, world.payload(data, data.length)) && i < 100_000; i++) {
            world.settle();
        }
        assertFalse(sender.trySend(1, -1, world.payload(data, data.length)));
        sendShort(world.channels[0], 8);
        world.settle();
        assertEquals(List.of(8L), envelopes(world.mailboxes[1]));
        other.takeAll();
        world.settle();
        assertTrue(sender.trySend(1, -1, world.payload(data, data.length)));
    }

    @Test
    void whatComesForAClientThatHasLeftIsDropped() {
        open(2);
        Channel sender = world.bind(0, OTHER).channel();
        Mailbox other = world.bind(1, OTHER);
        other.channel().close();
        sendShort(sender, 5);
        sendShort(world.channels[0], 8);
        world.settle();
        assertEquals(List.of(), envelopes(other));
        assertEquals(List.of(8L), envelopes(world.mailboxes[1]));
    }

    @Test
    void aClientIsBoundOnceAtATime() {
        open(2);
        world.bind(1, OTHER);
        String refused = assertThrows(IllegalStateException.class, () -> world.bind(1, OTHER))
                .getMessage();
        assertTrue(refused.contains("rank 1") && refused.contains("is bound"), refused);
    }

    /** Short and long messages of a rank's n-th channel reach the n-th channel of the other one, however late that is bound. */
    @Test
    void theChannelsOfOneOpeningMeet() {
        open(2);
        byte[] data = data(largest() / 10);
        List<SendOp> ops = new ArrayList<>();
        for (int opening = 0; opening < 4; opening++) {
            Channel sender = world.bind(0, OTHER).channel();
            if (opening != 1) {
                sendShort(sender, 10 * opening);
                world.settle();
                if (opening == 3) {
                    SendOp op = new SendOp(new SegmentCache());
                    op.set(data, 0, data.length, TypeLayout.BYTE);
                    sender.post(op, 1, 31, true);
                    ops.add(op);
                    world.settle();
                }
            }
            if (opening < 3) {
                sender.close();
            }
        }
        for (int opening = 0; opening < 4; opening++) {
            Mailbox other = world.bind(1, OTHER);
            world.settle();
            List<Long> expected = switch (opening) {
                case 1 -> List.of();
                case 3 -> List.of(30L, 31L);
                default -> List.of(10L * opening);
            };
            assertEquals(expected, envelopes(other), "opening " + opening);
            if (opening < 3) {
                other.channel().close();
            }
        }
        assertTrue(ops.getFirst().isDone());
        assertEquals(List.of(), world.errors);
        world.checkAtRest();
    }

    @Test
    void whatComesForAnEarlierOpeningIsDroppedAndReturnsItsCredits() {
        open(2);
        Channel sender = world.bind(0, OTHER).channel();
        world.bind(1, OTHER).channel().close();
        byte[] data = data(world.channels[0].eagerLimit(1));
        int sent = 0;
        while (sent < 100_000 && sender.trySend(1, sent, world.payload(data, data.length))) {
            sent++;
            world.settle();
        }
        assertFalse(sender.isDroppedBy(1));
        Mailbox other = world.bind(1, OTHER);
        for (int more = 0; more < 2 * sent; more++) {
            world.settle();
            assertTrue(sender.trySend(1, more, world.payload(data, data.length)), "message " + more);
        }
        assertTrue(sender.isDroppedBy(1));
        assertEquals(List.of(), envelopes(other));
        sender.close();
        world.settle();
        sendShort(world.bind(0, OTHER).channel(), 5);
        world.settle();
        assertEquals(List.of(5L), envelopes(other));
        assertEquals(List.of(), world.errors);
    }

    /** The number of an opening in a packet's immediate wraps around. */
    @Test
    void openingsWhoseNumbersLookAlikeAreApart() {
        open(2);
        Mailbox first = world.bind(1, OTHER);
        for (int opening = 0; opening < 512; opening++) {
            world.bind(0, OTHER).channel().close();
        }
        Channel sender = world.bind(0, OTHER).channel();
        sendShort(sender, 5);
        world.settle();
        assertEquals(List.of(), envelopes(first));
        first.channel().close();
        for (int opening = 1; opening < 512; opening++) {
            world.bind(1, OTHER).channel().close();
        }
        Mailbox other = world.bind(1, OTHER);
        world.settle();
        assertEquals(List.of(5L), envelopes(other));
        sendShort(sender, 6);
        world.settle();
        assertEquals(List.of(5L, 6L), envelopes(other));
        assertEquals(List.of(), world.errors);
    }

    private static List<Long> envelopes(Mailbox mailbox) {
        return mailbox.letters.stream().map(letter -> letter.envelope).toList();
    }

    @Test
    void manyRanksTalkToEachOther() {
        int ranks = 6;
        open(ranks);
        int eager = world.channels[0].eagerLimit(1);
        int[] sizes = {0, 3, eager, eager + 1, 3 * eager + 1000};
        for (int size : sizes) {
            for (int from = 0; from < ranks; from++) {
                for (int to = 0; to < ranks; to++) {
                    if (from != to) {
                        world.post(from, to, size, PortContract.pattern(size, 10 * from + to), size % 2 == 1);
                    }
                }
            }
        }
        world.settle();
        for (int to = 0; to < ranks; to++) {
            int[] seen = new int[ranks];
            for (Mailbox.Letter letter : world.mailboxes[to].letters) {
                int size = sizes[seen[letter.peer]++];
                assertEquals(size, letter.envelope);
                assertArrayEquals(PortContract.pattern(size, 10 * letter.peer + to), letter.bytes());
            }
        }
        world.checkAtRest();
    }

    @Test
    void randomTrafficInRandomSchedules() {
        for (int seed = 0; seed < 8; seed++) {
            Fabric fabric = fabric(2 + seed % 4);
            try {
                ChannelSim sim = new ChannelSim(fabric, seed);
                sim.run(800);
                sim.finish();
            } catch (AssertionError e) {
                throw new AssertionError("schedule " + seed + ", " + fabric.describe() + ": " + e.getMessage(), e);
            } finally {
                fabric.close();
            }
        }
    }
}
