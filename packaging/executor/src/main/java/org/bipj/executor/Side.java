package org.bipj.executor;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import mpi.ObjectCodec;

/** What the tasks of one rank are submitted to: the pool where it was opened, or the part of a worker. */
abstract class Side {
    private static final int PLACE_BITS = 32;

    private final int rank;
    /** The low half of the ids of its tasks. */
    private final int place;

    private final ObjectCodec codec;
    private final AtomicLong ids = new AtomicLong();
    /** By id: the results that have not come. */
    private final Map<Long, TaskFuture<?>> futures = new ConcurrentHashMap<>();

    /** The thread that receives, which must not wait. */
    private volatile Thread receiver;

    /**
     * One of the sides of a pool.
     *
     * @param rank in the pool's communicator
     * @param place the rank; where it is both, the number of ranks for the part of the worker
     */
    Side(int rank, int place, ObjectCodec codec) {
        this.rank = rank;
        this.place = place;
        this.codec = codec;
    }

    final int rank() {
        return rank;
    }

    final ObjectCodec codec() {
        return codec;
    }

    final void receiver(Thread thread) {
        receiver = thread;
    }

    /** Number of workers. */
    abstract int workers();

    /** True if no further task is taken. */
    abstract boolean isShutdown();

    /** Passes a task on. */
    abstract void begin(long id, Work work);

    /** Nobody waits for a task any more. */
    abstract void cancel(long id, boolean interrupt);

    /**
     * Runs other tasks until something holds, if the caller is the thread that runs tasks; else does nothing.
     *
     * @param awaited the task that makes it hold; 0: not known
     */
    abstract void help(BooleanSupplier done, long awaited, long nanos) throws InterruptedException;

    /** Submits a task. */
    final <T> TaskFuture<T> submit(Work work) {
        long id = (ids.incrementAndGet() << PLACE_BITS) + place;
        TaskFuture<T> future = new TaskFuture<>(this, id);
        futures.put(id, future);
        try {
            begin(id, work);
        } catch (RuntimeException e) {
            futures.remove(id);
            throw e;
        }
        return future;
    }

    /** The place that has submitted a task. */
    static int owner(long id) {
        return (int) id;
    }

    /** A task has come to an end. */
    final void completed(long id, TaskOutcome outcome) {
        TaskFuture<?> future = futures.remove(id);
        if (future != null && !future.isDone()) {
            outcome.complete(future, codec);
        }
    }

    /** No result will come any more. */
    final void failAll(Throwable why) {
        futures.values().forEach(future -> future.completeExceptionally(why));
        futures.clear();
    }

    /** Before a wait: runs other tasks meanwhile where the thread is one that does. */
    final void await(BooleanSupplier done, long awaited, long nanos) throws InterruptedException {
        if (done.getAsBoolean()) {
            return;
        }
        if (Thread.currentThread() == receiver) {
            throw new IllegalStateException(
                    "a function that depends on a task waits for another one in the thread that receives"
                            + " results, so that none would come; expected thenApplyAsync, thenComposeAsync or their siblings");
        }
        help(done, awaited, nanos);
    }

    final void awaitUninterruptibly(BooleanSupplier done, long awaited) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    await(done, awaited, TaskFuture.FOREVER);
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
