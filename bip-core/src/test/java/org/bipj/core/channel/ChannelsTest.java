package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Traffic;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.StreamingCopy;
import org.bipj.core.payload.TypeLayout;
import org.bipj.testkit.DelegatingPort;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.LoopOptions.Direct;
import org.bipj.testkit.Mailbox;
import org.bipj.testkit.World;
import org.junit.jupiter.api.Test;

/** Several clients of one rank, their waits and their ends. */
class ChannelsTest {
    private static final int OTHER = 3;

    private final World world =
            new World(new LoopFabric(new LoopOptions().ranks(3).packets(272, 4).eager(256, 1 << 14)));

    /** A client that does what tests want to see of clients. */
    private static class Client implements ChannelClient {
        final List<Long> envelopes = new ArrayList<>();
        Channel channel;
        int heldBack;
        boolean answers;
        boolean leaves;

        @Override
        public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
            envelopes.add(envelope);
            return !leaves;
        }

        @Override
        public void onLong(Arrival arrival) {}

        @Override
        public int push() {
            int moved = heldBack;
            heldBack = 0;
            return moved;
        }

        @Override
        public boolean answersAfterClose() {
            return answers;
        }

        @Override
        public boolean leavesUnread(int peer) {
            return leaves && peer != 0;
        }
    }

    private Client bind(Channels channels, int client) {
        Client to = new Client();
        to.channel = channels.open(client, (peer, what) -> {
            throw new AssertionError(what);
        });
        to.channel.bind(to);
        return to;
    }

    private void send(Channel from, int to, long envelope) {
        assertTrue(from.trySend(to, envelope, world.payload(new byte[8], 8)));
    }

    private SendOp post(Channel from, int to) {
        SendOp op = new SendOp(new SegmentCache());
        op.set(new byte[8], 0, 8, TypeLayout.BYTE);
        from.post(op, to, 1, true);
        return op;
    }

    /** Posts sends until one waits for room, which is returned. */
    private SendOp fill(Channel from, int to) {
        SendOp last = post(from, to);
        for (int i = 0; from.isFlushed() && i < 100; i++) {
            last = post(from, to);
        }
        assertFalse(from.isFlushed());
        return last;
    }

    @Test
    void aRoundOfProgressSendsWhatOtherClientsHoldBack() {
        Client one = bind(world.ports[0], OTHER);
        Client two = bind(world.ports[0], OTHER + 1);
        one.heldBack = 3;
        two.heldBack = 5;
        assertEquals(5, one.channel.progress(), "its own are its business");
        assertEquals(3, one.heldBack);
        assertEquals(3, two.channel.progress());
        two.channel.close();
        two.heldBack = 1;
        assertEquals(0, one.channel.progress());
        assertEquals(1, two.heldBack);
    }

    @Test
    void aRoundOfProgressSendsWhatWaitsInOtherChannels() {
        Client one = bind(world.ports[0], OTHER);
        SendOp last = fill(one.channel, 1);
        assertEquals(SendOp.QUEUED, last.state);
        world.channels[1].progress();
        assertTrue(world.channels[0].progress() > 0);
        assertTrue(one.channel.isFlushed());
    }

    /** The same where the caller receives one rank's messages by itself. */
    @Test
    void progressElsewhereServesOtherClients() {
        World others = new World(new LoopFabric(new LoopOptions().ranks(3).shown()));
        Client one = bind(others.ports[0], OTHER);
        one.heldBack = 3;
        assertEquals(3, others.channels[0].progressElsewhere(1));
    }

    /** Ranks of jobs that are attached later. */
    @Test
    void aPortMayGrow() {
        int[] size = {1};
        LoopFabric fabric = new LoopFabric(new LoopOptions().ranks(3));
        Channels channels = new Channels(new DelegatingPort(fabric.port(0)) {
            @Override
            public int size() {
                return size[0];
            }
        });
        Client client = bind(channels, OTHER);
        Client peer = bind(new Channels(fabric.port(2)), OTHER);
        Client next = bind(new Channels(fabric.port(1)), OTHER);
        for (int ranks = 2; ranks <= 3; ranks++) {
            size[0] = ranks;
            Client to = ranks == 2 ? next : peer;
            send(client.channel, ranks - 1, 5);
            send(to.channel, 0, 6 + ranks);
            assertTrue(to.channel.progress() + client.channel.progress() > 0);
            assertEquals(List.of(5L), to.envelopes);
        }
        assertEquals(List.of(8L, 9L), client.envelopes);
    }

    private void fillControlLane(Channel from, int to) {
        int window = from.port().capabilities().creditWindow();
        for (int i = 0; from.isFlushed() && i < 100; i++) {
            from.consumed(to, window / 2);
        }
        assertFalse(from.isFlushed(), "credits wait for room");
    }

    /** The news goes ahead of all that follows, once there is room for it. */
    @Test
    void aSecondOpeningIsAnnouncedWhenThereIsRoom() {
        bind(world.ports[0], OTHER).channel.close();
        // It comes too late: its credits go back behind the news.
        send(bind(world.ports[1], OTHER).channel, 0, 1);
        world.settle();
        fillControlLane(world.channels[0], 1);
        Channel channel = bind(world.ports[0], OTHER).channel;
        assertTrue(channel.trySend(1, 7, world.payload(new byte[8], 8)), "the lane of data has room");
        assertFalse(channel.isFlushed(), "the lane of control has not");
        assertTrue(channel.mayEnd());
        for (int i = 0; i < 6; i++) {
            world.channels[1].port().poll(new Discarding(), 1);
        }
        assertTrue(channel.progress() > 0);
        assertTrue(channel.isFlushed());
    }

    /** Packets of the first opening have the address of the 513th, on ports that show packets and on others. */
    @Test
    void aMessageOfAnOpeningThatLooksAlikeIsNotTaken() {
        for (LoopOptions options : List.of(new LoopOptions(), new LoopOptions().shown())) {
            World others = new World(new LoopFabric(options));
            Channel sender = bind(others.ports[0], OTHER).channel;
            for (int opening = 0; opening < Packet.OPENINGS; opening++) {
                bind(others.ports[1], OTHER).channel.close();
            }
            Client receiver = bind(others.ports[1], OTHER);
            send(sender, 1, 5);
            others.settle();
            assertEquals(List.of(), receiver.envelopes);
            assertTrue(sender.isDroppedBy(1));
        }
    }

    @Test
    void nothingOfASecondOpeningLeavesBeforeTheNewsHas() {
        bind(world.ports[0], OTHER).channel.close();
        bind(world.ports[1], OTHER).channel.close();
        Client receiver = bind(world.ports[1], OTHER);
        fill(world.channels[0], 1);
        Client sender = bind(world.ports[0], OTHER);
        assertFalse(sender.channel.trySend(1, 7, world.payload(new byte[8], 8)));
        assertFalse(sender.channel.isFlushed());
        world.settle();
        assertTrue(sender.channel.isFlushed());
        send(sender.channel, 1, 8);
        world.settle();
        assertEquals(List.of(8L), receiver.envelopes);
    }

    /** A receiver that takes packets off a lane, and does nothing with them. */
    private static final class Discarding implements PacketSink {
        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long at, int length) {
            return DONE;
        }

        @Override
        public void onCompletion(long cookie) {}
    }

    /** Where it decides later, a client gives a message back that its sender has withdrawn. */
    @Test
    void aMessageIsGivenBackLater() {
        List<Arrival> arrivals = new ArrayList<>();
        Client late = new Client() {
            @Override
            public void onLong(Arrival arrival) {
                arrivals.add(arrival);
            }
        };
        late.channel = world.ports[1].open(OTHER, (peer, what) -> {});
        late.channel.bind(late);
        Channel sender = bind(world.ports[0], OTHER).channel;
        SendOp op = post(sender, 1);
        world.settle();
        assertFalse(sender.withdraw(op));
        world.settle();
        assertFalse(op.isDone());
        late.channel.giveBack(arrivals.getFirst());
        world.settle();
        assertTrue(op.isCancelled());
        assertEquals(0, op.refusal());

        // The object that describes an announcement is used again.
        for (int i = 1; i <= 2; i++) {
            post(sender, 1);
            world.settle();
            assertSame(arrivals.getFirst(), arrivals.get(i));
            RecvOp into = new RecvOp(new SegmentCache());
            into.set(new byte[8], 0, 8, TypeLayout.BYTE);
            late.channel.accept(arrivals.get(i), into, 8);
        }
    }

    /** It must not meet the next message that has the send's handle. */
    @Test
    void aWithdrawalIsDroppedWithTheEndOfItsSend() {
        LoopFabric fabric = (LoopFabric) world.fabric;
        world.mailboxes[1].holding = true;
        SendOp[] ops = new SendOp[4];
        for (int i = 0; i < ops.length; i++) {
            ops[i] = world.post(0, 1, i, new byte[5000], true);
        }
        assertFalse(world.channels[0].withdraw(ops[0]));
        world.channels[1].progress();
        world.mailboxes[1].letters.getFirst().take(0);
        world.channels[0].progress();
        assertTrue(ops[0].isDone() && !ops[0].isCancelled());
        assertEquals(4, fabric.committed(0, 1, NicPort.DATA), "the announcements");
    }

    /** Where one end's memory can be reached, no packets carry the bytes; of any client, and for its first operation. */
    @Test
    void bytesAreCopiedWhereMemoryIsReachable() {
        for (boolean source : new boolean[] {true, false}) {
            for (int pending : new int[] {0, 1000}) {
                for (int client : new int[] {0, OTHER}) {
                    LoopFabric fabric = new LoopFabric(new LoopOptions().direct(Direct.REGISTERED, pending, 0));
                    World others = new World(fabric);
                    Channel sender = others.bind(0, client).channel();
                    Mailbox into = others.bind(1, client);
                    Object from = new byte[5000];
                    if (source) {
                        from = fabric.port(0).remoteMemory().register(5000).memory();
                    } else {
                        into.buffers = bytes ->
                                fabric.port(1).remoteMemory().register(bytes).memory();
                    }
                    SendOp op = new SendOp(new SegmentCache());
                    op.set(from, 0, 5000, TypeLayout.BYTE);
                    sender.post(op, 1, 1, true);
                    others.settle();
                    assertTrue(op.isDone() && into.letters.getFirst().isDone());
                    assertEquals(1, fabric.committed(0, 1, NicPort.DATA), "the announcement");
                    assertEquals(0, fabric.exposed());
                }
            }
        }
    }

    /** A round that moves packets of any kind says so: a wait does not idle then. */
    @Test
    void progressCountsAllThatLeaves() {
        world.mailboxes[1].holding = true;
        Channel sender = world.channels[0];
        SendOp[] ops = new SendOp[4];
        for (int i = 0; i < ops.length; i++) {
            ops[i] = world.post(0, 1, i, new byte[5000], true);
        }
        assertTrue(sender.isFlushed());
        assertFalse(sender.withdraw(ops[3]));
        assertFalse(sender.isFlushed(), "the withdrawal waits for room");
        assertEquals(4, world.channels[1].progress());
        assertEquals(1, sender.progress());
        assertTrue(sender.isFlushed());
        world.channels[1].progress();
        world.settle();
        assertTrue(ops[3].isCancelled());
        world.mailboxes[1].letters.getFirst().take();
        assertEquals(1, sender.progress(), "the first packets leave with the answer");
        assertEquals(4, world.channels[1].progress());
        assertEquals(4, sender.progress());
    }

    // ---- waits -------------------------------------------------------------------------------------------------

    /** A port on which a wait can idle, and which says how often it has. */
    private static final class Idling extends DelegatingPort {
        final List<Integer> idled = new ArrayList<>();

        Idling(NicPort port) {
            super(port);
        }

        @Override
        public void idle(int fruitless) {
            idled.add(fruitless);
        }

        @Override
        public int pollOrIdle(PacketSink sink, int limit, int fruitless) {
            int handed = poll(sink, limit);
            if (handed == 0) {
                idle(fruitless);
            }
            return handed;
        }
    }

    @Test
    void aRoundOfAWaitIdlesWhereNothingMoves() {
        for (int clients = 1; clients <= 2; clients++) {
            World others = new World(new LoopFabric(new LoopOptions().ranks(3).packets(272, 4)));
            others.mailboxes[1].holding = true;
            Idling port = new Idling(others.fabric.port(0));
            Channels channels = new Channels(port);
            Client client = bind(channels, World.CLIENT);
            Client second = clients == 2 ? bind(channels, OTHER) : null;
            assertEquals(1, client.channel.await(0));
            assertEquals(2, client.channel.await(1));
            assertEquals(List.of(1, 2), port.idled);

            send(others.channels[1], 0, 7);
            assertEquals(0, client.channel.await(2), "a message has come");
            assertEquals(List.of(7L), client.envelopes);
            assertEquals(2, port.idled.size());

            SendOp last = fill(client.channel, 1);
            assertEquals(6, client.channel.await(5), "there is no room");
            assertEquals(List.of(1, 2, 6), port.idled);
            others.channels[1].progress();
            assertEquals(0, client.channel.await(6), "something has left");
            assertTrue(client.channel.isFlushed());
            assertFalse(last.isDone(), "it waits for its receiver");
            assertEquals(3, port.idled.size());
            if (second != null) {
                second.heldBack = 2;
                assertEquals(0, client.channel.await(3), "the other client has sent something");
                assertEquals(3, port.idled.size());
            }
        }
    }

    // ---- ends --------------------------------------------------------------------------------------------------

    @Test
    void aClientThatAnswersAfterItsEndGetsWhatComesForIt() {
        Client one = bind(world.ports[0], OTHER);
        one.answers = true;
        Channel peer = bind(world.ports[1], OTHER).channel;
        send(peer, 0, 1);
        world.settle();
        one.channel.close();
        one.heldBack = 1;
        send(peer, 0, 2);
        world.settle();
        assertEquals(List.of(1L, 2L), one.envelopes);
        assertEquals(0, one.heldBack, "it sends its answers");

        Client next = bind(world.ports[0], OTHER);
        send(peer, 0, 3);
        world.settle();
        assertEquals(List.of(1L, 2L, 3L), one.envelopes, "of the first opening, too");
        assertEquals(List.of(), next.envelopes);
        world.ports[0].rest();
        send(peer, 0, 4);
        assertFalse(peer.isDroppedBy(0));
        world.settle();
        assertEquals(List.of(1L, 2L, 3L), one.envelopes);
        assertTrue(peer.isDroppedBy(0), "it is told at once");
        next.channel.close();
        send(peer, 0, 5);
        world.settle();
        assertEquals(List.of(), next.envelopes);
    }

    /** Its peer may be waiting for room: the credits of what is dropped go back once the client is there again. */
    @Test
    void messagesThatNobodyWillReceiveReturnTheirCredits() {
        Client one = bind(world.ports[0], OTHER);
        Channel peer = bind(world.ports[1], OTHER).channel;
        Channel third = bind(world.ports[2], OTHER).channel;
        send(peer, 0, 1);
        world.settle();
        int spent = peer.spent(0);
        assertTrue(spent > 0);
        one.leaves = true;
        one.channel.close();
        world.settle();
        assertEquals(spent, peer.spent(0));
        assertFalse(peer.isDroppedBy(0));
        bind(world.ports[0], OTHER);
        world.settle();
        assertTrue(peer.isDroppedBy(0));
        assertTrue(third.isDroppedBy(0), "its client is told as well");
        assertEquals(0, peer.spent(0));
        assertEquals(0, third.spent(0));
    }

    @Test
    void openingsAreCounted() {
        assertEquals(0, world.ports[0].opened(OTHER));
        Client one = bind(world.ports[0], OTHER);
        assertEquals(1, world.ports[0].opened(OTHER));
        assertEquals(0, one.channel.opening());
        one.channel.close();
        Channel unbound = world.ports[0].open(OTHER, (peer, what) -> {});
        assertEquals(1, unbound.opening());
        unbound.close();
        assertEquals(2, world.ports[0].opened(OTHER), "one that was never bound counts");
        assertEquals(2, bind(world.ports[0], OTHER).channel.opening());
        assertEquals(1, world.ports[0].opened(World.CLIENT));
    }

    /** A channel that rests keeps what comes, and goes on where it was. */
    @Test
    void aChannelThatRestsGetsItsMessagesLater() {
        Client one = bind(world.ports[0], OTHER);
        Channel peer = bind(world.ports[1], OTHER).channel;
        send(peer, 0, 1);
        world.settle();
        one.channel.rest();
        assertEquals(0, world.ports[0].opened(OTHER));
        send(peer, 0, 2);
        world.settle();
        assertEquals(List.of(1L), one.envelopes);
        one.channel.bind(one);
        assertEquals(List.of(1L, 2L), one.envelopes);
        send(peer, 0, 3);
        send(one.channel, 1, 4);
        world.settle();
        assertEquals(List.of(1L, 2L, 3L), one.envelopes);
    }

    // ---- what ports ask and tell ---------------------------------------------------------------------------------

    @Test
    void longPacketsAreWrittenAsThePortWants() {
        LoopFabric fabric = new LoopFabric(new LoopOptions().packets(1 << 14, 4).eager(1 << 13, 1 << 16));
        List<Long> streamed = new ArrayList<>();
        Client sender = bind(
                new Channels(new DelegatingPort(fabric.port(0)) {
                    @Override
                    public StreamingCopy streaming(int peer, int lane, long at) {
                        return (from, fromAt, to, toAt, n) -> {
                            streamed.add(n);
                            MemorySegment.copy(from, fromAt, to, toAt, n);
                        };
                    }
                }),
                OTHER);
        List<Byte> last = new ArrayList<>();
        Client receiver = new Client() {
            @Override
            public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
                last.add(memory.get(ValueLayout.JAVA_BYTE, at + length - 1));
                return true;
            }
        };
        Channel channel = new Channels(fabric.port(1)).open(OTHER, (peer, what) -> {});
        channel.bind(receiver);
        for (int bytes : new int[] {NicPort.STREAMED_MIN - 1, NicPort.STREAMED_MIN, 1 << 13}) {
            byte[] data = new byte[bytes];
            data[bytes - 1] = 5;
            assertTrue(sender.channel.trySend(1, 1, world.payload(data, bytes)));
        }
        assertEquals(3, channel.progress());
        assertEquals(List.of((byte) 5, (byte) 5, (byte) 5), last);
        assertEquals(List.of((long) NicPort.STREAMED_MIN, 1L << 13), streamed);
    }

    @Test
    void damageIsToldToAllClients() {
        List<String> told = new ArrayList<>();
        Channel other = world.ports[0].open(OTHER, (peer, what) -> told.add(peer + ": " + what));
        other.bind(new Client());
        world.ports[0].onDamage(2, "a packet is lost");
        assertEquals(List.of("2: a packet is lost"), told);
        assertEquals(List.of(new World.Reported(0, 2, "a packet is lost")), world.errors);
        assertTrue(other.hasFailed() && world.channels[0].hasFailed());
        assertFalse(world.channels[1].hasFailed());
    }

    private int deliver(int kind, int opening, long... words) {
        MemorySegment memory = MemorySegment.ofArray(words);
        int immediate = Packet.immediate(kind, Packet.address(World.CLIENT, opening), 0);
        return world.channels[0].onPacket(1, NicPort.DATA, immediate, memory, 0, 8 * words.length);
    }

    @Test
    void packetsThatBelongToNothingNameTheirSender() {
        for (int kind : new int[] {Packet.STREAM, Packet.STORED}) {
            String message = assertThrows(IllegalStateException.class, () -> deliver(kind, 0, 4))
                    .getMessage();
            assertTrue(message.contains("rank 1 names receive 4"), message);
        }
        for (int kind : new int[] {Packet.ACCEPT, Packet.FETCHED}) {
            String message = assertThrows(IllegalStateException.class, () -> deliver(kind, 0, 4, 1, 1, 1))
                    .getMessage();
            assertTrue(message.contains("rank 1 names send 4"), message);
        }
        String message = assertThrows(IllegalStateException.class, () -> deliver(0, 0, 4))
                .getMessage();
        assertTrue(message.contains("unknown kind 0 from rank 1"), message);
        // A send to another rank is none of this one's.
        post(world.channels[0], 2);
        assertThrows(IllegalStateException.class, () -> deliver(Packet.FETCHED, 0, 0, 0));
        assertFalse(world.channels[0].hasFailed());
        deliver(Packet.EAGER, 3, 1, 2);
        assertTrue(world.errors.getFirst().what().contains("another opening"), world.errors.toString());
    }

    @Test
    void aTrainHasAsManyBytesAsItHasSaid() {
        assertThrows(IllegalStateException.class, () -> deliver(Packet.CAR, 0, 1));
        deliver(Packet.TRAIN, 0, 5, 16, 1);
        assertThrows(IllegalStateException.class, () -> deliver(Packet.CAR, 0, 1, 2));
        deliver(Packet.CAR, 0, 1);
        assertThrows(IllegalStateException.class, () -> deliver(Packet.CAR, 0, 1));
        assertEquals(16, world.mailboxes[0].letters.getFirst().length);
    }

    // ---- figures -----------------------------------------------------------------------------------------------

    private static List<Long> figures(Traffic traffic) {
        return List.of(traffic.sent(), traffic.sentBytes(), traffic.received(), traffic.receivedBytes());
    }

    private static List<Long> of(Channel channel, int peer) {
        Traffic traffic = new Traffic();
        channel.addTo(traffic, peer);
        return figures(traffic);
    }

    @Test
    void messagesAreCountedOnceWhateverTheirWay() {
        for (LoopOptions options : List.of(
                new LoopOptions().ranks(3).packets(272, 4),
                new LoopOptions().ranks(3).packets(272, 4).eager(256, 1 << 14).trains(2000),
                new LoopOptions().ranks(3).packets(272, 4).posted())) {
            World others = new World(new LoopFabric(options));
            Channel channel = others.channels[0];
            assertEquals(List.of(0L, 0L, 0L, 0L), of(channel, 1));
            others.post(0, 1, 1, new byte[100], false);
            others.post(0, 1, 2, new byte[1000], false);
            others.post(0, 2, 3, new byte[5000], true);
            others.post(1, 0, 4, new byte[0], false);
            others.post(2, 0, 5, new byte[1500], false);
            others.settle();
            assertEquals(List.of(2L, 1100L, 1L, 0L), of(channel, 1));
            assertEquals(List.of(1L, 5000L, 1L, 1500L), of(channel, 2));
            assertEquals(List.of(1L, 0L, 2L, 1100L), of(others.channels[1], 0));
            assertEquals(List.of(0L, 0L, 0L, 0L), of(others.channels[1], 2));
            Traffic all = new Traffic();
            channel.addTo(all);
            assertEquals(List.of(3L, 6100L, 2L, 1500L), figures(all));
        }
    }

    @Test
    void creditsAreSpentAndOwed() {
        Channel sender = world.channels[0];
        assertEquals(0, sender.spent(1));
        assertEquals(0, sender.owed(1));
        send(sender, 1, 1);
        int cost = sender.spent(1);
        assertEquals(2, cost);
        assertEquals(0, sender.spent(2));
        world.settle();
        assertEquals(cost, world.channels[1].owed(0));
        assertEquals(0, world.channels[1].owed(2));
        send(world.channels[1], 0, 2);
        world.settle();
        assertEquals(0, sender.spent(1), "they have come with a message");
        assertEquals(0, world.channels[1].owed(0));
        assertEquals(2, sender.owed(1));
    }

    /** The numbers of ranks of a job that has left are used no more. */
    @Test
    void aRankThatIsForgottenIsNotThere() {
        Channel channel = world.channels[0];
        send(channel, 1, 1);
        send(channel, 2, 1);
        fill(channel, 2);
        channel.forget(1, 2);
        assertFalse(channel.isFlushed(), "rank 2 is another one");
        send(channel, 1, 1);
        channel.forget(2, 3);
        assertTrue(channel.isFlushed());
        assertEquals(0, channel.spent(2));
        assertEquals(2, channel.spent(1));
        assertEquals(0, channel.unfinishedSends(3));
        assertEquals(0, channel.unfinishedSends(7));
        channel.forget(5, 9);
        assertEquals(2, channel.spent(1));
        channel.forget(0, 9);
        assertEquals(0, channel.spent(1));
    }
}
