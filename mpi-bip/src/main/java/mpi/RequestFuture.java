package mpi;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What makes a request a {@link Future} of its status. Programs use it through {@link Request}.
 *
 * <p>No thread completes an operation behind the program's back: {@link #get} and {@link #isDone} make the progress. For the
 * same reason there is no {@code CompletionStage}. As with every wait or test, one thread at a time calls them for a request.
 */
public abstract class RequestFuture implements Future<Status>, Freeable {
    /** The status or RuntimeException that {@link #get} has found; null before, and again when a persistent request starts. */
    private Object outcome;

    RequestFuture() {}

    /** A persistent request begins again. */
    final void forgetOutcome() {
        outcome = null;
    }

    /** True if the operation is complete or there is none, after a round of progress where needed. */
    abstract boolean isComplete();

    /** The status of a completed operation, which does not end. */
    abstract Status peek();

    /** Waits for the end of the operation and ends it. */
    abstract Status end();

    /** Asks for cancellation; false where the operation is of a kind that cannot be cancelled. */
    abstract boolean tryCancel();

    /** The port's time. */
    abstract long nanos();

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
                outcome = end();
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
            while (!isDone()) {
                if (nanos() - begin >= limit) {
                    throw new TimeoutException("the request is not complete after " + timeout + " " + unit);
                }
                Thread.onSpinWait();
            }
        }
        return get();
    }

    /** True if {@link #get} would not wait. Makes progress as {@link Request#test} does, but the request stays. */
    @Override
    public final boolean isDone() {
        return outcome != null || isComplete();
    }

    /** True if the operation was cancelled, and is complete therefore. */
    @Override
    public final boolean isCancelled() {
        if (outcome != null) {
            return outcome instanceof Status status && status.isCancelled();
        }
        return isComplete() && peek().isCancelled();
    }

    /**
     * Asks for cancellation as {@link Request#cancel()} does.
     *
     * @param mayInterruptIfRunning does not matter
     * @return true if the operation is cancelled; false if it will complete or is complete, as collective operations always
     */
    @Override
    public final boolean cancel(boolean mayInterruptIfRunning) {
        return outcome == null && tryCancel() && isCancelled();
    }
}
