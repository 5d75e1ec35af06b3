package org.bipj.core.payload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Without data every buffer will do, and every place in and outside of it. */
class EmptyPayloadTest {
    static List<Object> buffers() {
        return List.of(
                new byte[3],
                new boolean[3],
                new char[3],
                new short[3],
                new int[3],
                new float[3],
                new long[3],
                new double[3],
                ByteBuffer.allocateDirect(8),
                ByteBuffer.allocateDirect(8).asReadOnlyBuffer(),
                FloatBuffer.allocate(3),
                FloatBuffer.allocate(3).asReadOnlyBuffer(),
                MemorySegment.ofArray(new int[3]).asReadOnly());
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void noBytesAreCopiedFromAndToAnyPlace(Object buffer) {
        MemorySegment packet = MemorySegment.ofArray(new byte[8]);
        Payload payload = new Payload(new SegmentCache());
        for (long offset : new long[] {0, 8, 1 << 20, Integer.MAX_VALUE, -8}) {
            payload.set(buffer, offset, 0, TypeLayout.BYTE);
            assertEquals(0, payload.size());
            payload.copyOut(0, packet, 0, 0);
            payload.copyIn(packet, 0, 0, 0);
            payload.copyIn(packet, 8, 0, 0);
            payload.copyFrom(payload, 0);
        }
    }
}
