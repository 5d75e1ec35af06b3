package org.bipj.mpi.rma;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;

/** Error classes of one-sided communication (MPI 4.1 section 12.6.2), with the values of Open MPI, and their words. */
public final class RmaErrors {
    public static final int ASSERT = 22;
    public static final int DISP = 26;
    public static final int LOCKTYPE = 37;
    public static final int RMA_SYNC = 47;
    public static final int SIZE = 49;
    public static final int WIN = 53;
    public static final int RMA_RANGE = 68;
    public static final int RMA_ATTACH = 69;
    public static final int RMA_FLAVOR = 70;
    public static final int RMA_SHARED = 71;

    private RmaErrors() {}

    static EngineException sync(String what) {
        return new EngineException(RMA_SYNC, what);
    }

    /** The error of data that are not within a window of fixed size. */
    static EngineException range(int target, long bytes, Data elements) {
        TypeLayout type = elements.type();
        long count = elements.count();
        if (count > type.mostElements()) {
            return new EngineException(RMA_RANGE, count + " elements of " + type + " are more than any window holds");
        }
        return new EngineException(
                RMA_RANGE,
                "the access to rank " + target + " is for bytes " + begin(elements) + " to " + end(elements)
                        + " of its window; expected 0 to " + bytes);
    }

    private static long begin(Data elements) {
        return elements.offset() + elements.type().lowest(elements.count());
    }

    private static long end(Data elements) {
        return elements.offset() + elements.type().highest(elements.count());
    }

    /** Data outside of what is attached to a dynamic window. */
    static EngineException notAttached(int target, Data elements) {
        return new EngineException(
                RMA_RANGE,
                "the access is for displacements " + begin(elements) + " to " + end(elements) + ", and rank " + target
                        + " has attached no memory that holds them");
    }

    /** An operation that the target could not do. */
    static EngineException heapFull(int target, long bytes) {
        return new EngineException(
                ErrorClass.NO_MEM,
                "the Java heap of rank " + target + " is full: it has no memory for an operation of " + bytes
                        + " bytes on its window (see -Xmx)");
    }
}
