package org.bipj.mpi.engine;

import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;

/** Checks of what the user hands over. Cheap where all is well: messages are made only when they are needed. */
final class Arguments {
    private Arguments() {}

    static void checkFits(Payload payload, long count, TypeLayout type) {
        boolean fits = type.isDense() ? payload.size() <= payload.capacity() : fits(payload, count, type);
        if (!fits || count > type.mostElements()) {
            throw tooSmall(payload, count, type);
        }
    }

    private static boolean fits(Payload payload, long count, TypeLayout type) {
        if (count == 0 || type.size() == 0) {
            return true;
        }
        long last = (count - 1) * type.extent();
        return type.trueLb() + Math.min(last, 0) >= -payload.bytesBefore()
                && type.trueUb() + Math.max(last, 0) <= payload.capacity();
    }

    private static EngineException tooSmall(Payload payload, long count, TypeLayout type) {
        return new EngineException(
                ErrorClass.BUFFER,
                "the buffer has " + payload.capacity() + " bytes; " + count + " elements of a datatype of "
                        + type.size() + " bytes (extent " + type.extent() + ", data from " + type.trueLb() + " to "
                        + type.trueUb() + ") do not fit");
    }

    static void checkForAllThreads(Payload payload) {
        if (!payload.isForAllThreads()) {
            throw new EngineException(
                    ErrorClass.BUFFER,
                    "the buffer is memory of a confined arena, which only its own thread may touch; in sim mode and with"
                            + " MPI.THREAD_MULTIPLE other threads move its bytes, too: expected memory of a shared or"
                            + " an automatic arena");
        }
    }

    static void checkWritable(Payload payload) {
        if (payload.isReadOnly() && payload.size() > 0) {
            throw new EngineException(ErrorClass.BUFFER, "the receive buffer is read-only");
        }
    }
}
