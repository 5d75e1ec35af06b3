package mpi;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/** Where a receive of OBJECT puts the objects of its message: elements of an array. */
record ObjectTarget(Comm comm, @Nullable Object buf, int offset, int count, Datatype type) {
    /** Checks the buffer. */
    static ObjectTarget of(Comm comm, @Nullable Object buf, int offset, int count, Datatype type) {
        ObjectArrays.collect(buf, offset, count, type);
        return new ObjectTarget(comm, buf, offset, count, type);
    }

    /** Objects of an element of the datatype. */
    long size() {
        return ObjectArrays.layout(type).size();
    }

    /** The elements of the datatype in the message of a finished receive. */
    int elements(PostedRecv op) {
        return Status.elements(op.signature(), op.bytes(), size());
    }

    /**
     * Takes the objects of a finished receive.
     *
     * @param failure of the receive; null if it has none
     * @return why they could not be taken; null if they were
     */
    @Nullable
    RuntimeException take(PostedRecv op, @Nullable EngineException failure) {
        boolean isMessage = failure == null && !op.isCancelled() && op.source() != CommCore.PROC_NULL;
        Object bytes = op.memory();
        op.takeAnyLength(false);
        if (!isMessage) {
            return failure;
        }
        try {
            Object[] objects = ObjectArrays.objects(comm, bytes == null ? new byte[0] : (byte[]) bytes, op.signature());
            ObjectArrays.distribute(objects, buf, offset, count, type);
            return null;
        } catch (RuntimeException e) {
            return e;
        } catch (OutOfMemoryError e) {
            return comm.runtime.heapFull(e);
        }
    }
}
