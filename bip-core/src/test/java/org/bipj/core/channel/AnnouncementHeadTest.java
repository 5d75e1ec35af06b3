package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Announcements that carry bytes of the client. */
class AnnouncementHeadTest {
    private static final int CLIENT = 2;
    private static final int PACKET = 128;

    private final World world = new World(new LoopFabric(new LoopOptions().packets(PACKET, 4)));
    private final SegmentCache cache = new SegmentCache();
    private byte[] head = {};
    private byte[] got = {};
    private Channel receiver;
    private RecvOp receive;

    /** As many bytes as may travel, and just one; the message follows, if it has any bytes. */
    @ParameterizedTest
    @CsvSource({"1, 1000", "40, 1000", "40, 0", "-1, 5000"})
    void theBytesArriveWithTheAnnouncementAndTheMessageBehind(int bytes, int length) {
        Channel sender = world.ports[0].open(CLIENT, (peer, what) -> {});
        sender.bind(new Client());
        receiver = world.ports[1].open(CLIENT, (peer, what) -> {});
        receiver.bind(new Client());
        head = new byte[bytes < 0 ? sender.headLimit() : bytes];
        new Random(3).nextBytes(head);
        byte[] data = new byte[length];
        new Random(4).nextBytes(data);
        SendOp send = new SendOp(cache);
        send.set(data, 0, length, TypeLayout.BYTE);
        // Behind the head lie other bytes, which are not sent.
        MemorySegment memory = MemorySegment.ofArray(new byte[head.length + 8]);
        memory.asSlice(0, head.length).copyFrom(MemorySegment.ofArray(head));
        send.head(memory, head.length);
        sender.post(send, 1, 17, true);
        for (int i = 0; i < 1000; i++) {
            int moved = sender.progress() + receiver.progress();
            assertTrue(moved >= 0);
        }
        assertTrue(send.isDone());
        assertArrayEquals(head, got);
        assertArrayEquals(data, received);
    }

    /** Number and CRC take some of the room. */
    @Test
    void aHeadFitsItsPacket() {
        assertEquals(PACKET - 32, world.channels[0].headLimit());
        LoopOptions options = new LoopOptions().packets(PACKET, 4);
        assertEquals(PACKET - 40, new World(new LoopFabric(options.unreliable(0, 0, 0))).channels[0].headLimit());
    }

    private byte[] received = {};

    private final class Client implements ChannelClient {
        @Override
        public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
            throw new AssertionError("a short message");
        }

        @Override
        public void onLong(Arrival arrival) {
            throw new AssertionError("an announcement without a head");
        }

        @Override
        public void onLong(Arrival arrival, MemorySegment memory, long at, int bytes) {
            assertEquals(0, arrival.peer());
            assertEquals(17, arrival.envelope());
            got = memory.asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE);
            received = new byte[(int) arrival.length()];
            receive = new RecvOp(cache);
            receive.set(received, 0, received.length, TypeLayout.BYTE);
            receiver.accept(arrival, receive, received.length);
        }
    }
}
