package org.bipj.mpi.engine;

import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;

/** Checks of what the user hands over. Cheap where all is well: messages are made only when they are needed. */
final class Arguments {
    private Arguments() {}

    static void checkFits(Payload payload, long count, TypeLayout type) {
        if (Payload.span(count, type) > payload.capacity()) {
            throw new EngineException(
                    ErrorClass.BUFFER,
                    "the buffer has " + payload.capacity() + " bytes; " + count + " elements of the datatype need "
                            + Payload.span(count, type));
        }
    }

    static void checkWritable(Payload payload) {
        if (payload.isReadOnly() && payload.size() > 0) {
            throw new EngineException(ErrorClass.BUFFER, "the receive buffer is read-only");
        }
    }
}
