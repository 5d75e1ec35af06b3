package org.bipj.core.payload;

import java.lang.foreign.MemorySegment;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The direct buffers that the library has made, by their addresses. A slice of such a buffer does not reveal the memory
 * before it; data that begin before the slice (a datatype with negative displacements) are found here. A slice keeps the
 * buffer that it was made of reachable, so that the buffer is known for as long as any of its slices is used.
 */
public final class DirectMemory {
    private static final ConcurrentSkipListMap<Long, Made> MADE = new ConcurrentSkipListMap<>();
    private static final ReferenceQueue<ByteBuffer> COLLECTED = new ReferenceQueue<>();

    private DirectMemory() {}

    private static final class Made extends WeakReference<ByteBuffer> {
        final long address;
        final long end;

        Made(ByteBuffer buffer, long address) {
            super(buffer, COLLECTED);
            this.address = address;
            this.end = address + buffer.capacity();
        }
    }

    /** Makes a direct buffer known, and returns it. It is the whole of its memory, and no view of another buffer. */
    public static ByteBuffer remember(ByteBuffer buffer) {
        for (var gone = COLLECTED.poll(); gone instanceof Made made; gone = COLLECTED.poll()) {
            MADE.remove(made.address, made);
        }
        if (buffer.capacity() > 0) {
            Made made = new Made(buffer, MemorySegment.ofBuffer(buffer).address());
            MADE.put(made.address, made);
        }
        return buffer;
    }

    /** Number of buffers that are known. */
    static int size() {
        return MADE.size();
    }

    /** The whole memory that a native segment is a part of; null if the library has not made it. */
    static @Nullable MemorySegment around(MemorySegment part) {
        var below = MADE.floorEntry(part.address());
        if (below == null || part.address() + part.byteSize() > below.getValue().end) {
            return null;
        }
        ByteBuffer buffer = below.getValue().get();
        return buffer == null ? null : MemorySegment.ofBuffer(buffer.duplicate().clear());
    }
}
