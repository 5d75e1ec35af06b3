package org.bipj.net;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;

/** Messages of bytes for tests. */
public final class LongPayloads {
    private LongPayloads() {}

    /** The {@code bytes} bytes from {@code origin} on of a copy of these, in native memory, or in the array itself. */
    public static Payload payload(boolean direct, byte[] content, int origin, long bytes) {
        Payload payload = new Payload(new SegmentCache());
        if (direct) {
            MemorySegment memory = Arena.ofAuto().allocate(content.length, Long.BYTES);
            MemorySegment.copy(content, 0, memory, ValueLayout.JAVA_BYTE, 0, content.length);
            payload.set(memory, origin, bytes, TypeLayout.BYTE);
        } else {
            payload.set(content, origin, bytes, TypeLayout.BYTE);
        }
        return payload;
    }

    /** All bytes of the memory in which a payload lies. */
    public static byte[] content(Payload payload) {
        return payload.memory() instanceof MemorySegment memory
                ? memory.toArray(ValueLayout.JAVA_BYTE)
                : (byte[]) payload.memory();
    }

    /** So many bytes. */
    public static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        new Random(bytes).nextBytes(random);
        return random;
    }
}
