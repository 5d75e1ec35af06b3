package mpi;

import java.util.function.Supplier;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.partitioned.PartitionedOperation;
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
    /** Null for all but partitioned operations. */
    private @Nullable PartitionedOperation partitions;

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

    /** A partitioned operation, which {@code end} frees. */
    Prequest(Comm comm, CommCore core, PartitionedOperation partitions, Runnable end) {
        this(comm, core, request -> startPartitions(request, partitions), end, null);
        this.partitions = partitions;
    }

    private static void startPartitions(Prequest request, PartitionedOperation partitions) {
        request.core().start(partitions);
        request.begin(partitions);
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

    // ---- partitioned operations (MPI 4.1 chapter 4) --------------------------------------------------------------

    /**
     * A partition of a partitioned send may be sent (MPI_Pready): it does not change any more, and may arrive from now on. Threads that
     * call this at the same time need THREAD_MULTIPLE.
     *
     * @param partition from 0
     * @throws MPIException of class ERR_REQUEST for a partition that is ready already, and for a request that is not a partitioned send or
     *     not started; of class ERR_ARG for a number that no partition has
     */
    public void pReady(int partition) throws MPIException {
        ready("pReady", partition, partition);
    }

    /**
     * The same for several partitions in a row (MPI_Pready_range).
     *
     * @param low the first
     * @param high the last
     */
    public void pReadyRange(int low, int high) throws MPIException {
        ready("pReadyRange", low, high);
    }

    /** The same for any partitions, one after the other (MPI_Pready_list). */
    public void pReadyList(int[] partitions) throws MPIException {
        ValueChecks.notNull(partitions, ErrorClass.ARG, "Prequest.pReadyList: the array of partitions");
        for (int partition : partitions) {
            ready("pReadyList", partition, partition);
        }
    }

    private void ready(String method, int low, int high) {
        PartitionedOperation operation = partitions(method);
        onPartitions(method, () -> {
            operation.ready(low, high, isActive());
            return null;
        });
    }

    /**
     * True if a partition of a partitioned receive has come, so that its elements may be used (MPI_Parrived). Makes progress. True, too,
     * where the request is not active: all have come.
     *
     * @param partition from 0, of those of the receive
     * @throws MPIException of class ERR_REQUEST for a request that is not a partitioned receive; of class ERR_ARG for a number that no
     *     partition has
     */
    public boolean pArrived(int partition) throws MPIException {
        PartitionedOperation operation = partitions("pArrived");
        return onPartitions(
                "pArrived", () -> calls().hasArrived(this, () -> operation.hasArrived(partition, isActive())));
    }

    private PartitionedOperation partitions(String method) {
        checkCaller();
        if (freed || partitions == null) {
            String why = freed ? "the request was freed" : "the request is not of a partitioned operation";
            throw comm().raise("Prequest." + method, new EngineException(ErrorClass.REQUEST, why));
        }
        return partitions;
    }

    private <R extends @Nullable Object> R onPartitions(String method, Supplier<R> body) {
        try {
            return comm().calls().forms().other(comm(), method, body);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm().raise("Prequest." + method, e);
        }
    }

    @Override
    void release(String method) {
        if (freed) {
            return;
        }
        checkCaller();
        if (partitions != null && isActive() && !isOver()) {
            throw refused(method, "a partitioned operation cannot be freed before it is complete: wait for it");
        }
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
