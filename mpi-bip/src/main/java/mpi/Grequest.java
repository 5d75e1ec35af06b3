package mpi;

import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.ThreadEnd;
import org.jspecify.annotations.Nullable;

/**
 * A generalized request (MPI 4.1 section 13.2): an operation of the program's own, which one of its threads does, and for which the waits and
 * tests of {@link Request} wait as for the library's.
 *
 * <pre>{@code
 * Grequest written = Grequest.start(status -> status.setElements(MPI.BYTE, length), null, null);
 * Thread.ofVirtual().start(() -> {
 *     write(data);
 *     written.complete();
 * });
 * Request.waitAll(new Request[] {halo, written});
 * }</pre>
 *
 * <p>A wait makes progress for messages, and does not sleep for long: it takes a few percent of a processor. A rank that waits for a
 * generalized request is never part of a deadlock that is reported, but in virtual time, where no thread can act any more.
 */
public final class Grequest extends Request {
    /** Says how the operation went. */
    @FunctionalInterface
    public interface Query {
        /**
         * The request has been completed, and a wait, a test or {@link Request#getStatus} reports that. An exception is the operation's
         * error; its class that of an {@link MPIException}, else ERR_OTHER.
         *
         * @param status to set; as it comes it is that of a send: no source, no tag, no elements, not cancelled
         */
        void query(Status status) throws MPIException;
    }

    /** Gives back what the operation holds. */
    @FunctionalInterface
    public interface Free {
        /** Called once: after a wait or test has reported completion, or when a request that was freed is complete. */
        void free() throws MPIException;
    }

    /** Cancels the operation. */
    @FunctionalInterface
    public interface Cancel {
        /**
         * The program has called {@link Request#cancel()}. Where that cancels the operation, it is to be completed, and its query says so with
         * {@link Status#setCancelled}.
         *
         * @param complete true if the request has been completed, so that it is too late
         */
        void cancel(boolean complete) throws MPIException;
    }

    private final MpiRank rank;
    private final ThreadEnd end;
    private final @Nullable Query query;
    private final @Nullable Free free;
    private final @Nullable Cancel cancel;
    /** Under the lock of this object. */
    private boolean completed;
    /** The program has freed the request before it was complete; under the lock of this object. */
    private boolean freed;
    /** Whether the query of the wait or test under way has been called. */
    private boolean queried;
    /** What the query has thrown. */
    private @Nullable RuntimeException failure;

    Grequest(
            Comm comm,
            CommCore core,
            ThreadEnd end,
            @Nullable Query query,
            @Nullable Free free,
            @Nullable Cancel cancel) {
        super(comm, core, end);
        rank = comm.runtime;
        this.end = end;
        this.query = query;
        this.free = free;
        this.cancel = cancel;
    }

    /**
     * Starts an operation (MPI_Grequest_start). Functions that are null do nothing. Errors of the request go to the error handler of
     * COMM_SELF.
     */
    public static Grequest start(@Nullable Query query, @Nullable Free free, @Nullable Cancel cancel)
            throws MPIException {
        return MpiRank.ofCaller()
                .callBesides(
                        null,
                        "Grequest.start",
                        own -> new Grequest(own, own.core(), new ThreadEnd(), query, free, cancel));
    }

    /**
     * The operation is complete (MPI_Grequest_complete). Any thread of the rank may say so, whatever the thread level, and wakes a thread
     * that waits; in virtual time the operation is complete at the time of the caller.
     *
     * @throws MPIException of class ERR_REQUEST if it was completed before
     */
    public void complete() throws MPIException {
        // Here, too, as a thread of which virtual time does not know is refused before anything has changed.
        rank.tellThreads();
        boolean wasFreed;
        synchronized (this) {
            if (completed) {
                throw new MPIException(
                        ErrorClass.REQUEST, "Grequest.complete: the generalized request was completed before");
            }
            completed = true;
            wasFreed = freed;
        }
        end.complete();
        rank.tellThreads();
        if (wasFreed) {
            giveBack();
        }
    }

    private void giveBack() {
        if (free != null) {
            free.free();
        }
    }

    @Override
    Status status(int index) {
        Status status = super.status(index);
        if (!isActive()) {
            // The query is for the operation's end, which has been reported.
            return status;
        }
        queried = true;
        failure = null;
        try {
            if (query != null) {
                query.query(status);
            }
        } catch (RuntimeException e) {
            failure = e;
            return status.failed(e instanceof MPIException error ? error.getErrorClass() : ErrorClass.OTHER);
        }
        return status;
    }

    @Override
    Status look(int index) {
        Status status = status(index);
        queried = false;
        return status;
    }

    @Override
    @Nullable
    Throwable endOther() {
        if (!queried) {
            Status ignored = status(0);
        }
        Throwable why = failure;
        Throwable none = super.endOther();
        try {
            giveBack();
        } catch (RuntimeException e) {
            why = why == null ? e : why;
        }
        return why;
    }

    /** True, as only the query finds out. */
    @Override
    boolean hasFailed() {
        return true;
    }

    @Override
    void cancelOperation(String method) {
        if (!isActive()) {
            return;
        }
        checkCaller();
        if (cancel != null) {
            boolean isOver;
            synchronized (this) {
                isOver = completed;
            }
            try {
                cancel.cancel(isOver);
            } catch (RuntimeException e) {
                throw comm().raise("Request." + method, e);
            }
        }
    }

    /** Frees the request: what the operation holds is given back once it is complete. */
    @Override
    void release(String method) {
        if (isNull()) {
            return;
        }
        checkCaller();
        boolean isOver;
        synchronized (this) {
            isOver = completed;
            freed = true;
        }
        drop();
        if (isOver) {
            try {
                giveBack();
            } catch (RuntimeException e) {
                throw comm().raise("Request." + method, e);
            }
        }
    }
}
