package mpi;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * A persistent request (MPI 4.1 sections 3.9 and 6.13): the arguments of an operation that is started any number of times.
 *
 * <p>It is inactive until {@link #start}, and again once a wait or test has reported the operation's completion. To a wait
 * or test an inactive request is complete, with an empty status. Only {@link #free} makes it null.
 */
public final class Prequest extends Request {
    /** Begins the operation once. */
    interface Starter {
        void start(Prequest request);
    }

    private final Starter starter;
    private final Runnable end;
    /** Where a receive of OBJECT puts its objects; null for all other operations. */
    private final @Nullable ObjectTarget target;

    private boolean freed;

    /**
     * An inactive request.
     *
     * @param end gives back what the request holds, when it is freed
     */
    Prequest(Comm comm, CommCore core, Starter starter, Runnable end) {
        this(comm, core, starter, end, null);
    }

    /** The same for a receive of OBJECT. */
    Prequest(Comm comm, CommCore core, Starter starter, Runnable end, @Nullable ObjectTarget target) {
        super(comm, core);
        this.target = target;
        this.starter = starter;
        this.end = end;
    }

    /**
     * Starts the operation (MPI_Start). The buffer must not be touched until it is complete; a send's may be read. An error
     * of class ERR_REQUEST if the request is active or was freed.
     */
    public void start() throws MPIException {
        calls().start(this, "start");
    }

    final void startOperation(String method) {
        checkCaller();
        if (freed || isActive()) {
            String why = freed ? "the request was freed" : "the request is active: wait for it before the next start";
            throw comm().raise("Prequest." + method, new EngineException(ErrorClass.REQUEST, why));
        }
        try {
            starter.start(this);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm().raise("Prequest." + method, e);
        }
    }

    /** Starts all of them, in their order (MPI_Startall). */
    public static void startAll(Prequest[] requests) throws MPIException {
        startAll("startAll", "start", requests, false);
    }

    /** @param skips true where elements may be null */
    private static void startAll(String method, String each, @Nullable Prequest[] requests, boolean skips) {
        ValueChecks.notNull(requests, ErrorClass.REQUEST, "Prequest." + method + ": the array of requests");
        for (int i = 0; i < requests.length && !skips; i++) {
            ValueChecks.notNull(requests[i], ErrorClass.REQUEST, "Prequest." + method + ": requests[" + i + "]");
        }
        for (Prequest request : requests) {
            if (request != null) {
                request.calls().start(request, each);
            }
        }
    }

    @Override
    void release(String method) {
        if (freed) {
            return;
        }
        checkCaller();
        freed = true;
        drop();
        end.run();
    }

    /** The same as {@link #start} (mpiJava 1.2, section 3.9). */
    public void Start() throws MPIException {
        calls().start(this, "Start");
    }

    /** The same as {@link #startAll} (mpiJava 1.2, section 3.9); elements that are null are left out, as in MPJ Express. */
    public static void Startall(@Nullable Prequest[] array_of_requests) throws MPIException {
        startAll("Startall", "Start", array_of_requests, true);
    }

    /** Waits for the operation if one is under way, and frees the request. */
    @Override
    public void close() throws MPIException {
        try {
            super.close();
        } finally {
            if (!freed) {
                free();
            }
        }
    }

    @Override
    @Nullable
    RuntimeException ended(PostedRecv op, @Nullable EngineException failure) {
        return target == null ? failure : target.take(op, failure);
    }

    @Override
    int elements(PostedRecv op) {
        return target == null ? super.elements(op) : target.elements(op);
    }

    @Override
    boolean hasFailed() {
        return target != null || super.hasFailed();
    }

    @Override
    boolean isPersistent() {
        return !freed;
    }
}
