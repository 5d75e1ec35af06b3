package org.bipj.core.payload;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
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
        if (object instanceof long[]) {
            return LONG;
        } else if (object instanceof float[]) {
            return FLOAT;
        } else if (object instanceof short[]) {
            return SHORT;
        } else if (object instanceof char[]) {
            return CHAR;
        } else if (object instanceof boolean[]) {
            return BOOLEAN;
        }
        return object instanceof MemorySegment ? BYTE : null;
    }

    static ElementKind of(Buffer buffer) {
        if (buffer instanceof ByteBuffer) {
            return BYTE;
        } else if (buffer instanceof DoubleBuffer) {
            return DOUBLE;
        } else if (buffer instanceof IntBuffer) {
            return INT;
        } else if (buffer instanceof LongBuffer) {
            return LONG;
        } else if (buffer instanceof FloatBuffer) {
            return FLOAT;
        }
        return buffer instanceof ShortBuffer ? SHORT : CHAR;
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
        if (object instanceof Buffer) {
            return kind.buffer;
        }
        return object instanceof MemorySegment ? "a MemorySegment" : kind.array;
    }
}
