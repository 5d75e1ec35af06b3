package org.bipj.splitc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Widths of a value: their numbers, which travel as part of the number of a handler. Values travel as the low bits of a long. */
final class Width {
    static final int BYTE = 0;
    static final int INT = 1;
    static final int LONG = 2;
    static final int ALL = 3;

    private Width() {}

    static int bytes(int width) {
        return width == BYTE ? Byte.BYTES : width == INT ? Integer.BYTES : Long.BYTES;
    }

    static long load(MemorySegment memory, long offset, int width) {
        return switch (width) {
            case BYTE -> memory.get(JAVA_BYTE, offset);
            case INT -> memory.get(JAVA_INT_UNALIGNED, offset);
            default -> memory.get(JAVA_LONG_UNALIGNED, offset);
        };
    }

    static void store(MemorySegment memory, long offset, int width, long bits) {
        switch (width) {
            case BYTE -> memory.set(JAVA_BYTE, offset, (byte) bits);
            case INT -> memory.set(JAVA_INT_UNALIGNED, offset, (int) bits);
            default -> memory.set(JAVA_LONG_UNALIGNED, offset, bits);
        }
    }
}
