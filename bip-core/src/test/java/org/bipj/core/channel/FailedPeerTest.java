package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.testkit.DelegatingPort;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.LoopOptions.Direct;
import org.bipj.testkit.Mailbox;
import org.bipj.testkit.World;
import org.junit.jupiter.api.Test;

/** What becomes of messages, channels and clients when a port reports that a peer has failed. */
class FailedPeerTest {
    private static final int PACKET = 128;
    private static final int LONG = 5000;
    private static final int OTHER = 3;
    private static final String WHY = "rank 1 on host a is gone";

    private static LoopOptions options() {
        return new LoopOptions().ranks(3).packets(PACKET, 4).eager(64, 1024);
    }

    private World world;

    private void open(LoopOptions options) {
        world = new World(new LoopFabric(options));
    }

    private void fail() {
        // The only client that is bound is the sink of the port.
        world.channels[0].onFailure(1, WHY, false);
    }

    private static void assertLost(SendOp op) {
        assertTrue(op.isDone());
        assertFalse(op.isCancelled());
        assertEquals(SendOp.LOST, op.refusal());
    }

    @Test
    void sendsToItAreLostInEveryState() {
        open(options());
        world.mailboxes[1].holding = true;
        world.mailboxes[2].holding = true;
        Channel sender = world.channels[0];
        SendOp streaming = world.post(0, 1, 1, new byte[LONG], true);
        SendOp accepted = world.post(0, 1, 2, new byte[LONG], true);
        SendOp announced = world.post(0, 1, 3, new byte[LONG], true);
        SendOp withdrawing = world.post(0, 1, 4, new byte[LONG], true);
        SendOp toOther = world.post(0, 2, 5, new byte[LONG], true);
        world.settle();
        world.mailboxes[1].letters.get(0).take();
        world.mailboxes[1].letters.get(1).take();
        assertTrue(sender.progress() > 0, "it begins to stream");
        assertFalse(sender.withdraw(withdrawing));
        assertTrue(withdrawing.isWithdrawing());
        List<SendOp> lost = new ArrayList<>(List.of(streaming, accepted, announced, withdrawing));
        for (int i = 0; i < 20; i++) {
            lost.add(world.post(0, 1, 6, new byte[8], true));
        }
        assertFalse(sender.mayEnd(), "they wait for room");
        assertEquals(lost.size(), sender.unfinishedSends(1));

        fail();
        lost.forEach(FailedPeerTest::assertLost);
        assertFalse(withdrawing.isWithdrawing());
        assertEquals(List.of(toOther), sender.unfinishedSends());
        assertEquals(0, sender.unfinishedSends(1));
        assertEquals(1, sender.unfinishedSends(2));
        assertEquals(0, sender.progress());
        assertTrue(sender.isFlushed() && sender.mayEnd());
        assertFalse(sender.mayLeave(), "a send waits for rank 2");
        world.mailboxes[2].takeAll();
        for (int i = 0; i < 1000 && !toOther.isDone(); i++) {
            world.channels[2].progress();
            sender.progress();
        }
        assertEquals(0, toOther.refusal());
        assertTrue(sender.mayLeave());
    }

    @Test
    void theReasonIsGivenToThoseWhoUseIt() {
        open(options());
        Channel sender = world.channels[0];
        assertFalse(sender.hasFailures());
        assertNull(sender.failure(1));
        fail();
        assertTrue(sender.hasFailures());
        assertEquals(WHY, sender.failure(1));
        assertNull(sender.failure(2));
        assertEquals(List.of(new World.Reported(0, 1, WHY)), world.errors, "the client cannot go on without it");
        SendOp op = new SendOp(new SegmentCache());
        op.set(new byte[8], 0, 8, TypeLayout.BYTE);
        PeerFailedException refused = assertThrows(PeerFailedException.class, () -> sender.post(op, 1, 1, false));
        assertEquals(1, refused.peer());
        assertEquals(WHY, refused.getMessage());
        world.post(0, 2, 1, new byte[8], false);
        world.settle();
        assertEquals(1, world.mailboxes[2].letters.size());
    }

    /** Until an error of a call contains the reason, losses that no operation shows are not known to the program. */
    @Test
    void lossesAreUnsentUntilTheyAreTold() {
        for (boolean committed : new boolean[] {false, true}) {
            open(options());
            Channel sender = world.channels[0];
            if (!committed) {
                world.post(0, 1, 1, new byte[LONG], true);
            }
            assertNull(sender.unsent());
            world.ports[0].onFailure(1, WHY, committed);
            world.ports[0].onFailure(2, "rank 2 is gone", false);
            assertEquals(WHY, sender.unsent());
            sender.told("rank 2 is gone");
            assertEquals(WHY, sender.unsent());
            sender.told("send: " + WHY);
            assertNull(sender.unsent());
        }
        open(options());
        fail();
        assertNull(world.channels[0].unsent(), "nothing was on its way");
    }

