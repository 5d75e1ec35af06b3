package org.bipj.mpi.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;

/** Ints in one of the kinds of buffers that calls take. */
record Ints(Object buffer, int length) {
    /** Number of kinds. */
    static final int KINDS = 5;

    /** Room for some ints; the kind is any number. */
    static Ints of(int kind, int length) {
        return new Ints(
                switch (Math.floorMod(kind, KINDS)) {
                    case 0 -> new int[length];
                    case 1 -> IntBuffer.allocate(length);
                    case 2 -> ByteBuffer.allocateDirect(4 * length).order(ByteOrder.nativeOrder());
                    case 3 -> MemorySegment.ofArray(new int[length]);
                    default -> Arena.ofAuto().allocate(Math.max(1, 4L * length), 4);
                },
                length);
    }

    /** Room for nothing: a buffer that a rank does not have. */
    static Ints none() {
        return new Ints(null, 0);
    }

    int[] read() {
        int[] all = new int[length];
        if (buffer instanceof int[] array) {
            return array.clone();
        } else if (buffer instanceof IntBuffer ints) {
            ints.get(0, all);
        } else if (buffer instanceof ByteBuffer bytes) {
            bytes.asIntBuffer().get(0, all);
        } else if (buffer instanceof MemorySegment segment) {
            MemorySegment.copy(segment, ValueLayout.JAVA_INT, 0, all, 0, length);
        }
        return all;
    }

    void write(int[] all) {
        if (buffer instanceof int[] array) {
            System.arraycopy(all, 0, array, 0, length);
        } else if (buffer instanceof IntBuffer ints) {
            ints.put(0, all);
        } else if (buffer instanceof ByteBuffer bytes) {
            bytes.asIntBuffer().put(0, all);
        } else if (buffer instanceof MemorySegment segment) {
            MemorySegment.copy(all, 0, segment, ValueLayout.JAVA_INT, 0, length);
        }
    }

    @Override
    public String toString() {
        return (buffer == null ? "no buffer" : buffer.getClass().getSimpleName()) + " of " + Arrays.toString(read());
    }
}
