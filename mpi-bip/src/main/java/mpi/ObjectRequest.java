package mpi;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * A receive of an object under way: {@link Comm#iRecvObject} makes it. New here. It is a request as others are, alone or in
 * arrays; {@link #getObject} returns the object.
 *
 * @param <T> class or interface of the object
 */
public final class ObjectRequest<T> extends Request {
    private final Class<T> type;
    /** The object's bytes; null before the end of the operation, and where no message came. */
    private byte @Nullable [] bytes;

    private boolean ended;
    private boolean decoded;
    private @Nullable T object;

    ObjectRequest(Comm comm, CommCore core, PostedRecv receive, Class<T> type) {
        super(comm, core, receive);
        this.type = type;
    }

    @Override
    @Nullable
    RuntimeException ended(PostedRecv op, @Nullable EngineException failure) {
        boolean isMessage = failure == null && !op.isCancelled() && op.source() != CommCore.PROC_NULL;
        bytes = isMessage ? (byte[]) op.memory() : null;
        op.takeAnyLength(false);
        ended = true;
        return failure;
    }

    /**
     * Waits for completion where no wait or test has reported it, and returns the object: at each call the same one. Errors
     * are those of {@link Comm#recvObject}; the message has been received then.
     *
     * @return null, too, if null was sent, from PROC_NULL, and where the request was cancelled or has failed before
     */
    public @Nullable T getObject() throws MPIException {
        if (isActive()) {
            waitFor();
        } else if (!ended) {
            throw new MPIException(
                    ErrorClass.REQUEST, "ObjectRequest.getObject: the request was freed; expected one to wait for");
        }
        if (!decoded && bytes != null) {
            try {
                object = ObjectCalls.decode(comm(), bytes, type);
            } catch (RuntimeException | OutOfMemoryError e) {
                throw comm().raise("ObjectRequest.getObject", e);
            }
            decoded = true;
            bytes = null;
        }
        return object;
    }
}
