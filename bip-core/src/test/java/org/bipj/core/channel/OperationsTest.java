package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.World;
import org.junit.jupiter.api.Test;

/** Operations whose memory goes before they end, and such that the channel does not see. */
class OperationsTest {
    private final World world = new World(new LoopFabric(new LoopOptions().packets(128, 4)));

    /** The message goes on with zeros, and its owner looks at the flag. */
    @Test
    void aSendWhoseMemoryIsGoneEnds() {
        SendOp op = new SendOp(new SegmentCache());
        try (Arena arena = Arena.ofConfined()) {
            op.set(arena.allocate(5000).fill((byte) 1), 0, 5000, TypeLayout.BYTE);
            world.channels[0].post(op, 1, 1, true);
        }
        world.settle();
        assertTrue(op.isDone() && op.isClosed());
        assertEquals(0, op.refusal());
        assertArrayEquals(new byte[5000], world.mailboxes[1].letters.getFirst().bytes());
        assertEquals(1, op.peer());
        assertEquals(1, op.envelope());
    }

    @Test
    void aReceiveWhoseMemoryIsGoneEnds() {
        Arena arena = Arena.ofConfined();
        world.mailboxes[1].buffers = arena::allocate;
        SendOp op = world.post(0, 1, 1, new byte[5000], true);
        world.channels[1].progress();
        RecvOp receive = world.channels[1].unfinishedReceives().getFirst();
        arena.close();
        world.settle();
        assertTrue(op.isDone() && receive.isDone() && receive.isClosed());
        world.checkAtRest();
    }

    @Test
    void aSendWithoutTheChannelIsLocalUntilItEnds() {
        SendOp op = new SendOp(null);
        assertFalse(op.isLocal() || op.isDone());
        op.beginLocally();
        assertTrue(op.isLocal());
        assertFalse(op.isDone());
        op.completeLocally();
        assertTrue(op.isDone());
        assertFalse(op.isLocal() || op.isCancelled());
        op.beginLocally();
        op.cancelLocally();
        assertTrue(op.isDone() && op.isCancelled());
        assertFalse(op.isLocal());
    }

    @Test
    void aPacketWithoutNumberAndChecksIsHarmed() {
        MemorySegment memory = MemorySegment.ofArray(new long[2]);
        assertEquals("lane: a packet of 7 bytes; expected at least 8", PacketChecks.harm("lane: ", 0, memory, 0, 7));
    }
}
