package org.bipj.core.payload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the buffers of messages hold, and how errors name them. */
class ElementKindTest {
    @Test
    void eachBufferHasTheKindOfItsElements() {
        Map<Object, ElementKind> kinds = new LinkedHashMap<>();
        kinds.put(new byte[0], ElementKind.BYTE);
        kinds.put(new double[0], ElementKind.DOUBLE);
        kinds.put(new int[0], ElementKind.INT);
        kinds.put(new long[0], ElementKind.LONG);
        kinds.put(new float[0], ElementKind.FLOAT);
        kinds.put(new short[0], ElementKind.SHORT);
        kinds.put(new char[0], ElementKind.CHAR);
        kinds.put(new boolean[0], ElementKind.BOOLEAN);
        kinds.put(ByteBuffer.allocate(1), ElementKind.BYTE);
        kinds.put(DoubleBuffer.allocate(1), ElementKind.DOUBLE);
        kinds.put(IntBuffer.allocate(1), ElementKind.INT);
        kinds.put(LongBuffer.allocate(1), ElementKind.LONG);
        kinds.put(FloatBuffer.allocate(1), ElementKind.FLOAT);
        kinds.put(ShortBuffer.allocate(1), ElementKind.SHORT);
        kinds.put(CharBuffer.allocate(1), ElementKind.CHAR);
        kinds.put(MemorySegment.NULL, ElementKind.BYTE);
        kinds.forEach((buffer, kind) -> assertEquals(kind, ElementKind.of(buffer), buffer.toString()));
        assertNull(ElementKind.of("text"));
        assertNull(ElementKind.of((Object) null));
        assertEquals(1 << 3, ElementKind.LONG.bit());
    }

    @Test
    void buffersHaveTheirNamesInErrors() {
        assertEquals("null", ElementKind.describe(null));
        assertEquals("an int[]", ElementKind.describe(new int[1]));
        assertEquals("a boolean[]", ElementKind.describe(new boolean[1]));
        assertEquals("a ByteBuffer", ElementKind.describe(ByteBuffer.allocateDirect(1)));
        assertEquals("an IntBuffer", ElementKind.describe(IntBuffer.allocate(1)));
        assertEquals("a MemorySegment", ElementKind.describe(MemorySegment.NULL));
        assertEquals("a java.lang.Object[]", ElementKind.describe(new Object[1]));
        assertEquals(
                "3 elements of DOUBLE from byte 8 of a double[]",
                Data.of(new double[4], 8, 3, TypeLayout.bytes(8).typed(Signature.basic(ElementKind.DOUBLE, 1)))
                        .toString());
    }
}
