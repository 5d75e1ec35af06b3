package mpi;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bipj.core.channel.SendOp;
import org.bipj.core.job.Job;
import org.bipj.core.job.PerJob;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.payload.NoBufferException;
import org.bipj.core.payload.Signature;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.Background;
import org.bipj.mpi.engine.RequestEnd;
import org.bipj.mpi.engine.ThreadEnd;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * A send, receive or collective operation under way (MPI 4.1 sections 3.7 and 6.12). Once a wait or successful test has reported its completion it is
 * null ({@link #isNull}); a null request is complete, with an empty status. Arrays of requests may hold nulls of both
 * kinds.
 *
 * <p>A request is a {@link java.util.concurrent.Future} too, and the end of a {@code try} block waits for it:
 *
 * <pre>{@code
 * try (Request halo = comm.iRecv(border, n, MPI.DOUBLE, left, 0)) {
 *     computeInterior();
 * }
 * computeBorder();
 * }</pre>
 */
public class Request implements Future<Status>, Freeable {
    /** What stands behind the handles of ranks with listeners, for calls that name no operation. */
    private static final PerJob<RequestCalls> LISTENED = new PerJob<>();

    private final Comm comm;
    private final CommCore core;
    private @Nullable SendOp send;
    private @Nullable PostedRecv receive;
    /** Of a collective or one-sided operation. */
    private @Nullable RequestEnd other;
    /** The status or RuntimeException that {@link #get} has found; null before, and again when a persistent request starts. */
    private @Nullable Object outcome;

    /** REQUEST_NULL. */
    @SuppressWarnings("NullAway") // It has no operation, without which nothing is asked of a communicator.
    Request() {
        comm = null;
        core = null;
    }

    Request(Comm comm, CommCore core, SendOp send) {
        this.comm = comm;
        this.core = core;
        this.send = send;
    }

    Request(Comm comm, CommCore core, PostedRecv receive) {
        this.comm = comm;
        this.core = core;
        this.receive = receive;
    }

    Request(Comm comm, CommCore core, RequestEnd other) {
        this.comm = comm;
        this.core = core;
        this.other = other;
    }

    /** A send and a receive that are complete together. Its status is the receive's. */
    Request(Comm comm, CommCore core, SendOp send, PostedRecv receive) {
        this.comm = comm;
        this.core = core;
        this.send = send;
        this.receive = receive;
    }

    /** A request without an operation: {@link Prequest} begins one at each start. */
    Request(Comm comm, CommCore core) {
        this.comm = comm;
        this.core = core;
    }

    final void begin(SendOp op) {
        outcome = null;
        send = op;
    }

    final void begin(PostedRecv op) {
        outcome = null;
        receive = op;
    }

    final void begin(Background op) {
        outcome = null;
        other = op;
    }

    final CommCore core() {
        return core;
    }

    final RequestCalls calls() {
        return of(this);
    }

    /** What stands behind the handles of the rank that the request is of. */
    private static RequestCalls of(Request request) {
        Comm comm = request.comm;
        return comm == null ? ofCaller() : comm.calls().requests();
    }

    /** The same for an array: all of its requests are of one rank. Null ones, which all ranks share, do not say of which. */
    private static RequestCalls calls(@Nullable Request[] requests) {
        if (requests != null) {
            for (Request request : requests) {
                if (request != null && request.comm != null) {
                    return request.comm.calls().requests();
                }
            }
        }
        return ofCaller();
    }

    /** The same for calls that no request says the rank of. */
    private static RequestCalls ofCaller() {
        RequestCalls listened = LISTENED.ofCaller();
        return listened == null ? Calls.PLAIN.requests() : listened;
    }

    /** Lets listeners see calls without an operation, too: those of the rank's program that has joined a job. */
    static void listen(Job job, RequestCalls calls) {
        LISTENED.put(job, calls);
    }

    /** Ends what {@link #listen} has begun. */
    static void listenNoMore(Job job) {
        LISTENED.remove(job);
    }

    final Comm comm() {
        return comm;
    }

    /**
     * Frees the request; the operation still completes (MPI_Request_free, section 3.7.3). Has no effect on a null request, as in Open
     * MPI's Java bindings: it may be freed twice, or after its wait. A {@link Prequest} is null then, whatever it does.
     *
     * @throws MPIException of class ERR_REQUEST for a non-blocking collective operation that is not complete (section 6.12)
     */
    @Override
    public void free() throws MPIException {
        calls().free(this, "free");
    }

    /**
     * Waits for the operation, whose buffer may be used behind the block then, and frees a persistent request. A block that
     * an exception leaves waits as well: {@link #cancel()} in the block is for those that must not.
     */
    @Override
    public void close() throws MPIException {
        if (!isActive()) {
            return;
        }
        if (comm.isOpen()) {
            calls().close(this);
        } else {
            drop();
        }
    }

    /** Drops the reference to the operation, which still completes. */
    final void drop() {
        send = null;
        receive = null;
        other = null;
    }

    final MPIException refused(String method, String why) {
        return comm == null
                ? new MPIException(ErrorClass.REQUEST, "Request." + method + ": " + why)
                : (MPIException) comm.raise("Request." + method, new EngineException(ErrorClass.REQUEST, why));
    }

    /**
     * Asks for the operation's cancellation (MPI_Cancel, section 3.8.4). A receive is cancelled if no message has
     * matched it; else it completes as usual. Either way a wait or test must follow. Asking again has no effect, nor does asking for
     * a request that is complete or null, as in Open MPI's Java bindings.
     *
     * <p>A send ends in one of two ways, never both: it is cancelled, and nothing receives its message; or it completes as usual,
     * and the message is received.
     *
     * <ul>
     *   <li>A send of which nothing has left is cancelled at once.
     *   <li>One that waits for its receiver (a synchronous send, a long one, a short one that found the receiver's buffers full)
     *       asks the receiver to give the message back. It is cancelled if no receive and no matched probe has taken the message
     *       by then. Its wait ends at the latest with the receiver's next call that makes progress, which may be {@code
     *       Finalize}; this is weaker than the standard, by which the wait ends whatever others do. If a matched probe has taken
     *       the message, the wait ends when the message is received. If the receiver fails, it is an error of class
     *       ERR_PROC_FAILED.
     *   <li>A short send that has left is complete: its message lies at the receiver, and stays there.
     * </ul>
     *
     * <p>MPI 4.0 deprecates cancelling sends, and Open MPI never cancels one. A receive's wait always returns.
     *
     * @throws MPIException of class ERR_REQUEST for a collective operation that is not complete, and for {@link Comm#iSendRecv} and
     *     {@link Comm#iSendRecvReplace} whose completion was not reported: they cannot be cancelled
     */
    public final void cancel() throws MPIException {
        calls().cancel(this, "cancel");
    }

    /**
     * True if there is nothing to wait for: completion has been reported, or the request was freed. A persistent request is
     * null only after it was freed.
     */
    public final boolean isNull() {
        return !isActive() && !isPersistent();
    }

    /** True from the start of the operation until a wait or test has reported its completion. */
    final boolean isActive() {
        return send != null || receive != null || other != null;
    }

    /** True for a receive alone that no message has matched, without progress. */
    final boolean isUnmatchedReceive() {
        return receive != null && send == null && receive.isPosted();
    }

    /** See {@link MpiProcess#onMatch}. */
    final boolean onMatch(Runnable step) {
        return receive != null && core.onMatch(receive, step);
    }

    /** True for a send alone that is not complete and has not been cancelled, without progress. */
    final boolean isUnfinishedSend() {
        return send != null && receive == null && !send.isDone() && !send.isWithdrawing();
    }

    /** True if a thread of the program ends the operation, of which the port does not know. */
    final boolean isByThread() {
        return other instanceof ThreadEnd;
    }

    private boolean isCollective() {
        return other instanceof Background;
    }

    /** What a collective operation, or another one that consists of several messages, is. */
    private String kind() {
        return other instanceof Background operation ? operation.kind() : "";
    }

    private boolean isExchange() {
        return send != null && receive != null;
    }

    /** True for a request that can be started again. */
    boolean isPersistent() {
        return false;
    }

    /** Waits for completion, and returns the status (MPI_Wait). */
    public final Status waitStatus() throws MPIException {
        return calls().waitStatus(this, "waitStatus");
    }

    /** Waits for completion (MPI_Wait). */
    public final void waitFor() throws MPIException {
        calls().waitFor(this);
    }

    /** The status if the operation is complete, else null (MPI_Test). */
    public final @Nullable Status testStatus() throws MPIException {
        return calls().testStatus(this, "testStatus");
    }

    /**
     * The status if the operation is complete, else null; the request stays (MPI_Request_get_status). A receive whose
     * message was longer has the error ERR_TRUNCATE in its status (ERR_TYPE where types are checked and differ), and
     * throws at its wait or test.
     */
    public final @Nullable Status getStatus() throws MPIException {
        return calls().getStatus(this);
    }

    /**
     * The status of one complete request, whose position it has; null if none is complete. All requests stay
     * (MPI_Request_get_status_any). Where all are null the status is empty, and its position UNDEFINED. An error is in the status, as
     * with {@link #getStatus()}.
     */
    public static @Nullable Status getStatusAny(@Nullable Request[] requests) throws MPIException {
        return calls(requests).getStatusAny(requests);
    }

    /** The statuses of all requests if all are complete, else null; all stay (MPI_Request_get_status_all). */
    public static Status @Nullable [] getStatusAll(@Nullable Request[] requests) throws MPIException {
        return calls(requests).getStatusAll(requests);
    }

    /**
     * The statuses of those requests that are complete, with their positions; null if all are null. All stay
     * (MPI_Request_get_status_some).
     */
    public static Status @Nullable [] getStatusSome(@Nullable Request[] requests) throws MPIException {
        return calls(requests).getStatusSome(requests);
    }

    /** True if the operation is complete (MPI_Test). */
    public final boolean test() throws MPIException {
        return calls().test(this);
    }

    /** Frees the request. */
    void release(String method) {
        if (isNull()) {
            return;
        }
        checkCaller();
        if (isCollective() && !isOver()) {
            throw refused(method, "the request of a " + kind() + " cannot be freed before it is complete: wait for it");
        }
        drop();
    }

    /** Asks for cancellation. */
    void cancelOperation(String method) {
        if (!isActive()) {
            return;
        }
        checkCaller();
        if (isExchange()) {
            throw refused(method, "the request of a send and a receive at the same time cannot be cancelled");
        } else if (isCollective()) {
            if (!isOver()) {
                throw refused(method, "the request of a " + kind() + " cannot be cancelled");
            }
        } else if (receive != null) {
            try {
                core.cancel(receive);
            } catch (RuntimeException e) {
                throw comm.raise("Request." + method, e);
            }
        } else if (send != null) {
            core.cancel(send);
        }
    }

    /** True if nothing that other ranks do ends the operation. */
    final boolean isSelfDeadlock() {
        return receive != null && !receive.isDone() && core.isSelfDeadlock(receive)
                || send != null && core.isSelfDeadlock(send);
    }

    /** Refuses threads that may not call. */
    final void checkCaller() {
        if (core != null
                && !core.admitsThread()
                && !(isOfRevoked() && core.engine().admitsThread())) {
            throw comm.refused(core);
        }
    }

    /** Operations that were started before end, with success or an error, and are told. */
    private boolean isOfRevoked() {
        return core.membership().isRevoked();
    }

    final void await(String method) {
        checkCaller();
        try {
            if (receive != null) {
                core.await(receive);
            }
            if (send != null) {
                core.await(send);
            } else if (other != null) {
                other.settle();
                core.await(other);
            }
        } catch (OutOfMemoryError e) {
            throw comm.raise("Request", method, e);
        } catch (RuntimeException e) {
            throw comm.raise("Request." + method, e);
        }
    }

    /** Does what only this rank can do for the operation; others may end it. */
    final void settle() {
        if (other != null) {
            other.settle();
        }
    }

    final boolean isComplete() {
        checkCaller();
        return isOver() || progress() > 0 && isOver();
    }

    private boolean tryCancel() {
        if (other != null && !isByThread() || isExchange() || !isActive()) {
            return false;
        }
        cancel();
        return true;
    }

    private long nanos() {
        return comm.runtime.nanos();
    }

    final int progress() {
        try {
            return core.progress();
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm.raise("Request", e);
        }
    }

    final int advance(int fruitless) {
        try {
            return other instanceof ThreadEnd byThread
                    ? core.advanceBeside(byThread, fruitless)
                    : core.advance(fruitless);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm.raise("Request", e);
        }
    }

    /** What must end before it is complete. */
    final @Nullable Object operation() {
        return receive != null && !receive.isDone() ? receive : send != null ? send : other;
    }

    /** True if complete, without progress. */
    final boolean isOver() {
        if (receive != null && !core.isDone(receive)) {
            return false;
        }
        if (other != null) {
            return core.isDone(other);
        }
        return send == null || core.isDone(send);
    }

    /**
     * True for a receive whose message did not fit it, and for a collective operation that failed; ending it throws. True, too, where
     * only the end finds out.
     */
    boolean hasFailed() {
        if (receive != null && receive.hasFailed()) {
            return true;
        }
        return send != null ? send.refusal() != 0 || send.isClosed() : other != null && other.failure() != null;
    }

    Status status(int index) {
        if (receive != null) {
            EngineException failure = MessageChecks.failure(core, receive);
            int error = failure == null ? errorClass() : failure.errorClass();
            int source = core.rankOf(receive.source());
            boolean cancelled = receive.isCancelled();
            int signature = receive.signature();
            return new Status(
                    source, receive.tag(), receive.bytes(), cancelled, error, index, signature, elements(receive));
        }
        if (other != null) {
            long bytes = other.bytes();
            int count = Status.elements(Signature.UNTYPED, bytes, other.elementBytes());
            int source = core.rankOf(other.source());
            return new Status(source, other.tag(), bytes, false, errorClass(), index, Signature.UNTYPED, count);
        }
        boolean cancelled = send != null && send.isCancelled();
        return new Status(CommCore.ANY_SOURCE, CommCore.ANY_TAG, 0, cancelled, errorClass(), index);
    }

    /** The elements of its datatype that a receive has received. */
    int elements(PostedRecv op) {
        return Status.received(op);
    }

    private int errorClass() {
        if (send != null && core.errorClassOf(send) != ErrorClass.SUCCESS) {
            return core.errorClassOf(send);
        }
        if (send != null && send.isClosed()) {
            return ErrorClass.BUFFER;
        }
        Throwable failure = other == null ? null : other.failure();
        if (failure == null) {
            return ErrorClass.SUCCESS;
        }
        if (failure instanceof PeerFailedException) {
            return ErrorClass.PROC_FAILED;
        }
        if (failure instanceof NoBufferException) {
            return ErrorClass.BUFFER;
        }
        return failure instanceof EngineException e ? e.errorClass() : ErrorClass.OTHER;
    }

    /** Tells of completion: the request becomes null. */
    final Status end(String method, int index) {
        Status status = status(index);
        endQuietly(method);
        return status;
    }

    final void endQuietly(String method) {
        if (receive != null) {
            PostedRecv op = receive;
            EngineException found = MessageChecks.failure(core, op);
            if (found != null && op.isPending()) {
                // The request stays.
                throw comm.raise("Request." + method, found);
            }
            receive = null;
            RuntimeException failure = ended(op, found);
            core.recycle(op);
            EngineException ofSend = endSend();
            failure = failure == null ? ofSend : failure;
            if (failure != null) {
                throw comm.raise("Request." + method, failure);
            }
        } else if (send != null) {
            EngineException failure = endSend();
            if (failure != null) {
                throw comm.raise("Request." + method, failure);
            }
        } else if (other != null) {
            Throwable failure = endOther();
            if (failure != null) {
                throw comm.raise("Request." + method, failure);
            }
        }
    }

    /** Ends an operation that is neither a send nor a receive. Returns its error, or null. */
    @SuppressWarnings("NullAway") // There is one.
    @Nullable
    Throwable endOther() {
        Throwable failure = other.failure();
        other = null;
        return failure;
    }

    /** The status of a complete operation, which stays. */
    Status look(int index) {
        return status(index);
    }

    /** Ends the send, if there is one. Returns its error, or null. */
    private @Nullable EngineException endSend() {
        if (send == null) {
            return null;
        }
        SendOp op = send;
        send = null;
        try {
            core.recycle(op);
            return null;
        } catch (EngineException e) {
            return e;
        }
    }

    /**
     * A receive has ended; its operation is recycled next.
     *
     * @param failure null if it succeeded or was cancelled
     * @return the failure to report, which may be another one; or null
     */
    @Nullable
    RuntimeException ended(PostedRecv op, @Nullable EngineException failure) {
        return failure;
    }

    // ---- as a future ---------------------------------------------------------------------------------------------

    // No thread completes an operation behind the program's back: get and isDone make the progress. For the same reason
    // there is
    // no CompletionStage. As with every wait or test, one thread at a time calls them for a request.

    /**
     * Waits for completion as {@link Request#waitStatus} does, after which the request is null, and remembers the outcome: a
     * second {@code get} returns the same. If a wait or test of another kind has reported completion, the status is empty.
     * An interrupt does not end the wait.
     *
     * @throws ExecutionException if the operation failed; its cause is the {@link MPIException}
     * @throws CancellationException if the operation was cancelled
     */
    @Override
    public final Status get() throws ExecutionException {
        if (outcome == null) {
            try {
                outcome = calls().get(this);
            } catch (RuntimeException e) {
                outcome = e;
            }
        }
        if (outcome instanceof RuntimeException failure) {
            throw new ExecutionException(failure.getMessage(), failure);
        }
        Status status = (Status) outcome;
        if (status.isCancelled()) {
            throw new CancellationException("the request was cancelled");
        }
        return status;
    }

    /**
     * As {@link #get()}, for at most some time: of the machine, or of the simulated cluster where there is one. The operation
     * stays as it is where the time has passed. This wait polls, and takes a processor meanwhile.
     *
     * @throws TimeoutException if the operation is not complete by then
     */
    @Override
    public final Status get(long timeout, TimeUnit unit) throws ExecutionException, TimeoutException {
        if (!isDone()) {
            long begin = nanos();
            long limit = unit.toNanos(timeout);
            if (!calls().isDoneBefore(this, () -> nanos() - begin >= limit)) {
                throw new TimeoutException("the request is not complete after " + timeout + " " + unit);
            }
        }
        return get();
    }

    /** True if {@link #get} would not wait. Makes progress as {@link Request#test} does, but the request stays. */
    @Override
    public final boolean isDone() {
        return outcome != null || calls().isDone(this);
    }

    /** True if the operation was cancelled, and is complete therefore. */
    @Override
    public final boolean isCancelled() {
        if (outcome != null) {
            return outcome instanceof Status status && status.isCancelled();
        }
        return isComplete() && status(0).isCancelled();
    }

    /**
     * Asks for cancellation as {@link Request#cancel()} does.
     *
     * @param mayInterruptIfRunning does not matter
     * @return true if the operation is cancelled; false if it will complete or is complete, as collective operations always, and
     *     if the receiver of a send has yet to answer: {@link #isCancelled} tells once {@link #isDone} is true
     */
    @Override
    public final boolean cancel(boolean mayInterruptIfRunning) {
        return outcome == null && tryCancel() && isCancelled();
    }

    // ---- arrays of requests (section 3.7.5) ----------------------------------------------------------------------

    /** Waits for one of the requests; its position is in the status, or UNDEFINED if all are null (MPI_Waitany). */
    public static Status waitAnyStatus(@Nullable Request[] requests) throws MPIException {
        return calls(requests).waitAnyStatus(requests, "waitAnyStatus");
    }

    /** Waits for one of the requests and returns its position, or UNDEFINED if all are null (MPI_Waitany). */
    public static int waitAny(@Nullable Request[] requests) throws MPIException {
        return calls(requests).waitAny(requests);
    }

    /** The status of one complete request, or null if none is (MPI_Testany). */
    public static @Nullable Status testAnyStatus(@Nullable Request[] requests) throws MPIException {
        return calls(requests).testAnyStatus(requests, "testAnyStatus");
    }

    /** The position of one complete request, or UNDEFINED if there is none (MPI_Testany). */
    public static int testAny(@Nullable Request[] requests) throws MPIException {
        return calls(requests).testAny(requests);
    }

    /**
     * Waits for all requests (MPI_Waitall). Where some failed, all have ended, and the error is of class ERR_IN_STATUS:
     * {@link MPIException#getStatuses} has the statuses, each with its error.
     */
    public static Status[] waitAllStatus(@Nullable Request[] requests) throws MPIException {
        return calls(requests).waitAllStatus(requests, "waitAllStatus");
    }

    /**
     * Waits for all requests (MPI_Waitall). Where some failed, all have ended, and the error is of class ERR_IN_STATUS:
     * {@link MPIException#getStatuses} has the statuses, each with its error.
     */
    public static void waitAll(@Nullable Request[] requests) throws MPIException {
        calls(requests).waitAll(requests);
    }

    /** The statuses if all requests are complete, else null (MPI_Testall). Errors are as those of {@link #waitAll}. */
    public static Status @Nullable [] testAllStatus(@Nullable Request[] requests) throws MPIException {
        return calls(requests).testAllStatus(requests, "testAllStatus");
    }

    /** True if all requests are complete (MPI_Testall). Errors are as those of {@link #waitAll}. */
    public static boolean testAll(@Nullable Request[] requests) throws MPIException {
        return calls(requests).testAll(requests);
    }

    /**
     * Waits until some requests are complete; null if all are null (MPI_Waitsome). Positions are in the statuses. Where some of the
     * complete ones failed, all of them have ended, and the error is of class ERR_IN_STATUS: {@link MPIException#getStatuses} has
     * the statuses of those that have ended, each with its position and its error.
     */
    public static Status @Nullable [] waitSomeStatus(@Nullable Request[] requests) throws MPIException {
        return calls(requests).waitSomeStatus(requests, "waitSomeStatus");
    }

    /**
     * Waits until some requests are complete, and returns their positions; null if all are null (MPI_Waitsome). Errors are as those
     * of {@link #waitSomeStatus}.
     */
    public static int @Nullable [] waitSome(@Nullable Request[] requests) throws MPIException {
        return calls(requests).waitSome(requests);
    }

    /**
     * The statuses of the requests that are complete; null if all are null (MPI_Testsome). Errors are as those of
     * {@link #waitSomeStatus}.
     */
    public static Status @Nullable [] testSomeStatus(@Nullable Request[] requests) throws MPIException {
        return calls(requests).testSomeStatus(requests, "testSomeStatus");
    }

    /**
     * The positions of the requests that are complete; null if all are null (MPI_Testsome). Errors are as those of
     * {@link #waitSomeStatus}.
     */
    public static int @Nullable [] testSome(@Nullable Request[] requests) throws MPIException {
        return calls(requests).testSome(requests);
    }

    // ---- mpiJava 1.2, sections 3.7 and 3.8 -----------------------------------------------------------------------

    /** The same as {@link #waitStatus}. */
    public final Status Wait() throws MPIException {
        return calls().waitStatus(this, "Wait");
    }

    /** The same as {@link #testStatus}. */
    public final @Nullable Status Test() throws MPIException {
        return calls().testStatus(this, "Test");
    }

    /** The same as {@link #free}. */
    public final void Free() throws MPIException {
        calls().free(this, "Free");
    }

    /** The same as {@link #isNull}. */
    public final boolean Is_null() throws MPIException {
        return isNull();
    }

    /** The same as {@link #cancel()}. */
    public final void Cancel() throws MPIException {
        calls().cancel(this, "Cancel");
    }

    /** Has no effect: the garbage collector frees requests. */
    @SuppressWarnings({"removal", "deprecation"})
    @Override
    public void finalize() {}

    /** The same as {@link #waitAnyStatus}. */
    public static Status Waitany(@Nullable Request[] array_of_requests) throws MPIException {
        return calls(array_of_requests).waitAnyStatus(array_of_requests, "Waitany");
    }

    /** The same as {@link #testAnyStatus}. */
    public static @Nullable Status Testany(@Nullable Request[] array_of_requests) throws MPIException {
        return calls(array_of_requests).testAnyStatus(array_of_requests, "Testany");
    }

    /** As {@link #waitAllStatus}; requests that are not active have no status. */
    public static @Nullable Status[] Waitall(@Nullable Request[] array_of_requests) throws MPIException {
        boolean[] active = active(array_of_requests);
        return ofActive(active, calls(array_of_requests).waitAllStatus(array_of_requests, "Waitall"));
    }

    /** As {@link #testAllStatus}; requests that are not active have no status. */
    public static @Nullable Status @Nullable [] Testall(@Nullable Request[] array_of_requests) throws MPIException {
        boolean[] active = active(array_of_requests);
        Status[] statuses = calls(array_of_requests).testAllStatus(array_of_requests, "Testall");
        return statuses == null ? null : ofActive(active, statuses);
    }

    private static boolean[] active(@Nullable Request[] requests) {
        boolean[] active = new boolean[requests == null ? 0 : requests.length];
        for (int i = 0; i < active.length; i++) {
            active[i] = requests[i] != null && requests[i].isActive();
        }
        return active;
    }

    private static @Nullable Status[] ofActive(boolean[] active, @Nullable Status[] statuses) {
        for (int i = 0; i < statuses.length; i++) {
            statuses[i] = active[i] ? statuses[i] : null;
        }
        return statuses;
    }

    /** As {@link #waitSomeStatus}; without active requests, no statuses. */
    public static Status[] Waitsome(@Nullable Request[] array_of_requests) throws MPIException {
        return orNone(calls(array_of_requests).waitSomeStatus(array_of_requests, "Waitsome"));
    }

    /** As {@link #testSomeStatus}; without active requests, no statuses. */
    public static Status[] Testsome(@Nullable Request[] array_of_requests) throws MPIException {
        return orNone(calls(array_of_requests).testSomeStatus(array_of_requests, "Testsome"));
    }

    private static Status[] orNone(Status @Nullable [] statuses) {
        return statuses == null ? new Status[0] : statuses;
    }
}
