package org.bipj.mpi.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import mpi.Datatype;
import mpi.MPI;

/** Every kind of buffer that a program may pass, each with a view of its bytes that does not go through the library. */
final class Buffers {
    /** Bytes before the data in sliced buffers: a multiple of every element, of no cache line. */
    private static final int LEAD = 24;

    /**
     * A buffer.
     *
     * @param object what is passed to the library
     * @param type datatype of its elements
     * @param unit bytes of an element
     */
    record Made(Object object, Datatype type, int unit, Bytes bytes) {
        byte[] read() {
            return bytes.read();
        }

        void write(byte[] all) {
            bytes.write(all);
        }
    }

    /** The bytes of a buffer. */
    interface Bytes {
        byte[] read();

        void write(byte[] all);
    }

    /** Makes a buffer of a number of bytes that is a multiple of 8. */
    interface Kind extends BiFunction<Rank, Integer, Made> {}

    private Buffers() {}

    /** All kinds by name. */
    static Map<String, Kind> kinds() {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        arrays(kinds);
        heap(kinds);
        direct(kinds, "direct", (rank, n) -> ByteBuffer.allocateDirect(n).order(ByteOrder.nativeOrder()));
        direct(kinds, "newBuffer", Rank::newByteBuffer);
        direct(kinds, "sliced direct", (rank, n) -> part(ByteBuffer.allocateDirect(n + 2 * LEAD), n));
        direct(kinds, "sliced newBuffer", (rank, n) -> part(rank.newByteBuffer(n + 2 * LEAD), n));
        slices(kinds);
        segments(kinds);
        return kinds;
    }

    /** The kinds out of which one can only send. */
    static Map<String, Kind> readOnly() {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        kinds().forEach((name, kind) -> kinds.put("read-only " + name, (rank, n) -> {
            Made made = kind.apply(rank, n);
            Object locked = locked(made.object());
            return locked == null ? null : new Made(locked, made.type(), made.unit(), made.bytes());
        }));
        return kinds;
    }

    private static Object locked(Object buffer) {
        return switch (buffer) {
            case ByteBuffer b -> b.asReadOnlyBuffer();
            case CharBuffer b -> b.asReadOnlyBuffer();
            case ShortBuffer b -> b.asReadOnlyBuffer();
            case IntBuffer b -> b.asReadOnlyBuffer();
            case LongBuffer b -> b.asReadOnlyBuffer();
            case FloatBuffer b -> b.asReadOnlyBuffer();
            case DoubleBuffer b -> b.asReadOnlyBuffer();
            case MemorySegment s -> s.asReadOnly();
            default -> null;
        };
    }

    private static void arrays(Map<String, Kind> kinds) {
        kinds.put("byte[]", (r, n) -> ofArray(new byte[n], MPI.BYTE, 1));
        kinds.put("boolean[]", (r, n) -> {
            boolean[] a = new boolean[n];
            return new Made(a, MPI.BOOLEAN, 1, new Flags(a));
        });
        kinds.put("char[]", (r, n) -> ofArray(new char[n / 2], MPI.CHAR, 2));
        kinds.put("short[]", (r, n) -> ofArray(new short[n / 2], MPI.SHORT, 2));
        kinds.put("int[]", (r, n) -> ofArray(new int[n / 4], MPI.INT, 4));
        kinds.put("long[]", (r, n) -> ofArray(new long[n / 8], MPI.LONG, 8));
        kinds.put("float[]", (r, n) -> ofArray(new float[n / 4], MPI.FLOAT, 4));
        kinds.put("double[]", (r, n) -> ofArray(new double[n / 8], MPI.DOUBLE, 8));
    }

    private static Made ofArray(Object array, Datatype type, int unit) {
        return new Made(array, type, unit, new Memory(wrap(array)));
    }

