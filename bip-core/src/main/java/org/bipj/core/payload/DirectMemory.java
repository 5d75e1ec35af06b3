package org.bipj.core.payload;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The direct buffers that the library has made, by their addresses. A slice of such a buffer does not reveal the memory
 * before it; data that begin before the slice (a datatype with negative displacements) are found here. A slice keeps the
 * buffer that it was made of reachable, so that the buffer is known for as long as any of its slices is used.
 *
 * <p>Invariant: no entry begins inside a live buffer but its own. The buffer around an address, if there is one, is then the
 * nearest that begins at or below it. An entry outlives its buffer, whose memory may be used again meanwhile: {@link #remember}
 * removes the entries that begin inside the new buffer, all of which are of dead ones.
 */
public final class DirectMemory {
    private static final ConcurrentSkipListMap<Long, Made> MADE = new ConcurrentSkipListMap<>();
    private static final ReferenceQueue<ByteBuffer> COLLECTED = new ReferenceQueue<>();

    private DirectMemory() {}

    private static final class Made extends WeakReference<ByteBuffer> {
        final long address;
        final long end;
        /** The memory's scope if it has one of its own: memory of an arena; else one that equals no other. */
        final WeakReference<MemorySegment.Scope> scope;

        Made(ByteBuffer buffer, MemorySegment memory) {
            super(buffer, COLLECTED);
            address = memory.address();
            end = address + memory.byteSize();
            scope = new WeakReference<>(memory.scope());
        }
    }

    /**
     * Makes a direct buffer known, and returns it. It is the whole of its memory, and no view of another buffer, and has
     * not been used yet.
     */
    public static ByteBuffer remember(ByteBuffer buffer) {
        for (var gone = COLLECTED.poll(); gone instanceof Made made; gone = COLLECTED.poll()) {
            // Not an entry that has taken its place since: its memory may be in use again.
            MADE.remove(made.address, made);
        }
        if (buffer.capacity() > 0) {
            Made made =
                    new Made(buffer, MemorySegment.ofBuffer(buffer.duplicate().clear()));
            MADE.subMap(made.address, made.end).clear();
            MADE.put(made.address, made);
            // Until here: otherwise the entry of a dead buffer could get into memory that another thread has by now.
            Reference.reachabilityFence(buffer);
        }
        return buffer;
    }

    /** How many buffers are known; for tests. */
    static int size() {
        return MADE.size();
    }

    /** The entry that begins where a buffer does; null if there is none. */
    static @Nullable Reference<ByteBuffer> entry(ByteBuffer buffer) {
        return MADE.get(MemorySegment.ofBuffer(buffer.duplicate().clear()).address());
    }

    /** The whole memory that a native segment is a part of; null if the library has not made it. */
    static @Nullable MemorySegment around(MemorySegment part) {
        var below = MADE.floorEntry(part.address());
        if (below != null && part.byteSize() == 0 && below.getKey() == part.address()) {
            below = endingOrBeginning(below, part);
        }
        if (below == null || part.address() + part.byteSize() > below.getValue().end) {
            return null;
        }
        ByteBuffer buffer = below.getValue().get();
        return buffer == null ? null : MemorySegment.ofBuffer(buffer.duplicate().clear());
    }

    /**
     * Of two buffers without a gap between them, the one that an empty part between them belongs to. Only memory of arenas lies
     * like that, each buffer in one of its own; the allocator of other memory keeps words of its own between buffers.
     */
    private static Map.Entry<Long, Made> endingOrBeginning(Map.Entry<Long, Made> beginning, MemorySegment part) {
        var ending = MADE.lowerEntry(part.address());
        return ending != null
                        && ending.getValue().end == part.address()
                        && part.scope().equals(ending.getValue().scope.get())
                ? ending
                : beginning;
    }
}
