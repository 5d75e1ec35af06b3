package org.bipj.mpi.call;

import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.TypeLayout;
import org.jspecify.annotations.Nullable;

/**
 * Errors of buffers. The datatype is a {@link TypeLayout}, or an object for the same data with a better name.
 */
public final class BufferErrors {
    private BufferErrors() {}

    /** The buffer's elements are of another type than the data. */
    public static EngineException ofKind(@Nullable Object buffer, TypeLayout type, Object typeName) {
        return new EngineException(
                ErrorClass.TYPE,
                "the buffer is " + ElementKind.describe(buffer) + " and the datatype is " + typeName + "; expected "
                        + type.signature().expectedBuffers());
    }

    /** The error of a buffer that does not go with a datatype. */
    public static EngineException ofKind(Object buffer, TypeLayout type) {
        return ofKind(buffer, type, type);
    }

    /** More elements than any memory has room for. */
    public static EngineException tooMany(long count, Object type) {
        return new EngineException(
                ErrorClass.BUFFER, count + " elements of " + type + " are more than any buffer holds");
    }

    /**
     * The data do not lie in the buffer.
     *
     * @param capacity bytes of the buffer from its first element on
     * @param before bytes before that
     * @param at where the origin of the first of the type's elements lies, in bytes
     */
    public static EngineException outside(
            @Nullable Object buffer,
            long capacity,
            long before,
            long at,
            long count,
            TypeLayout type,
            Object typeName) {
        long from = at + type.lowest(count);
        String what;
        if (buffer == null) {
            what = "the buffer is null; expected room for " + count + " elements of " + typeName;
        } else if (from < -before) {
            what = "the data of " + typeName + " begin " + -from + " bytes before the buffer, "
                    + ElementKind.describe(buffer)
                    + ", and " + before
                    + " bytes before it can be reached; expected a part of an array, or of memory of"
                    + " MPI.newByteBuffer and its siblings, with so much before it";
        } else {
            what = "the buffer is " + ElementKind.describe(buffer) + " of " + capacity + " bytes; expected "
                    + (at + type.highest(count)) + " or more for " + count + " elements of " + typeName
                    + (at == 0 ? "" : " from byte " + at + " on");
        }
        return new EngineException(ErrorClass.BUFFER, what);
    }
}
