package org.bipj.core.payload;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The segments of the direct buffers used last. Wrapping a direct buffer costs 72 bytes and 12 ns; programs send from the
 * same few buffers again and again. Keeps at most {@value #ENTRIES} buffers reachable. Not thread safe: one per rank,
 * under the rank's lock where there is one.
 */
public final class SegmentCache {
    private static final int ENTRIES = 16;

    private final Known[] table = new Known[ENTRIES];

    /**
     * A direct buffer.
     *
     * @param segment its memory from its first element to its capacity
     * @param holds the {@linkplain ElementKind#bit bit} of its elements
     */
    record Known(@Nullable Buffer buffer, MemorySegment segment, int holds) {
        private static final Known NONE = new Known(null, MemorySegment.NULL, 0);
    }

    /** Creates a cache that knows no buffer yet. */
    public SegmentCache() {
        clear();
    }

    /** A direct buffer, whatever its position and limit. */
    Known of(Buffer buffer) {
        int at = System.identityHashCode(buffer) & (ENTRIES - 1);
        Known known = table[at];
        return known.buffer == buffer ? known : add(at, buffer);
    }

    private Known add(int at, Buffer buffer) {
        Known known =
                new Known(buffer, segmentOf(buffer), ElementKind.of(buffer).bit());
        table[at] = known;
        return known;
    }

    /**
     * The memory of any buffer.
     *
     * @throws NoBufferException if it has none, or its elements are not in the machine's byte order
     */
    static MemorySegment segmentOf(Buffer buffer) {
        ByteOrder order = orderOf(buffer);
        if (order != ByteOrder.nativeOrder()) {
            throw new NoBufferException("buffer is a " + buffer.getClass().getTypeName() + " in the byte order " + order
                    + "; expected ByteOrder.nativeOrder(), as MPI.newIntBuffer and its siblings make them");
        }
        try {
            return MemorySegment.ofBuffer(buffer.duplicate().clear());
        } catch (IllegalArgumentException e) {
            throw new NoBufferException("buffer is a " + buffer.getClass().getTypeName()
                    + ", which has no memory of its own; expected one over an array, or a direct one");
        }
    }

    /** The order of a buffer's elements. Those of a ByteBuffer are bytes, whatever order it has for others. */
    private static ByteOrder orderOf(Buffer buffer) {
        if (buffer instanceof DoubleBuffer b) {
            return b.order();
        } else if (buffer instanceof IntBuffer b) {
            return b.order();
        } else if (buffer instanceof LongBuffer b) {
            return b.order();
        } else if (buffer instanceof FloatBuffer b) {
            return b.order();
        } else if (buffer instanceof ShortBuffer b) {
            return b.order();
        }
        return buffer instanceof CharBuffer b ? b.order() : ByteOrder.nativeOrder();
    }

    /** Forgets all buffers that the cache knows. */
    public void clear() {
        Arrays.fill(table, Known.NONE);
    }
}
