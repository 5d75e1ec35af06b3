package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bipj.core.job.Traffic;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Receives that a client posts at the network interface under names of its own, and sends into them. */
class PostedReceivesTest {
    private static final int CLIENT = 3;
    private static final int NAME = 9;
    private static final int REASON = 44;

    private final World world =
            new World(new LoopFabric(new LoopOptions().packets(272, 4).posted()));
    private final SegmentCache cache = new SegmentCache();
    private final Client client = new Client();
    private final Channel sender = bind(0, new Client());
    private final Channel receiver = bind(1, client);
    private final byte[] data = new byte[5000];

    PostedReceivesTest() {
        new Random(5).nextBytes(data);
    }

    /** Posts receives in advance, and keeps what is announced. */
    private static final class Client implements ChannelClient {
        final List<String> unposted = new ArrayList<>();
        final List<Arrival> announced = new ArrayList<>();

        @Override
        public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
            throw new AssertionError("a short message");
        }

        @Override
        public void onLong(Arrival arrival) {
            announced.add(arrival);
        }

        @Override
        public int onUnposted(int peer, int name, long bytes) {
            unposted.add(bytes + " bytes of rank " + peer + " for " + name);
            return REASON;
        }
    }

    private Channel bind(int rank, ChannelClient to) {
        Channel channel = world.ports[rank].open(CLIENT, (peer, what) -> {
            throw new AssertionError(what);
        });
        channel.bind(to);
        return channel;
    }

    private RecvOp receive(byte[] into) {
        RecvOp op = new RecvOp(cache);
        op.set(into, 0, into.length, TypeLayout.BYTE);
        receiver.postReceive(op, NAME);
        return op;
    }

    private SendOp send(int bytes) {
        SendOp op = new SendOp(cache);
        op.set(data, 0, bytes, TypeLayout.BYTE);
        sender.sendReady(op, 1, NAME);
        return op;
    }

    @Test
    void aMessageGoesIntoTheReceiveOfItsName() {
        assertTrue(receiver.postsReceives());
        assertFalse(new World(new LoopFabric(new LoopOptions())).channels[0].postsReceives());
        byte[] into = new byte[data.length + 8];
        RecvOp receive = receive(into);
        assertEquals(List.of(receive), receiver.unfinishedReceives());
        SendOp send = send(data.length);
        assertFalse(send.isDone());
        assertEquals(1, sender.operations());
        assertEquals(1, receiver.operations());
        assertEquals(1, sender.unfinishedSends(1));
        assertEquals(0, sender.unfinishedSends(0));
        assertFalse(sender.mayLeave());
        world.settle();
        assertTrue(send.isDone() && receive.isDone());
        assertEquals(0, send.refusal());
        assertEquals(0, receive.sender());
        assertEquals(data.length, receive.received());
        assertArrayEquals(Arrays.copyOf(data, into.length), into);
        assertFalse(receiver.unpost(receive), "it has received");
        assertTrue(sender.mayLeave());
        assertEquals(0, sender.operations() + receiver.operations());
        assertTraffic(sender, 1, data.length, 0, 0);
        assertTraffic(receiver, 0, 0, 1, data.length);
        assertEquals(List.of(), client.unposted);
    }

    private static void assertTraffic(Channel channel, long sent, long sentBytes, long received, long receivedBytes) {
        Traffic traffic = new Traffic();
        channel.addTo(traffic);
        assertEquals(
                List.of(sent, sentBytes, received, receivedBytes),
                List.of(traffic.sent(), traffic.sentBytes(), traffic.received(), traffic.receivedBytes()));
    }

    @Test
    void aMessageWithoutAReceiveOrWithoutRoomIsRefused() {
        SendOp early = send(100);
        world.settle();
        byte[] into = new byte[99];
        RecvOp receive = receive(into);
        SendOp tooLong = send(100);
        world.settle();
        for (SendOp refused : new SendOp[] {early, tooLong}) {
            assertTrue(refused.isDone());
            assertEquals(REASON, refused.refusal());
        }
        String said = "100 bytes of rank 0 for " + NAME;
        assertEquals(List.of(said, said), client.unposted);
        assertFalse(receive.isDone());
        SendOp fits = send(99);
        world.settle();
        assertTrue(fits.isDone() && receive.isDone());
        assertEquals(0, fits.refusal());
        assertArrayEquals(Arrays.copyOf(data, 99), into);
        assertTrue(sender.isFlushed() && receiver.isFlushed());
    }

    @Test
    void aReceiveIsWithdrawnUntilAMessageComes() {
        RecvOp receive = receive(new byte[100]);
        assertTrue(receiver.unpost(receive));
        assertFalse(receiver.unpost(receive));
        assertEquals(List.of(), receiver.unfinishedReceives());
        SendOp send = send(10);
        world.settle();
        assertEquals(REASON, send.refusal());
        assertFalse(receive.isDone());
    }

    /** The next opening has names of its own. Receives of messages that were announced end first. */
    @Test
    void closingWithdrawsWhatIsPosted() {
        RecvOp posted = receive(new byte[100]);
        SendOp announced = new SendOp(cache);
        announced.set(data, 0, data.length, TypeLayout.BYTE);
        sender.post(announced, 1, 5, true);
        world.settle();
        RecvOp accepted = new RecvOp(cache);
        accepted.set(new byte[data.length], 0, data.length, TypeLayout.BYTE);
        receiver.accept(client.announced.getFirst(), accepted, data.length);
        receiver.close();
        assertEquals(List.of(accepted), receiver.unfinishedReceives());
        assertFalse(receiver.unpost(posted));
        Client second = new Client();
        Channel later = bind(1, second);
        SendOp late = send(10);
        world.settle();
        assertFalse(late.isDone(), "for a receive of the first opening");
        assertEquals(List.of(), second.unposted);
        assertEquals(List.of(), later.unfinishedReceives());
    }

    @Test
    void whatIsPostedIsWithdrawnWhileAChannelRests() {
        receive(new byte[100]);
        receiver.rest();
        assertEquals(List.of(), receiver.unfinishedReceives());
        SendOp send = send(10);
        world.settle();
        assertFalse(send.isDone());
        receiver.bind(client);
        world.settle();
        assertEquals(REASON, send.refusal());
        assertEquals(1, client.unposted.size());
    }

    /** What a client that is bound later has to refuse waits for it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMessageForAClientThatIsNotBoundYetWaits(boolean closes) {
        int other = 5;
        // Rank 1 has one client, or several.
        if (closes) {
            receiver.close();
        }
        Channel early = world.ports[0].open(other, (peer, what) -> {});
        early.bind(new Client());
        SendOp op = new SendOp(cache);
        op.set(data, 0, 50, TypeLayout.BYTE);
        early.sendReady(op, 1, NAME);
        world.settle();
        assertFalse(op.isDone());
        Client late = new Client();
        Channel channel = world.ports[1].open(other, (peer, what) -> {});
        channel.bind(late);
        assertEquals(List.of("50 bytes of rank 0 for " + NAME), late.unposted);
        world.settle();
        assertEquals(REASON, op.refusal());
    }

    @Test
    void aClientThatPostsNothingSaysWhoSendsIntoAReceive() {
        ChannelClient plain = world.mailboxes[1];
        String message = assertThrows(IllegalStateException.class, () -> plain.onUnposted(3, NAME, 50))
                .getMessage();
        assertTrue(message.contains("rank 3 sends 50 bytes into receive " + NAME), message);
    }
}
