package org.bipj.mpi.io;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.jspecify.annotations.Nullable;

/** The user's data of one access: where they are in memory, and whether they go into the file or come out of it. */
public final class Transfer {
    private final boolean write;
    private final Data data;
    private final Payload payload = new Payload(new SegmentCache());

    /**
     * An access.
     *
     * @param write true for data that go into the file
     * @param data from the first element of a buffer that has room for them; belong to the access from here on
     */
    public Transfer(boolean write, Data data) {
        this.write = write;
        this.data = data;
        payload.set(data);
    }

    boolean isWrite() {
        return write;
    }

    long bytes() {
        return payload.size();
    }

    @Nullable
    Object buffer() {
        return data.buffer();
    }

    Payload payload() {
        return payload;
    }

    /** True where the data are one run of bytes from the buffer's first element on. */
    boolean isDense() {
        return data.type().isDense();
    }

    /** The memory itself where it is one run outside of the heap; else null. */
    @Nullable
    MemorySegment memory() {
        MemorySegment run = payload.nativeRun();
        return run == null ? null : run.asSlice(payload.runStart());
    }

    /**
     * Bytes of the values of which the data consist, for a change of byte order.
     *
     * @throws EngineException for data of several types, whose order of values is not at hand here
     */
    int valueBytes() {
        return valueBytes("datatype", data.type(), bytes());
    }

    /** The same for data of a layout; the error names it. */
    static int valueBytes(String what, TypeLayout type, long bytes) {
        if (bytes == 0) {
            return 1;
        }
        int code = type.signature().code(type.size());
        ElementKind[] kinds = ElementKind.values();
        if (code >= kinds.length) {
            throw new EngineException(
                    FileErrors.CONVERSION,
                    "the " + what + " consists of " + type.signature()
                            + "; expected values of one type in a view whose data representation is external32");
        }
        return kinds[code].bytes();
    }

    /** Reverses the bytes of each value, of those that are whole, where the machine is little-endian. */
    static void reorder(ByteBuffer data, int bytes, int valueBytes) {
        if (valueBytes == 1 || ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN) {
            return;
        }
        data.order(ByteOrder.BIG_ENDIAN);
        for (int at = 0; at + valueBytes <= bytes; at += valueBytes) {
            switch (valueBytes) {
                case Short.BYTES -> data.putShort(at, Short.reverseBytes(data.getShort(at)));
                case Integer.BYTES -> data.putInt(at, Integer.reverseBytes(data.getInt(at)));
                default -> data.putLong(at, Long.reverseBytes(data.getLong(at)));
            }
        }
    }
}
