package org.bipj.mpi.call;

import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.TypeLayout;

/**
 * Errors of buffers. The datatype is a {@link TypeLayout}, or an object for the same data with a better name.
 */
public final class BufferErrors {
    private BufferErrors() {}

    /** The buffer's elements are of another type than the data. */
    public static EngineException ofKind(Object buffer, TypeLayout type, Object typeName) {
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

    /** The error of data that lie outside their buffer. */
    public static EngineException outside(Object buffer, long capacity, long before, long count, TypeLayout type) {
        return outside(buffer, capacity, before, type.lowest(count), type.highest(count), count, type);
    }

    /**
     * The data do not lie in the buffer.
     *
     * @param capacity bytes behind the place that {@code from} and {@code to} count from
     * @param before bytes before it
     * @param from where the data begin, in bytes
     * @param to where they end
     */
    public static EngineException outside(
            Object buffer, long capacity, long before, long from, long to, long count, Object type) {
        String what;
        if (buffer == null) {
            what = "the buffer is null; expected room for " + count + " elements of " + type;
        } else if (from < -before) {
            what = "the data of " + type + " begin " + -from + " bytes before the buffer, "
                    + ElementKind.describe(buffer)
                    + ", and " + before
                    + " bytes before it can be reached; expected a part of an array, or of memory of"
                    + " MPI.newByteBuffer and its siblings, with so much before it";
        } else {
            what = "the buffer is " + ElementKind.describe(buffer) + " of " + capacity + " bytes; expected " + to
                    + " or more for " + count + " elements of " + type;
        }
        return new EngineException(ErrorClass.BUFFER, what);
    }
}
