package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Traffic;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.testkit.DelegatingPort;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
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
        world.settle();
        assertEquals(List.of(1L, 2L, 3L), one.envelopes);
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
        channel.forget(2, 3);
        assertTrue(channel.isFlushed());
        assertEquals(0, channel.spent(2));
        assertEquals(2, channel.spent(1));
        assertEquals(0, channel.unfinishedSends(7));
        channel.forget(5, 9);
        assertEquals(2, channel.spent(1));
        channel.forget(0, 9);
        assertEquals(0, channel.spent(1));
    }
}
