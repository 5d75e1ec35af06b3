package org.bipj.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.function.IntFunction;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;

/** The kinds of buffer that a program can pass to the library: what a polymorphic path has to tell apart. */
enum BufferKind {
    BYTES("byte[]", MPI.BYTE, Byte.BYTES, byte[]::new),
    CHARS("char[]", MPI.CHAR, Character.BYTES, char[]::new),
    SHORTS("short[]", MPI.SHORT, Short.BYTES, short[]::new),
    INTS("int[]", MPI.INT, Integer.BYTES, int[]::new),
    LONGS("long[]", MPI.LONG, Long.BYTES, long[]::new),
    FLOATS("float[]", MPI.FLOAT, Float.BYTES, float[]::new),
    DOUBLES("double[]", MPI.DOUBLE, Double.BYTES, double[]::new),
    HEAP("heap ByteBuffer", MPI.BYTE, Byte.BYTES, n -> ByteBuffer.allocate(n).order(ByteOrder.nativeOrder())),
    HEAP_DOUBLES("heap DoubleBuffer", MPI.DOUBLE, Double.BYTES, DoubleBuffer::allocate),
    DIRECT("direct ByteBuffer", MPI.BYTE, Byte.BYTES, BufferKind::direct),
    DIRECT_DOUBLES(
            "direct DoubleBuffer",
            MPI.DOUBLE,
            Double.BYTES,
            n -> direct(n * Double.BYTES).asDoubleBuffer()),
    REGISTERED("registered ByteBuffer", MPI.BYTE, Byte.BYTES, MPI::newByteBuffer),
    REGISTERED_DOUBLES("registered DoubleBuffer", MPI.DOUBLE, Double.BYTES, MPI::newDoubleBuffer),
    SEGMENT("native MemorySegment", MPI.BYTE, Byte.BYTES, n -> Arena.ofAuto().allocate(n, Double.BYTES)),
    HEAP_SEGMENT("heap MemorySegment", MPI.BYTE, Byte.BYTES, n -> MemorySegment.ofArray(new byte[n]));

    private final String label;
    private final Datatype type;
    private final int elementBytes;
    private final IntFunction<Object> allocator;

    BufferKind(String label, Datatype type, int elementBytes, IntFunction<Object> allocator) {
        this.label = label;
        this.type = type;
        this.elementBytes = elementBytes;
        this.allocator = allocator;
    }

    /** The name of this kind in tables. */
    String label() {
        return label;
    }

    /** The datatype of the buffer's elements. */
    Datatype type() {
        return type;
    }

    /** Number of elements in a number of bytes. */
    int count(int bytes) {
        return bytes / elementBytes;
    }

    /** A new buffer; its size in bytes must be a multiple of 8. */
    Object allocate(int bytes) {
        return allocator.apply(count(bytes));
    }

    /** A reduction that the datatype permits: MPI 4.1 section 6.9.2 has no sum of bytes. */
    Op reduction() {
        return elementBytes == Byte.BYTES ? MPI.BOR : MPI.SUM;
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
}
