package org.bipj.core.payload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever a payload described before, {@link Payload#setAlike} describes what {@link Payload#set} would, or nothing. */
class PayloadAlikeTest {
    private static final TypeLayout PAIR_OF_THREE = TypeLayout.of(new long[] {0}, new long[] {8}, 0, 12);

    private static final TypeLayout DOUBLE = TypeLayout.bytes(8);

    private static final List<Data> ALL = List.of(
            Data.of(new byte[32], 4, 3, TypeLayout.BYTE),
            Data.of(new byte[8], 0, 8, TypeLayout.BYTE),
            Data.of(new byte[48], 0, 2, PAIR_OF_THREE),
            Data.of(new double[4], 8, 16, TypeLayout.BYTE),
            Data.of(ByteBuffer.allocate(32).slice(8, 16), 2, 5, TypeLayout.BYTE),
            Data.of(ByteBuffer.allocate(32).asReadOnlyBuffer(), 0, 5, TypeLayout.BYTE),
            Data.of(ByteBuffer.allocateDirect(32), 1, 4, TypeLayout.BYTE),
            Data.of(Arena.ofAuto().allocate(16), 0, 16, TypeLayout.BYTE),
            Data.of(null, 0, 0, TypeLayout.BYTE),
            Data.of(new double[4], 8, 3, DOUBLE),
            Data.of(new double[3], 0, 2, DOUBLE));

    private static Payload set(Data data) {
        Payload payload = new Payload(new SegmentCache());
        payload.set(data);
        return payload;
    }

    @Test
    void describesTheSameAsSet() {
        for (Data before : ALL) {
            for (Data data : ALL) {
                for (boolean cleared : new boolean[] {false, true}) {
                    Payload payload = set(before);
                    if (cleared) {
                        payload.clear();
                    }
                    if (payload.setAlike(data)) {
                        assertAlike(set(data), payload);
                    }
                }
            }
        }
    }

    private static void assertAlike(Payload expected, Payload payload) {
        assertSame(expected.memory(), payload.memory());
        assertEquals(expected.origin(), payload.origin());
        assertEquals(expected.size(), payload.size());
        assertEquals(expected.capacity(), payload.capacity());
        assertEquals(expected.holds(), payload.holds());
        assertEquals(expected.isReadOnly(), payload.isReadOnly());
        assertSame(expected.layout(), payload.layout());
    }

    @Test
    void servesAnotherArrayOfTheSameTypeOnly() {
        Payload payload = set(ALL.get(0));
        assertTrue(payload.setAlike(ALL.get(1)));
        assertFalse(payload.setAlike(ALL.get(2)), "another layout");
        assertFalse(payload.setAlike(ALL.get(3)), "another array");
        assertFalse(payload.setAlike(ALL.get(4)), "a buffer");
        assertSame(ALL.get(1).buffer(), payload.memory());
        assertFalse(set(ALL.get(2)).setAlike(ALL.get(2)), "data with gaps");
        assertFalse(set(ALL.get(4)).setAlike(ALL.get(0)), "an array after a part of one");
    }
}
