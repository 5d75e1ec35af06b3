package mpi;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/** A receive of OBJECT under way. */
final class ObjectArrayRequest extends Request {
    private final ObjectTarget target;

    ObjectArrayRequest(Comm comm, CommCore core, PostedRecv receive, ObjectTarget target) {
        super(comm, core, receive);
        this.target = target;
    }

    @Override
    @Nullable
    RuntimeException ended(PostedRecv op, @Nullable EngineException failure) {
        return target.take(op, failure);
    }

    @Override
    int elements(PostedRecv op) {
        return target.elements(op);
    }

    @Override
    boolean hasFailed() {
        return true;
    }
}
