package org.bipj.core.payload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/** Described buffers. */
class DataTest {
    private static final TypeLayout PAIR_OF_THREE = TypeLayout.of(new long[] {0}, new long[] {8}, 0, 12);
    private final int[] buffer = new int[32];

    @Test
    void copiesStayWhenTheOriginalIsSetAgain() {
        Data data = Data.of(buffer, 4, 3, PAIR_OF_THREE);
        Data kept = data.copy();
        data.set(new byte[1], 0, 1, TypeLayout.BYTE);
        assertSame(buffer, kept.buffer());
        assertEquals(4, kept.offset());
        assertEquals(3, kept.count());
        assertSame(PAIR_OF_THREE, kept.type());
        assertEquals(24, kept.bytes());
    }

    @Test
    void blocksFollowEachOtherByExtents() {
        Data block = Data.of(buffer, 4, 2, PAIR_OF_THREE);
        Data some = new Data().setBlocks(block, 1, 3);
        assertSame(buffer, some.buffer());
        assertEquals(4 + 2 * 12, some.offset());
        assertEquals(6, some.count());
        assertEquals(48, some.bytes());
    }

    @Test
    void clearedDataHoldNoMemory() {
        Data data = Data.of(buffer, 4, 2, PAIR_OF_THREE);
        data.clear();
        assertNull(data.buffer());
        assertEquals(0, data.bytes());
    }
}
