package org.bipj.shm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Copies by non-temporal stores write what plain ones write, and nothing else. */
class NonTemporalCopyTest {
    private static final int ROOM = 1 << 14;

    private final NonTemporalCopy copy = NonTemporalCopy.get();
    private final Random random = new Random(7);

    @BeforeEach
    void thereIsOne() {
        assumeTrue(copy != null, "no copy by non-temporal stores on this machine");
    }

    private void copies(MemorySegment from, MemorySegment to, long fromOffset, long toOffset, long bytes) {
        byte[] expected = new byte[ROOM];
        random.nextBytes(expected);
        MemorySegment.copy(MemorySegment.ofArray(expected), 0, to, 0, ROOM);
        MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(expected), toOffset, bytes);
        copy.copy(from, fromOffset, to, toOffset, bytes);
        assertEquals(
                -1,
                MemorySegment.ofArray(expected).mismatch(to),
                () -> bytes + " bytes from " + fromOffset + " to " + toOffset);
    }

    @Test
    void anyLengthAndPlaceIsCopied() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = arena.allocate(ROOM, 64);
            byte[] data = new byte[ROOM];
            random.nextBytes(data);
            MemorySegment.copy(MemorySegment.ofArray(data), 0, from, 0, ROOM);
            MemorySegment to = arena.allocate(ROOM, 64);
            for (int bytes = 0; bytes <= 400; bytes++) {
                copies(from, to, random.nextInt(70), random.nextInt(70), bytes);
            }
            for (int place = 0; place < 64; place++) {
                copies(from, to, 63 - place, place, 2048);
                copies(from, to, place, 17, 8192 - place);
            }
            copies(from, to, 0, 0, ROOM);
        }
    }

    @Test
    void arraysAreCopied() {
        MemorySegment[] arrays = {
            MemorySegment.ofArray(new byte[ROOM]), MemorySegment.ofArray(new short[ROOM / 2]),
            MemorySegment.ofArray(new char[ROOM / 2]), MemorySegment.ofArray(new int[ROOM / 4]),
            MemorySegment.ofArray(new float[ROOM / 4]), MemorySegment.ofArray(new long[ROOM / 8]),
            MemorySegment.ofArray(new double[ROOM / 8])
        };
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment to = arena.allocate(ROOM, 64);
            byte[] data = new byte[ROOM];
            for (MemorySegment array : arrays) {
                random.nextBytes(data);
                array.copyFrom(MemorySegment.ofArray(data));
                copies(array, to, 40, 24, 4000);
                copies(array.asSlice(8), to, 3, 5, 4001);
            }
        }
    }

    @Test
    void whatIsNotInsideIsRefused() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment to = arena.allocate(1000, 64);
            MemorySegment from = MemorySegment.ofArray(new byte[1000]);
            assertThrows(IndexOutOfBoundsException.class, () -> copy.copy(from, 1, to, 0, 1000));
            assertThrows(IndexOutOfBoundsException.class, () -> copy.copy(from, 0, to, 1, 1000));
            assertThrows(IndexOutOfBoundsException.class, () -> copy.copy(from, -1, to, 0, 500));
            assertThrows(IndexOutOfBoundsException.class, () -> copy.copy(from, 0, to, 0, Long.MAX_VALUE));
            assertThrows(IllegalArgumentException.class, () -> copy.copy(to, 0, from, 0, 1000));
            assertThrows(IllegalArgumentException.class, () -> copy.copy(from, 0, to.asReadOnly(), 0, 1000));
        }
    }

    @Test
    void memoryOfAClosedArenaIsRefused() {
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(1000);
        }
        MemorySegment open = Arena.ofAuto().allocate(1000);
        assertThrows(IllegalStateException.class, () -> copy.copy(open, 0, closed, 0, 1000));
        assertThrows(IllegalStateException.class, () -> copy.copy(closed, 0, open, 0, 1000));
    }
}