    private static MemorySegment wrap(Object array) {
        return switch (array) {
            case byte[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            default -> throw new IllegalArgumentException(array.getClass().getName());
        };
    }

    private static Made ofBuffer(Buffer buffer, Datatype type, int unit) {
        Memory memory = new Memory(MemorySegment.ofBuffer(buffer.duplicate().clear()));
        // The position and the limit are to be ignored.
        buffer.limit(buffer.capacity() / 2).position(buffer.capacity() / 4);
        return new Made(buffer, type, unit, memory);
    }

    /** The middle part of a buffer as a buffer of its own. */
    private static ByteBuffer part(ByteBuffer whole, int bytes) {
        return whole.slice(LEAD, bytes).order(ByteOrder.nativeOrder());
    }

    private static void heap(Map<String, Kind> kinds) {
        kinds.put("heap ByteBuffer", (r, n) -> ofBuffer(ByteBuffer.allocate(n), MPI.BYTE, 1));
        kinds.put("heap CharBuffer", (r, n) -> ofBuffer(CharBuffer.allocate(n / 2), MPI.CHAR, 2));
        kinds.put("heap ShortBuffer", (r, n) -> ofBuffer(ShortBuffer.allocate(n / 2), MPI.SHORT, 2));
        kinds.put("heap IntBuffer", (r, n) -> ofBuffer(IntBuffer.allocate(n / 4), MPI.INT, 4));
        kinds.put("heap LongBuffer", (r, n) -> ofBuffer(LongBuffer.allocate(n / 8), MPI.LONG, 8));
        kinds.put("heap FloatBuffer", (r, n) -> ofBuffer(FloatBuffer.allocate(n / 4), MPI.FLOAT, 4));
        kinds.put("heap DoubleBuffer", (r, n) -> ofBuffer(DoubleBuffer.allocate(n / 8), MPI.DOUBLE, 8));
        // Views of a heap ByteBuffer have no array of their own type.
        direct(kinds, "heap view", (r, n) -> ByteBuffer.allocate(n).order(ByteOrder.nativeOrder()));
    }

    private static void direct(Map<String, Kind> kinds, String how, BiFunction<Rank, Integer, ByteBuffer> memory) {
        kinds.put(how + " ByteBuffer", (r, n) -> ofBuffer(memory.apply(r, n), MPI.BYTE, 1));
        kinds.put(how + " CharBuffer", (r, n) -> ofBuffer(memory.apply(r, n).asCharBuffer(), MPI.CHAR, 2));
        kinds.put(how + " ShortBuffer", (r, n) -> ofBuffer(memory.apply(r, n).asShortBuffer(), MPI.SHORT, 2));
        kinds.put(how + " IntBuffer", (r, n) -> ofBuffer(memory.apply(r, n).asIntBuffer(), MPI.INT, 4));
        kinds.put(how + " LongBuffer", (r, n) -> ofBuffer(memory.apply(r, n).asLongBuffer(), MPI.LONG, 8));
        kinds.put(how + " FloatBuffer", (r, n) -> ofBuffer(memory.apply(r, n).asFloatBuffer(), MPI.FLOAT, 4));
        kinds.put(how + " DoubleBuffer", (r, n) -> ofBuffer(memory.apply(r, n).asDoubleBuffer(), MPI.DOUBLE, 8));
    }

    private static void slices(Map<String, Kind> kinds) {
        kinds.put("slice of byte[]", (r, n) -> ofBuffer(MPI.slice(new byte[n + LEAD], LEAD), MPI.BYTE, 1));
        kinds.put("slice of char[]", (r, n) -> ofBuffer(MPI.slice(new char[(n + LEAD) / 2], LEAD / 2), MPI.CHAR, 2));
        kinds.put("slice of short[]", (r, n) -> ofBuffer(MPI.slice(new short[(n + LEAD) / 2], LEAD / 2), MPI.SHORT, 2));
        kinds.put("slice of int[]", (r, n) -> ofBuffer(MPI.slice(new int[(n + LEAD) / 4], LEAD / 4), MPI.INT, 4));
        kinds.put("slice of long[]", (r, n) -> ofBuffer(MPI.slice(new long[(n + LEAD) / 8], LEAD / 8), MPI.LONG, 8));
        kinds.put("slice of float[]", (r, n) -> ofBuffer(MPI.slice(new float[(n + LEAD) / 4], LEAD / 4), MPI.FLOAT, 4));
        kinds.put(
                "slice of double[]",
                (r, n) -> ofBuffer(MPI.slice(new double[(n + LEAD) / 8], LEAD / 8), MPI.DOUBLE, 8));
        kinds.put(
                "slice of a newBuffer",
                (r, n) -> ofBuffer(MPI.slice(r.newByteBuffer(n + LEAD).asIntBuffer(), LEAD / 4), MPI.INT, 4));
    }

    private static void segments(Map<String, Kind> kinds) {
        kinds.put("native segment", (r, n) -> ofSegment(Arena.ofAuto().allocate(n, 1)));
        kinds.put(
                "part of a native segment",
                (r, n) -> ofSegment(Arena.ofAuto().allocate(n + 2L * LEAD, 8).asSlice(3, n)));
        kinds.put("segment of byte[]", (r, n) -> ofSegment(MemorySegment.ofArray(new byte[n])));
        kinds.put(
                "part of a segment of long[]",
                (r, n) -> ofSegment(MemorySegment.ofArray(new long[n / 8 + 2]).asSlice(5, n)));
    }

    private static Made ofSegment(MemorySegment segment) {
        return new Made(segment, MPI.BYTE, 1, new Memory(segment));
    }

    private record Memory(MemorySegment segment) implements Bytes {
        @Override
        public byte[] read() {
            byte[] all = new byte[(int) segment.byteSize()];
            MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, all, 0, all.length);
            return all;
        }

        @Override
        public void write(byte[] all) {
            MemorySegment.copy(all, 0, segment, ValueLayout.JAVA_BYTE, 0, all.length);
        }
    }

    private record Flags(boolean[] array) implements Bytes {
        @Override
        public byte[] read() {
            byte[] all = new byte[array.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = (byte) (array[i] ? 1 : 0);
            }
            return all;
        }

        @Override
        public void write(byte[] all) {
            for (int i = 0; i < all.length; i++) {
                array[i] = all[i] != 0;
            }
        }
    }
}
