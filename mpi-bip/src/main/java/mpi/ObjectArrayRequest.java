package mpi;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.match.PostedRecv;

/** A receive of OBJECT under way. */
final class ObjectArrayRequest extends Request {
    private final ObjectTarget target;

    ObjectArrayRequest(Comm comm, CommCore core, PostedRecv receive, ObjectTarget target) {
        super(comm, core, receive);
        this.target = target;
    }

    @Override
    RuntimeException ended(PostedRecv op, EngineException failure) {
        return target.take(op, failure);
    }
}