    @Test
    void queuedShortMessagesAreUnsent() {
        open(options());
        world.mailboxes[1].holding = true;
        List<SendOp> ops = new ArrayList<>();
        while (world.channels[0].isFlushed() && ops.size() < 100) {
            ops.add(world.post(0, 1, ops.size(), new byte[64], false));
        }
        fail();
        assertLost(ops.getLast());
        assertEquals(WHY, world.channels[0].unsent());
    }

    @Test
    void receivesOfItsMessagesAreLost() {
        for (LoopOptions options : List.of(
                options(), options().direct(Direct.ALL, 1000, 0), options().direct(Direct.ALL, 1000, 1000))) {
            open(options);
            Mailbox receiver = world.mailboxes[0];
            receiver.holding = true;
            world.post(1, 0, 1, new byte[LONG], true);
            world.post(1, 0, 2, new byte[LONG], true);
            world.post(2, 0, 3, new byte[LONG], true);
            world.settle();
            Mailbox.Letter partial = byEnvelope(receiver, 1);
            partial.take();
            byEnvelope(receiver, 3).take();
            assertFalse(partial.isDone());
            assertEquals(2, world.channels[0].unfinishedReceives().size());
            fail();
            assertTrue(partial.isDone(), "nothing more comes");
            assertEquals(1, world.channels[0].unfinishedReceives().size());
            Mailbox.Letter unknown = byEnvelope(receiver, 2);
            assertEquals(
                    1, assertThrows(PeerFailedException.class, unknown::take).peer());
        }
    }

    private static Mailbox.Letter byEnvelope(Mailbox mailbox, long envelope) {
        return mailbox.letters.stream()
                .filter(letter -> letter.envelope == envelope)
                .findFirst()
                .orElseThrow();
    }

    /** Memory that peers could reach is concealed, and none that was not shown to them. */
    @Test
    void whatWasExposedToItIsConcealed() {
        LoopFabric fabric = new LoopFabric(options().direct(Direct.ALL, 1000, 0));
        world = new World(fabric);
        world.mailboxes[0].holding = true;
        world.mailboxes[1].holding = true;
        world.post(0, 2, 1, new byte[LONG], true);
        world.mailboxes[2].holding = true;
        world.post(0, 1, 2, new byte[LONG], true);
        world.post(1, 0, 3, new byte[LONG], true);
        world.settle();
        assertEquals(3, fabric.exposed());
        world.mailboxes[0].letters.getFirst().take();
        assertEquals(1, world.channels[0].unfinishedReceives().size(), "the copy is pending");
        assertEquals(3, fabric.exposed(), "it is got");
        assertEquals(3, world.channels[0].operations());
        fail();
        assertEquals(2, fabric.exposed(), "those for rank 2, and rank 1's own");
        assertEquals(List.of(), world.channels[0].unfinishedReceives());
    }

    /** A receive that is posted for any rank is not that of the rank whose message its operation got last. */
    @Test
    void receivesOfAnyRankStay() {
        open(options().posted());
        Channel receiver = world.channels[0];
        RecvOp op = new RecvOp(new SegmentCache());
        for (int round = 0; round < 2; round++) {
            op.set(new byte[8], 0, 8, TypeLayout.BYTE);
            receiver.postReceive(op, 5);
            if (round == 0) {
                sendReady(1);
                assertTrue(op.isDone());
                assertEquals(1, op.sender());
            }
        }
        fail();
        assertFalse(op.isDone());
        assertEquals(List.of(op), receiver.unfinishedReceives());
        sendReady(2);
        assertTrue(op.isDone());
        assertEquals(2, op.sender());
    }

    private void sendReady(int from) {
        SendOp send = new SendOp(new SegmentCache());
        send.set(new byte[8], 0, 8, TypeLayout.BYTE);
        world.channels[from].sendReady(send, 0, 5);
        world.settle();
        assertEquals(0, send.refusal());
    }

    @Test
    void aTrainThatHasComeIsTakenAndOneThatHasNotIsLost() {
        open(new LoopOptions().ranks(3).packets(PACKET, 4).eager(PACKET, 8192).trains(1000));
        Mailbox receiver = world.mailboxes[0];
        receiver.holding = true;
        world.post(1, 0, 1, new byte[1000], false);
        world.settle();
        world.post(1, 0, 2, new byte[1000], false);
        world.channels[0].progress();
        world.post(2, 0, 3, new byte[1000], false);
        assertEquals(2, receiver.letters.size());
        assertEquals(1, world.channels[0].operations(), "a train is under way");
        fail();
        assertEquals(0, world.channels[0].operations());
        receiver.letters.get(0).take();
        assertTrue(receiver.letters.get(0).isDone());
        assertThrows(PeerFailedException.class, receiver.letters.get(1)::take);
    }

    @Test
    void aTrainThatIsTakenWhileItArrivesIsLost() {
        open(new LoopOptions().ranks(3).packets(PACKET, 4).eager(PACKET, 8192).trains(1000));
        world.post(1, 0, 1, new byte[1000], false);
        world.channels[0].progress();
        Mailbox.Letter letter = world.mailboxes[0].letters.getFirst();
        assertTrue(letter.isTaken() && !letter.isDone());
        fail();
        assertTrue(letter.isDone());
        assertEquals(0, world.channels[0].operations());
    }

