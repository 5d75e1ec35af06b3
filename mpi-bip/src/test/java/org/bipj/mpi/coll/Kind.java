package org.bipj.mpi.coll;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;

/** Kinds of user buffers and layouts. All element sizes divide {@link #UNIT_BYTES}, so that any two can meet. */
enum Kind {
    DOUBLES(8, 0, TypeLayout.bytes(8)),
    INTS_BEHIND_OFFSET(4, 12, TypeLayout.bytes(4)),
    FIVE_BYTES(1, 1, TypeLayout.bytes(5)),
    /** Three ints out of six. */
    INT_VECTOR(4, 4, TypeLayout.of(new long[] {0, 12}, new long[] {8, 4}, 0, 24)),
    DIRECT_BUFFER(1, 4, TypeLayout.bytes(4)),
    HEAP_BUFFER(8, 8, TypeLayout.bytes(8)),
    /** Two ints that travel in the order opposite to that in memory, with a gap behind. */
    SEGMENT_BACKWARDS(1, 0, TypeLayout.of(new long[] {4, 0}, new long[] {4, 4}, 0, 12)),
    BOOLEANS(1, 3, TypeLayout.bytes(1));

    /** A number of bytes that is a whole number of elements of every kind. */
    static final int UNIT_BYTES = 120;

    private final int alignment;
    private final long offset;
    private final TypeLayout type;

    Kind(int alignment, long offset, TypeLayout type) {
        this.alignment = alignment;
        this.offset = offset;
        this.type = type;
    }

    TypeLayout type() {
        return type;
    }

    /** Bytes from the buffer's beginning to the data. */
    long offset() {
        return offset;
    }

    /** Elements that hold this many units. */
    int count(long units) {
        return Math.toIntExact(units * UNIT_BYTES / type.size());
    }

    /** This many units in a buffer. */
    Data data(Object buffer, long units) {
        return Data.of(buffer, offset, count(units), type);
    }

    /** A buffer for this many elements, and a bit more, filled with a pattern. */
    Object buffer(long elements) {
        int bytes = Math.toIntExact(offset + elements * type.extent() + 4L * alignment);
        Object buffer = switch (this) {
            case DOUBLES -> new double[bytes / 8 + 1];
            case INTS_BEHIND_OFFSET, INT_VECTOR -> new int[bytes / 4 + 1];
            case FIVE_BYTES -> new byte[bytes];
            case DIRECT_BUFFER -> ByteBuffer.allocateDirect(bytes);
            case HEAP_BUFFER -> DoubleBuffer.wrap(new double[bytes / 8 + 1]);
            case SEGMENT_BACKWARDS -> Arena.ofAuto().allocate(bytes, 8);
            case BOOLEANS -> new boolean[bytes];
        };
        Buffers.fill(buffer, (byte) (this == BOOLEANS ? 1 : 0x55));
        return buffer;
    }

    /** Writes packed data into the elements from {@code element} on. */
    void write(Object buffer, long element, byte[] data) {
        Buffers.write(buffer, offset + element * type.extent(), type, data);
    }
}
