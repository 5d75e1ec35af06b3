package org.bipj.mpi.io;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.type.External32;
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

    /** Bytes of one element of the datatype. */
    long elementBytes() {
        return data.type().size();
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
     * What converts the data to the portable form, and from it.
     *
     * @throws EngineException for data of several types
     */
    External32 conversion() {
        checkPortable();
        return new External32(data.type().signature());
    }

    /** Checks that the data can be converted. */
    void checkPortable() {
        checkPortable("datatype", data.type(), bytes());
    }

    /** The same for data of a layout; the error names it. A file's pieces end anywhere, also within data of several types. */
    static void checkPortable(String what, TypeLayout type, long bytes) {
        if (bytes > 0 && type.signature().code(type.size()) >= ElementKind.values().length) {
            throw new EngineException(
                    FileErrors.CONVERSION,
                    "the " + what + " consists of " + type.signature()
                            + "; expected values of one type in a view whose data representation is "
                            + External32.NAME);
        }
    }
}
