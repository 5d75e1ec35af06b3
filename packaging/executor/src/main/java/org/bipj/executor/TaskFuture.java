package org.bipj.executor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The result of a task, or of a stage that depends on one. A task that waits for it runs other tasks meanwhile. */
final class TaskFuture<T> extends CompletableFuture<T> {
    /** As a time in nanoseconds: for ever. */
    static final long FOREVER = Long.MAX_VALUE;

    private final Side side;
    /** 0: no task's own. */
    private final long id;
    /** Where the task has failed. */
    private volatile String where;

    TaskFuture(Side side, long id) {
        this.side = side;
        this.id = id;
    }

    /** A further future of the same task: to cancel it cancels that. */
    TaskFuture(TaskFuture<?> of) {
        this(of.side, of.id);
    }

    /** The task of this further future has come to its end. */
    void completeAs(TaskFuture<?> task, T result, Throwable thrown) {
        where = task.where;
        if (thrown == null) {
            complete(result);
        } else {
            completeExceptionally(thrown);
        }
    }

    /** The task has failed. */
    void fail(Throwable cause, String at) {
        where = at;
        completeExceptionally(cause);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new TaskFuture<>(side, 0);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = !isDone() && super.cancel(mayInterruptIfRunning);
        if (cancelled && id != 0) {
            side.cancel(id, mayInterruptIfRunning);
        }
        return cancelled || isCancelled();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        side.await(this::isDone, id, FOREVER);
        try {
            return super.get();
        } catch (ExecutionException e) {
            throw located(e);
        }
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        long begin = System.nanoTime();
        long nanos = unit.toNanos(timeout);
        side.await(this::isDone, id, nanos);
        try {
            return super.get(Math.max(0, nanos - (System.nanoTime() - begin)), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw located(e);
        }
    }

    @Override
    public T join() {
        side.awaitUninterruptibly(this::isDone, id);
        try {
            return super.join();
        } catch (CompletionException e) {
            String at = where;
            throw at == null ? e : new CompletionException(at + ": " + e.getCause(), e.getCause());
        }
    }

    private ExecutionException located(ExecutionException e) {
        String at = where;
        return at == null ? e : new ExecutionException(at + ": " + e.getCause(), e.getCause());
    }
}