    @Test
    void aReceiveIsToldWhyItIsLost() {
        open(options());
        List<String> told = new ArrayList<>();
        Channel channel = world.ports[0].open(OTHER, (peer, what) -> {});
        channel.bind(new Client() {
            @Override
            public void onLong(Arrival arrival) {
                RecvOp op = new RecvOp(new SegmentCache()) {
                    @Override
                    public void lose(String why) {
                        told.add(why);
                        super.lose(why);
                    }
                };
                op.set(new byte[LONG], 0, LONG, TypeLayout.BYTE);
                channel.accept(arrival, op, LONG);
            }
        });
        SendOp send = new SendOp(new SegmentCache());
        send.set(new byte[LONG], 0, LONG, TypeLayout.BYTE);
        world.bind(1, OTHER).channel().post(send, 0, 1, true);
        channel.progress();
        assertEquals(1, channel.unfinishedReceives().size());
        world.ports[0].onFailure(1, WHY, false);
        assertEquals(List.of(WHY), told);
        assertEquals(List.of(), channel.unfinishedReceives());
    }

    /** A client that goes on without the peer, and hears of its failure. */
    private static class Client implements ChannelClient {
        final List<String> heard = new ArrayList<>();
        RuntimeException thrown;

        @Override
        public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
            return true;
        }

        @Override
        public void onLong(Arrival arrival) {}

        @Override
        public boolean onFailure(int peer, String why) {
            heard.add(peer + ": " + why);
            if (thrown != null) {
                throw thrown;
            }
            return true;
        }
    }

    private Channel bind(int client, Client to) {
        Channel channel = world.ports[0].open(client, (peer, what) -> {
            throw new AssertionError(what);
        });
        channel.bind(to);
        return channel;
    }

    @Test
    void allClientsHearOfItThoseThatOpenLaterToo() {
        open(options());
        Client closed = new Client();
        bind(4, closed).close();
        Client first = new Client();
        first.thrown = new IllegalStateException("of the first");
        Client second = new Client();
        bind(0, first);
        bind(OTHER, second);
        assertSame(first.thrown, assertThrows(IllegalStateException.class, this::fail));
        assertEquals(List.of("1: " + WHY), first.heard);
        assertEquals(List.of("1: " + WHY), second.heard, "whatever becomes of the first");
        Client later = new Client();
        Channel channel = bind(5, later);
        assertEquals(List.of("1: " + WHY), later.heard);
        assertEquals(WHY, channel.failure(1));
        assertNull(channel.unsent());
        assertEquals(List.of(), closed.heard);
    }

    /** Its second channel cannot tell the peer that it is the second one. */
    @Test
    void aClientOpensAgainAlthoughAPeerHasFailed() {
        LoopFabric fabric = new LoopFabric(options());
        boolean[] failed = new boolean[1];
        Channels channels = new Channels(new DelegatingPort(fabric.port(0)) {
            @Override
            public long claim(int peer, int lane, int bytes) {
                if (failed[0] && peer == 1) {
                    throw new PeerFailedException(peer, WHY);
                }
                return super.claim(peer, lane, bytes);
            }
        });
        Client client = new Client();
        Channel first = channels.open(OTHER, (peer, what) -> {});
        first.bind(client);
        failed[0] = true;
        channels.onFailure(1, WHY, false);
        first.close();
        Channel second = channels.open(OTHER, (peer, what) -> {});
        second.bind(client);
        assertEquals(List.of("1: " + WHY, "1: " + WHY), client.heard);
        assertEquals(WHY, second.failure(1));
        assertEquals(0, second.progress());
        assertTrue(second.isFlushed() && second.mayEnd());
    }

    /** The credits of messages that came too late go back to ranks that are there. */
    @Test
    void nothingIsReturnedToIt() {
        open(options());
        Channel ofOne = world.bind(1, OTHER).channel();
        Channel ofTwo = world.bind(2, OTHER).channel();
        world.bind(0, OTHER).channel().close();
        ofOne.trySend(0, 1, world.payload(new byte[8], 8));
        ofTwo.trySend(0, 1, world.payload(new byte[60], 60));
        world.settle();
        fail();
        world.bind(0, OTHER);
        world.settle();
        assertFalse(ofOne.isDroppedBy(0));
        assertTrue(ofTwo.isDroppedBy(0));
        assertEquals(0, ofTwo.spent(0));
    }

    @Test
    void creditsAndAnswersForItAreDropped() {
        open(options());
        Channel channel = world.channels[0];
        for (int i = 0; channel.isFlushed() && i < 100_000; i++) {
            channel.consumed(1, 512);
        }
        assertFalse(channel.isFlushed(), "credits wait for room");
        fail();
        channel.progress();
        assertTrue(channel.isFlushed());
        channel.consumed(1, 1024);
        assertTrue(channel.isFlushed(), "none are returned any more");
    }
}
