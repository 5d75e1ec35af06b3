package org.bipj.mpi.match;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.ChannelProbe;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.junit.jupiter.api.Test;

class UnexpectedPoolTest {
    private final UnexpectedPool pool = new UnexpectedPool(new HeapReserve());

    private static void assertDescribed(Unexpected entry, int source, int tag, int signature, long length) {
        assertEquals(source, entry.source());
        assertEquals(tag, entry.tag());
        assertEquals(signature, entry.signature());
        assertEquals(length, entry.length());
        Unexpected snapshot = entry.snapshot();
        assertNotSame(entry, snapshot);
        assertEquals(source, snapshot.source());
        assertEquals(tag, snapshot.tag());
        assertEquals(signature, snapshot.signature());
        assertEquals(length, snapshot.length());
    }

    @Test
    void theBytesOfAShortMessageAreKept() {
        byte[] packet = new byte[5000];
        new Random(1).nextBytes(packet);
        for (int length : new int[] {0, 1, 63, 64, 65, 128, 129, 4096}) {
            Unexpected entry = pool.copyOf(3, 9, 5, MemorySegment.ofArray(packet), 17, length);
            assertDescribed(entry, 3, 9, 5, length);
            byte[] expected = new byte[length];
            System.arraycopy(packet, 17, expected, 0, length);
            assertArrayEquals(expected, entry.bytes().asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
            assertNull(entry.arrival());
            assertNull(entry.local());
        }
    }

    /** The credits of senders bound the lengths of messages; memory is at most twice that, for all but the shortest. */
    @Test
    void memoryFitsTheMessageAndIsNotMuchMore() {
        for (int length : new int[] {0, 1, 64, 65, 127, 128, 129, 1000, 1 << 20, (1 << 20) + 1}) {
            long bytes = pool.ofBytes(0, 0, 0, length).bytes().byteSize();
            assertTrue(bytes >= length && bytes < Math.max(65, 2L * length), length + " in " + bytes);
        }
    }

    @Test
    void anEntryIsUsedAgainForMessagesOfItsSize() {
        Unexpected first = pool.ofBytes(1, 2, 3, 100);
        Unexpected second = pool.ofBytes(1, 2, 3, 128);
        MemorySegment memory = first.bytes();
        assertNotSame(memory, second.bytes());
        pool.give(first);
        pool.give(second);
        assertNotSame(first, pool.ofBytes(0, 0, 0, 64), "memory for 64 bytes");
        assertNotSame(second, pool.ofBytes(0, 0, 0, 129));
        Set<Unexpected> again = new HashSet<>(Set.of(pool.ofBytes(4, 5, 6, 65), pool.ofBytes(7, 8, 9, 128)));
        assertEquals(Set.of(first, second), again);
        assertSame(memory, first.bytes());
        assertNotSame(first, pool.ofBytes(0, 0, 0, 100), "it is in use");
    }

    @Test
    void announcementsAndSendsToOneselfHaveNoMemory() {
        Arrival arrival = ChannelProbe.announcement(6, 11, 1L << 40);
        Unexpected announced = pool.of(arrival, 4, 2);
        assertDescribed(announced, 6, 4, 2, 1L << 40);
        assertSame(arrival, announced.arrival());
        assertNull(announced.bytes());
        pool.give(announced);

        SendOp send = new SendOp(new SegmentCache());
        send.set(new byte[40], 0, 40, TypeLayout.BYTE);
        Unexpected local = pool.of(send, 2, 7, 1);
        assertSame(announced, local, "used again");
        assertDescribed(local, 2, 7, 1, 40);
        assertSame(send, local.local());
        assertNull(local.arrival());
        pool.give(local);
        assertNull(pool.of(arrival, 0, 0).local());
        assertNotNull(pool.ofBytes(0, 0, 0, 0).bytes());
    }
}
