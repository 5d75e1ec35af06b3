package org.bipj.core.payload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/**
 * The table of direct buffers against a list of those that live, in memory that is used again and again. The test plays the
 * collector: it clears the reference of a dead buffer before the memory is used again, and enqueues it at any later time.
 */
class DirectMemoryProps {
    private static final int BYTES = 512;
    private static final int STEPS = 400;

    private final MemorySegment heap = Arena.ofAuto().allocate(BYTES, 8);
    private final List<Block> live = new ArrayList<>();
    /** References that the collector has cleared and not enqueued so far. */
    private final Queue<Reference<ByteBuffer>> cleared = new ArrayDeque<>();

    private record Block(int from, int to, ByteBuffer buffer) {
        boolean meets(int otherFrom, int otherTo) {
            return from < otherTo && otherFrom < to;
        }
    }

    private void allocate(int from, int bytes) {
        if (live.stream().noneMatch(block -> block.meets(from, from + bytes))) {
            ByteBuffer buffer = heap.asSlice(from, bytes).asByteBuffer();
            live.add(new Block(from, from + bytes, DirectMemory.remember(buffer)));
        }
    }

    private void die(Block block) {
        live.remove(block);
        Reference<ByteBuffer> entry = DirectMemory.entry(block.buffer);
        assertNotNull(entry, "a live buffer has its entry");
        entry.clear();
        cleared.add(entry);
    }

    private void enqueue() {
        Reference<ByteBuffer> late = cleared.poll();
        if (late != null) {
            late.enqueue();
        }
    }

    /** Empty parts between two buffers are looked at below: here all memory has one scope. */
    private void check(int from, int to) {
        MemorySegment part = heap.asSlice(from, to - from);
        MemorySegment whole = DirectMemory.around(part);
        Block expected = live.stream()
                .filter(block -> block.from <= from && to <= block.to)
                .findFirst()
                .orElse(null);
        if (expected == null) {
            assertNull(whole, () -> "there is nothing around " + from + " to " + to);
        } else {
            assertNotNull(whole, () -> expected.from + " to " + expected.to + " is around " + from + " to " + to);
            assertEquals(heap.address() + expected.from, whole.address());
            assertEquals(expected.to - expected.from, whole.byteSize());
        }
    }

    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void theLiveBufferAroundAPartIsFound(@ForAll long seed) {
        Random random = new Random(seed);
        try {
            for (int step = 0; step < STEPS; step++) {
                int from = random.nextInt(BYTES);
                int bytes = 1 + random.nextInt(Math.min(BYTES - from, random.nextBoolean() ? 16 : 200));
                switch (random.nextInt(4)) {
                    case 0, 1 -> allocate(from, bytes);
                    case 2 -> {
                        if (!live.isEmpty()) {
                            die(live.get(random.nextInt(live.size())));
                        }
                    }
                    default -> enqueue();
                }
                check(from, from + bytes);
                for (Block block : live) {
                    int in = block.from + random.nextInt(block.to - block.from);
                    check(in, in + 1 + random.nextInt(block.to - in));
                }
            }
        } finally {
            forgetAll();
        }
    }

    private void forgetAll() {
        while (!live.isEmpty()) {
            die(live.getFirst());
        }
        while (!cleared.isEmpty()) {
            enqueue();
        }
        DirectMemory.remember(ByteBuffer.allocateDirect(1));
    }

    /** The entry of a dead buffer is enqueued after another buffer has begun at the same address. */
    @Test
    void aLateCollectorLeavesTheNewerEntry() {
        allocate(64, 32);
        die(live.getFirst());
        allocate(64, 48);
        enqueue();
        allocate(0, 8);
        check(80, 100);
        forgetAll();
    }

    /** One without bytes may begin where another one does. */
    @Test
    void anEmptyBufferIsNotRemembered() {
        allocate(64, 32);
        DirectMemory.remember(heap.asSlice(64, 0).asByteBuffer());
        check(80, 90);
        check(64, 96);
        forgetAll();
    }

    /** Registered memory is mapped in pages, and mappings lie side by side: an empty part at the end of one is the next one's begin. */
    @Test
    void anEmptyPartBetweenTwoArenasIsPartOfItsOwn() {
        try (Arena first = Arena.ofConfined();
                Arena second = Arena.ofConfined()) {
            ByteBuffer one = within(first, 0, 64);
            ByteBuffer two = within(second, 64, 128);
            DirectMemory.remember(one);
            DirectMemory.remember(two);
            assertEquals(64, Payload.bytesBefore(one.slice(64, 0)), "the first one's end");
            assertEquals(0, Payload.bytesBefore(two.slice(0, 0)), "the second one's begin");
            assertEquals(0, Payload.bytesBefore(two.slice(0, 8)));
            assertTrue(Payload.bytesBefore(two.slice(64, 0)) == 64, "the second one's end");
            for (ByteBuffer dead : List.of(one, two)) {
                DirectMemory.entry(dead).clear();
                Reference.reachabilityFence(dead);
            }
        }
    }

    @SuppressWarnings("restricted")
    private ByteBuffer within(Arena arena, int from, int to) {
        return heap.asSlice(from, to - from).reinterpret(arena, null).asByteBuffer();
    }
}
