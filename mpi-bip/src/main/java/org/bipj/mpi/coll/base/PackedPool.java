package org.bipj.mpi.coll.base;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Memory for packed data of one communicator, by power-of-two size, so that an operation allocates nothing after the first
 * calls. It is native: data of any array type are copied in and out of it without a wrapper. Requests above
 * {@value #LARGEST_BYTES} bytes get an array that is not kept, or native memory where
 * they are more than an array holds. Contents are undefined.
 */
public class PackedPool {
    private static final int SMALLEST_CLASS = 8;
    private static final int LARGEST_CLASS = 22;
    private static final int LARGEST_BYTES = 1 << LARGEST_CLASS;
    /** Pieces of one class that an operation uses at a time. */
    private static final int DEPTH = 3;

    private static final long LINE = 64;
    /** Bytes of the largest array that every JVM can make. */
    private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    private final MemorySegment[] segments = new MemorySegment[(LARGEST_CLASS + 1) * DEPTH];
    private final int[] depths = new int[LARGEST_CLASS + 1];

    /** Memory of at least that many bytes. Return it with {@link #give}. */
    public MemorySegment take(long bytes) {
        if (bytes > LARGEST_BYTES) {
            return bytes > LARGEST_ARRAY
                    ? Arena.ofAuto().allocate(bytes, LINE)
                    : MemorySegment.ofArray(new byte[(int) bytes]);
        }
        int sizeClass = sizeClass(bytes);
        if (depths[sizeClass] == 0) {
            return Arena.ofAuto().allocate(1L << sizeClass, LINE);
        }
        int slot = sizeClass * DEPTH + --depths[sizeClass];
        MemorySegment segment = segments[slot];
        segments[slot] = null;
        return segment;
    }

    /** Takes memory back; {@code bytes} is what {@link #take} was asked for. */
    public void give(MemorySegment segment, long bytes) {
        if (bytes > LARGEST_BYTES) {
            return;
        }
        int sizeClass = sizeClass(bytes);
        if (depths[sizeClass] < DEPTH) {
            segments[sizeClass * DEPTH + depths[sizeClass]++] = segment;
        }
    }

    /** Segments of one class are of one size, but those that are too large to be kept. */
    protected static int sizeClass(long bytes) {
        return Math.max(SMALLEST_CLASS, Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, bytes) - 1));
    }
}
