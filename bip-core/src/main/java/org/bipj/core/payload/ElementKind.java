package org.bipj.core.payload;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.jspecify.annotations.Nullable;

/** The Java primitive types: what buffers hold, and what the data of a message consist of. */
public enum ElementKind {
    // In the order of ArrayCopy's numbers.
    BYTE(Byte.BYTES, "a byte[]", "a ByteBuffer"),
    DOUBLE(Double.BYTES, "a double[]", "a DoubleBuffer"),
    INT(Integer.BYTES, "an int[]", "an IntBuffer"),
    LONG(Long.BYTES, "a long[]", "a LongBuffer"),
    FLOAT(Float.BYTES, "a float[]", "a FloatBuffer"),
    SHORT(Short.BYTES, "a short[]", "a ShortBuffer"),
    CHAR(Character.BYTES, "a char[]", "a CharBuffer"),
    /** The kind {@code boolean}, of which the JDK has no buffers. */
    BOOLEAN(1, "a boolean[]", "a boolean[]");

    private final int bytes;
    private final String array;
    private final String buffer;

    ElementKind(int bytes, String array, String buffer) {
        this.bytes = bytes;
        this.array = array;
        this.buffer = buffer;
    }

    /** The size of one element, in bytes. */
    public int bytes() {
        return bytes;
    }

    /** One bit for each kind: sets of kinds are sums of these. */
    public int bit() {
        return 1 << ordinal();
    }

    /** Name of an array of this kind, with its article. */
    String array() {
        return array;
    }

    /** Name of an NIO buffer of this kind, with its article; of an array where there is none. */
    String buffer() {
        return buffer;
    }

    /**
     * The kind of a buffer's elements: a primitive array's, an NIO buffer's; a MemorySegment holds bytes. Null for an
     * object that is no buffer.
     */
    public static @Nullable ElementKind of(@Nullable Object object) {
        // The most frequent ones first, and without the call that a switch over all would cost.
        if (object instanceof byte[]) {
            return BYTE;
        } else if (object instanceof double[]) {
            return DOUBLE;
        } else if (object instanceof int[]) {
            return INT;
        } else if (object instanceof Buffer b) {
            return of(b);
        }
        return switch (object) {
            case long[] a -> LONG;
            case float[] a -> FLOAT;
            case short[] a -> SHORT;
            case char[] a -> CHAR;
            case boolean[] a -> BOOLEAN;
            case MemorySegment s -> BYTE;
            case null, default -> null;
        };
    }

    static ElementKind of(Buffer buffer) {
        return switch (buffer) {
            case ByteBuffer b -> BYTE;
            case DoubleBuffer b -> DOUBLE;
            case IntBuffer b -> INT;
            case LongBuffer b -> LONG;
            case FloatBuffer b -> FLOAT;
            case ShortBuffer b -> SHORT;
            case CharBuffer b -> CHAR;
        };
    }

    /** Name of a buffer for messages, with its article. */
    public static String describe(@Nullable Object object) {
        if (object == null) {
            return "null";
        }
        ElementKind kind = of(object);
        if (kind == null) {
            return "a " + object.getClass().getTypeName();
        }
        return switch (object) {
            case Buffer b -> kind.buffer;
            case MemorySegment s -> "a MemorySegment";
            default -> kind.array;
        };
    }
}
