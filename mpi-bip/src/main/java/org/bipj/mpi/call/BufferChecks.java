package org.bipj.mpi.call;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;

/** Checks of the user's buffers. Cheap where all is well: messages are composed only for an error. */
public final class BufferChecks {
    private BufferChecks() {}

    /**
     * Checks that the buffer holds the data, and holds elements of a kind that the data may lie in.
     *
     * @param payload has been set to the data
     */
    public static void checkFits(Payload payload, Data data) {
        TypeLayout type = data.type();
        long count = data.count();
        boolean fits = type.isDense() ? payload.size() <= payload.capacity() : fits(payload, count, type);
        if (!fits || count > type.mostElements() || (type.arrays() & payload.holds()) == 0) {
            refuse(payload, data);
        }
    }

    private static boolean fits(Payload payload, long count, TypeLayout type) {
        return type.lowest(count) >= -payload.bytesBefore() && type.highest(count) <= payload.capacity();
    }

    /** Throws the error that describes the fault. Without data there is none: any buffer will do. */
    private static void refuse(Payload payload, Data data) {
        Object buffer = data.buffer();
        TypeLayout type = data.type();
        long count = data.count();
        if (count == 0 || type.size() == 0) {
            return;
        }
        if (buffer != null && (type.arrays() & payload.holds()) == 0) {
            throw BufferErrors.ofKind(buffer, type);
        }
        if (count > type.mostElements()) {
            throw BufferErrors.tooMany(count, type);
        }
        long at = data.offset();
        throw BufferErrors.outside(buffer, payload.capacity() + at, payload.bytesBefore() - at, at, count, type, type);
    }

    /** Refuses a buffer of a confined arena, which other threads of the rank cannot read. */
    public static void checkForAllThreads(Payload payload) {
        if (!payload.isForAllThreads()) {
            throw new EngineException(
                    ErrorClass.BUFFER,
                    "the buffer is memory of a confined arena, which only its own thread may touch; in sim mode and with"
                            + " MPI.THREAD_MULTIPLE other threads move its bytes, too: expected memory of a shared or"
                            + " an automatic arena");
        }
    }

    /** Refuses a buffer that cannot be received into. */
    public static void checkWritable(Payload payload) {
        if (payload.isReadOnly() && payload.size() > 0) {
            throw new EngineException(ErrorClass.BUFFER, "the receive buffer is read-only");
        }
    }
}
