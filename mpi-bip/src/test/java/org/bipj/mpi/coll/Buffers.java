package org.bipj.mpi.coll;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;

/** Packed data into and out of buffers of any kind. */
final class Buffers {
    private Buffers() {}

    private static Payload payload(Object buffer, long offset, long bytes, TypeLayout type) {
        Payload payload = new Payload(new SegmentCache());
        payload.set(buffer, offset, type.size() == 0 ? 0 : bytes / type.size(), type);
        return payload;
    }

    private static long capacity(Object buffer) {
        return payload(buffer, 0, 0, TypeLayout.bytes(1)).capacity();
    }

    static void write(Object buffer, long offset, TypeLayout type, byte[] data) {
        payload(buffer, offset, data.length, type).copyIn(MemorySegment.ofArray(data), 0, 0, data.length);
    }

    static byte[] read(Object buffer, long offset, TypeLayout type, long bytes) {
        byte[] data = new byte[Math.toIntExact(bytes)];
        payload(buffer, offset, bytes, type).copyOut(0, MemorySegment.ofArray(data), 0, bytes);
        return data;
    }

    /** All bytes of a buffer, gaps and surroundings included. */
    static byte[] contents(Object buffer) {
        return read(buffer, 0, TypeLayout.bytes(1), capacity(buffer));
    }

    /** Sets all bytes. */
    static void fill(Object buffer, byte value) {
        byte[] data = new byte[Math.toIntExact(capacity(buffer))];
        MemorySegment.ofArray(data).fill(value);
        write(buffer, 0, TypeLayout.bytes(1), data);
    }
}
