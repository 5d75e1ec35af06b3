package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every port with direct access does with the memory of peers. */
public abstract class RegionContract {
    private static final TypeLayout GAPS = TypeLayout.of(new long[] {4, 0}, new long[] {2, 1}, 0, 8);

    private Fabric fabric;
    private RemoteMemory owner;
    private RemoteMemory peer;

    /** A new fabric of so many ranks, in which every exposed payload can be reached. */
    protected abstract Fabric fabric(int ranks);

    private void open() {
        fabric = fabric(2);
        owner = fabric.port(0).remoteMemory();
        peer = fabric.port(1).remoteMemory();
    }

    @AfterEach
    void closeFabric() {
        if (fabric != null) {
            fabric.close();
        }
    }

    /** Reachable memory: a region where the port has such, else any memory. */
    private static MemorySegment reachable(RemoteMemory port, long bytes) {
        Region region = port.register(bytes);
        MemorySegment memory = region == null ? Arena.ofAuto().allocate(bytes, 64) : region.memory();
        assertEquals(bytes, memory.byteSize());
        assertArrayEquals(new byte[(int) bytes], memory.toArray(ValueLayout.JAVA_BYTE), "a new region is zeroed");
        return memory;
    }

    private static Payload payload(Object buffer, long offset, long count, TypeLayout type) {
        Payload payload = new Payload(new SegmentCache());
        payload.set(buffer, offset, count, type);
        return payload;
    }

    /** Waits for a copy that has begun. */
    private void complete(int result, long cookie) {
        assertNotEquals(RemoteMemory.UNREACHABLE, result);
        PortContract.Collector sink = new PortContract.Collector();
        for (int polls = 0; result == RemoteMemory.PENDING && sink.completions.isEmpty(); polls++) {
            assertTrue(polls < 10_000, "a pending copy never completes");
            fabric.port(1).poll(sink, 1);
        }
        assertEquals(
                result == RemoteMemory.PENDING ? java.util.List.of(cookie) : java.util.List.of(), sink.completions);
    }

    @Test
    void aPeerGetsWhatIsExposed() {
        open();
        MemorySegment memory = reachable(owner, 10_000);
        byte[] data = PortContract.pattern(10_000, 1);
        memory.copyFrom(MemorySegment.ofArray(data));
        long key = owner.expose(payload(memory, 100, 9_000, TypeLayout.BYTE));
        assertNotEquals(RemoteMemory.NOT_EXPOSED, key);
        for (int bytes : new int[] {1, 8, 4_097, 9_000}) {
            byte[] into = new byte[bytes + 3];
            complete(peer.get(0, key, payload(into, 3, bytes, TypeLayout.BYTE), bytes, 42), 42);
            assertArrayEquals(Arrays.copyOfRange(data, 100, 100 + bytes), Arrays.copyOfRange(into, 3, 3 + bytes));
            assertArrayEquals(new byte[3], Arrays.copyOf(into, 3));
        }
        owner.conceal(key);
    }

    @Test
    void aPeerPutsIntoWhatIsExposed() {
        open();
        MemorySegment memory = reachable(owner, 5_000);
        long key = owner.expose(payload(memory, 1_000, 3_000, TypeLayout.BYTE));
        byte[] data = PortContract.pattern(2_999, 2);
        complete(peer.put(0, key, payload(data, 0, 2_999, TypeLayout.BYTE), 2_999, 43), 43);
        byte[] expected = new byte[5_000];
        System.arraycopy(data, 0, expected, 1_000, 2_999);
        assertArrayEquals(expected, memory.toArray(ValueLayout.JAVA_BYTE));
        owner.conceal(key);
    }

    @Test
    void theNearEndMayHaveGaps() {
        open();
        MemorySegment memory = reachable(owner, 3 * 100);
        byte[] data = PortContract.pattern(300, 3);
        memory.copyFrom(MemorySegment.ofArray(data));
        long key = owner.expose(payload(memory, 0, 300, TypeLayout.BYTE));
        byte[] into = new byte[800];
        complete(peer.get(0, key, payload(into, 0, 100, GAPS), 300, 1), 1);
        for (int element = 0; element < 100; element++) {
            assertEquals(data[3 * element], into[8 * element + 4]);
            assertEquals(data[3 * element + 1], into[8 * element + 5]);
            assertEquals(data[3 * element + 2], into[8 * element]);
        }
        memory.fill((byte) 0);
        complete(peer.put(0, key, payload(into, 0, 100, GAPS), 300, 2), 2);
        assertArrayEquals(data, memory.toArray(ValueLayout.JAVA_BYTE));
        owner.conceal(key);
    }

    @Test
    void manyExposuresOneAfterTheOther() {
        open();
        MemorySegment memory = reachable(owner, 64);
        for (int round = 0; round < 5_000; round++) {
            memory.set(ValueLayout.JAVA_INT, 4L * (round % 16), round);
            long key = owner.expose(payload(memory, 4L * (round % 16), 4, TypeLayout.BYTE));
            assertNotEquals(RemoteMemory.NOT_EXPOSED, key, "exposure " + round);
            int[] into = new int[1];
            complete(peer.get(0, key, payload(into, 0, 4, TypeLayout.BYTE), 4, round), round);
            assertEquals(round, into[0]);
            owner.conceal(key);
        }
    }

    @Test
    void regionsAreApart() {
        open();
        MemorySegment[] memories = new MemorySegment[20];
        long[] keys = new long[memories.length];
        for (int i = 0; i < memories.length; i++) {
            memories[i] = reachable(owner, 128 + i);
            memories[i].fill((byte) i);
            keys[i] = owner.expose(payload(memories[i], 0, 128 + i, TypeLayout.BYTE));
        }
        for (int i = memories.length - 1; i >= 0; i--) {
            byte[] into = new byte[128 + i];
            complete(peer.get(0, keys[i], payload(into, 0, 128 + i, TypeLayout.BYTE), 128 + i, i), i);
            byte[] expected = new byte[128 + i];
            Arrays.fill(expected, (byte) i);
            assertArrayEquals(expected, into);
        }
    }

    @Test
    void closingARegionTwiceIsHarmless() {
        open();
        Region region = owner.register(4096);
        if (region != null) {
            region.memory().fill((byte) 1);
            region.close();
            region.close();
            assertEquals(
                    1, region.memory().get(ValueLayout.JAVA_BYTE, 4095), "memory lives as long as it is reachable");
        }
    }

    @Test
    void aPeerLoadsAndStoresWhatIsExposed() {
        open();
        MemorySegment memory = reachable(owner, 10_000);
        long key = owner.expose(payload(memory, 128, 9_000, TypeLayout.BYTE));
        MemorySegment seen = peer.view(0, key, 9_000, Arena.ofAuto());
        owner.conceal(key);
        assertEquals(9_000, seen.byteSize());
        memory.set(ValueLayout.JAVA_LONG, 128, 42);
        assertEquals(42, seen.get(ValueLayout.JAVA_LONG, 0), "stored by the owner");
        seen.set(ValueLayout.JAVA_LONG, 8_992, 43);
        assertEquals(43, memory.get(ValueLayout.JAVA_LONG, 9_120), "stored by the peer, after the key has ended");
    }
}
