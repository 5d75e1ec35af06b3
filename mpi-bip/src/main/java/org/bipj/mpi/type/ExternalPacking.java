package org.bipj.mpi.type;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.mpi.call.BufferChecks;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/** Data of a buffer that are packed in the form of {@link External32} (MPI 4.1 section 5.3), and unpacked. */
public final class ExternalPacking {
    /** Bytes that are converted at once. */
    private static final int CHUNK = 1 << 16;

    private final Payload payload = new Payload(new SegmentCache());
    private final External32 conversion;
    private final MemorySegment packed;
    private final long position;

    /**
     * Checks the arguments of a call.
     *
     * @param write true if the data are to be unpacked
     * @param argument name of the argument that is {@code packed}
     * @param packed memory of the packed data
     * @param position where they begin
     */
    public ExternalPacking(Data data, boolean write, String argument, @Nullable MemorySegment packed, long position) {
        payload.set(data);
        BufferChecks.checkFits(payload, data);
        long bytes = payload.size();
        if (packed == null || position < 0 || position > packed.byteSize() - bytes) {
            throw new EngineException(
                    ErrorClass.ARG,
                    argument + (packed == null ? " is null" : " has " + packed.byteSize() + " bytes") + ", position is "
                            + position + "; expected " + bytes + " bytes from there");
        }
        Payload.checkAccessible(packed);
        if (write) {
            BufferChecks.checkWritable(payload);
        } else if (packed.isReadOnly()) {
            throw new EngineException(ErrorClass.BUFFER, argument + " is read-only");
        }
        this.conversion = new External32(data.type().signature());
        this.packed = packed;
        this.position = position;
    }

    /** Checks the name of a data representation: there is one. */
    public static void checkName(@Nullable String datarep) {
        if (!External32.NAME.equals(datarep)) {
            throw new EngineException(
                    ErrorClass.ARG, "the data representation is " + datarep + "; expected " + External32.NAME);
        }
    }

    /** Copies the buffer's data to the packed ones; returns the position behind them. */
    public long pack() {
        return convert((scratch, done, n) -> {
            payload.copyOut(done, scratch, 0, n);
            int whole = conversion.convert(bytes(scratch, n), n);
            MemorySegment.copy(scratch, 0, packed, position + done, whole);
            return whole;
        });
    }

    /** Copies the packed data into the buffer; returns the position behind them. */
    public long unpack() {
        return convert((scratch, done, n) -> {
            MemorySegment.copy(packed, position + done, scratch, 0, n);
            int whole = conversion.convert(bytes(scratch, n), n);
            payload.copyIn(scratch, 0, done, whole);
            return whole;
        });
    }

    private static ByteBuffer bytes(MemorySegment scratch, int n) {
        return scratch.asSlice(0, n).asByteBuffer();
    }

    /** One step: moves up to {@code n} bytes that are behind {@code done} ones, and says how many it has moved. */
    private interface Step {
        int move(MemorySegment scratch, long done, int n);
    }

    private long convert(Step step) {
        long all = payload.size();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment scratch = arena.allocate(Math.min(CHUNK, all), Long.BYTES);
            for (long done = 0; done < all; ) {
                done += step.move(scratch, done, (int) Math.min(CHUNK, all - done));
            }
        }
        return position + all;
    }
}
