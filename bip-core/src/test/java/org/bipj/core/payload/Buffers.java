package org.bipj.core.payload;

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
import java.util.Random;

/** Buffers of every kind that a payload takes, with a view of the same bytes from the buffer's first element. */
enum Buffers {
    BYTES(n -> of(new byte[n])),
    SHORTS(n -> of(new short[n / 2])),
    CHARS(n -> of(new char[n / 2])),
    INTS(n -> of(new int[n / 4])),
    LONGS(n -> of(new long[n / 8])),
    FLOATS(n -> of(new float[n / 4])),
    DOUBLES(n -> of(new double[n / 8])),
    BOOLEANS(n -> new Sample(new boolean[n], null)),
    HEAP_BYTES_SLICED(n -> {
        byte[] array = new byte[n + 13];
        return new Sample(
                ByteBuffer.wrap(array).slice(13, n),
                MemorySegment.ofArray(array).asSlice(13));
    }),
    HEAP_SHORTS_SLICED(n -> {
        short[] array = new short[n / 2 + 3];
        return new Sample(
                ShortBuffer.wrap(array).slice(3, n / 2),
                MemorySegment.ofArray(array).asSlice(6));
    }),
    HEAP_CHARS_SLICED(n -> {
        char[] array = new char[n / 2 + 3];
        return new Sample(
                CharBuffer.wrap(array).slice(3, n / 2),
                MemorySegment.ofArray(array).asSlice(6));
    }),
    HEAP_INTS_SLICED(n -> {
        int[] array = new int[n / 4 + 3];
        return new Sample(
                IntBuffer.wrap(array).slice(3, n / 4),
                MemorySegment.ofArray(array).asSlice(12));
    }),
    HEAP_LONGS_SLICED(n -> {
        long[] array = new long[n / 8 + 3];
        return new Sample(
                LongBuffer.wrap(array).slice(3, n / 8),
                MemorySegment.ofArray(array).asSlice(24));
    }),
    HEAP_FLOATS_SLICED(n -> {
        float[] array = new float[n / 4 + 3];
        return new Sample(
                FloatBuffer.wrap(array).slice(3, n / 4),
                MemorySegment.ofArray(array).asSlice(12));
    }),
    HEAP_DOUBLES_SLICED(n -> {
        double[] array = new double[n / 8 + 3];
        return new Sample(
                DoubleBuffer.wrap(array).slice(3, n / 8),
                MemorySegment.ofArray(array).asSlice(24));
    }),
    HEAP_VIEW(n -> {
        byte[] array = new byte[n];
        ByteBuffer bytes = ByteBuffer.wrap(array).order(ByteOrder.nativeOrder());
        return new Sample(bytes.asLongBuffer(), MemorySegment.ofArray(array));
    }),
    HEAP_VIEW_SLICED(n -> {
        byte[] array = new byte[n + 8];
        ByteBuffer bytes = ByteBuffer.wrap(array).slice(8, n).order(ByteOrder.nativeOrder());
        return new Sample(bytes.asIntBuffer(), MemorySegment.ofArray(array).asSlice(8));
    }),
    DIRECT(n -> direct(ByteBuffer.allocateDirect(n))),
    DIRECT_SLICED(n -> direct(ByteBuffer.allocateDirect(n + 5).slice(5, n))),
    DIRECT_BIG_ENDIAN(n -> direct(ByteBuffer.allocateDirect(n).order(ByteOrder.BIG_ENDIAN))),
    DIRECT_LITTLE_ENDIAN(n -> direct(ByteBuffer.allocateDirect(n).order(ByteOrder.LITTLE_ENDIAN))),
    DIRECT_DOUBLES(n -> {
        ByteBuffer bytes = ByteBuffer.allocateDirect(n).order(ByteOrder.nativeOrder());
        return new Sample(bytes.asDoubleBuffer(), MemorySegment.ofBuffer(bytes));
    }),
    DIRECT_CHARS(n -> {
        ByteBuffer bytes = ByteBuffer.allocateDirect(n).order(ByteOrder.nativeOrder());
        return new Sample(bytes.asCharBuffer(), MemorySegment.ofBuffer(bytes));
    }),
    NATIVE_SEGMENT(n -> segment(Arena.ofAuto().allocate(n))),
    NATIVE_SEGMENT_SLICED(n -> segment(Arena.ofAuto().allocate(n + 3).asSlice(3))),
    HEAP_SEGMENT(n -> segment(MemorySegment.ofArray(new float[n / 4 + 1]).asSlice(4))),
    READ_ONLY_HEAP_BYTES(n -> {
        byte[] array = new byte[n];
        return new Sample(ByteBuffer.wrap(array).asReadOnlyBuffer(), MemorySegment.ofArray(array));
    }),
    READ_ONLY_HEAP_DOUBLES_SLICED(n -> {
        double[] array = new double[n / 8 + 2];
        Buffer slice = DoubleBuffer.wrap(array).slice(2, n / 8).asReadOnlyBuffer();
        return new Sample(slice, MemorySegment.ofArray(array).asSlice(16));
    }),
    READ_ONLY_DIRECT(n -> {
        ByteBuffer bytes = ByteBuffer.allocateDirect(n);
        return new Sample(bytes.asReadOnlyBuffer(), MemorySegment.ofBuffer(bytes));
    }),
    READ_ONLY_SEGMENT(n -> {
        MemorySegment memory = Arena.ofAuto().allocate(n);
        return new Sample(memory.asReadOnly(), memory);
    });

    private interface Maker {
        Sample make(int bytes);
    }

    private final Maker maker;

    Buffers(Maker maker) {
        this.maker = maker;
    }

    boolean isReadOnly() {
        return name().startsWith("READ_ONLY");
    }

    /** A buffer of so many bytes, a multiple of 8, with random contents and, where it has one, a random position. */
    Sample make(int bytes, Random random) {
        Sample sample = maker.make(bytes);
        byte[] contents = new byte[bytes];
        random.nextBytes(contents);
        sample.setBytes(contents);
        if (sample.buffer instanceof Buffer buffer) {
            buffer.position(random.nextInt(buffer.capacity() + 1));
        }
        return sample;
    }

    private static Sample of(Object array) {
        MemorySegment memory = switch (array) {
            case byte[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            default -> throw new IllegalArgumentException(array.toString());
        };
        return new Sample(array, memory);
    }

    private static Sample direct(ByteBuffer buffer) {
        return new Sample(buffer, MemorySegment.ofBuffer(buffer));
    }

    private static Sample segment(MemorySegment memory) {
        return new Sample(memory, memory);
    }

    /** A buffer, and its bytes one by one; a boolean has one byte, 0 or 1. */
    static final class Sample {
        final Object buffer;
        private final MemorySegment memory;

        Sample(Object buffer, MemorySegment memory) {
            this.buffer = buffer;
            this.memory = memory;
        }

        byte[] bytes() {
            if (buffer instanceof boolean[] flags) {
                byte[] bytes = new byte[flags.length];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) (flags[i] ? 1 : 0);
                }
                return bytes;
            }
            return memory.toArray(ValueLayout.JAVA_BYTE);
        }

        void setBytes(byte[] bytes) {
            if (buffer instanceof boolean[] flags) {
                for (int i = 0; i < flags.length; i++) {
                    flags[i] = (bytes[i] & 1) != 0;
                }
            } else {
                MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
            }
        }
    }
}
