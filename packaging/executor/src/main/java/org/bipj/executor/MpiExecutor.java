package org.bipj.executor;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import mpi.Comm;
import mpi.CopyAttrFunction;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.core.job.RankEndedError;

/**
 * An {@link ExecutorService} whose workers are ranks.
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *     MpiExecutor.overWorld(pool -> {                                            // on rank 0; the others serve
 *         Future<Long> one = pool.submit(() -> primesBelow(1000));
 *         double[] all = pool.map(0, 1_000_000, i -> Math.sqrt(i));
 *         try (Stream<Image> images = pool.map(files.stream(), file -> render(file))) { ... }
 *     });
 * }
 * }</pre>
 *
 * <p>Tasks travel as bytes, by the object codec of the communicator, under its filter: lambdas that are a {@link Task} or an {@link
 * Action}, records, and classes with names. A plain {@link Callable} or {@link Runnable} that is not {@link Serializable} is
 * refused. Each worker runs one task at a time, so several threads of a task are its own affair. Idle workers take tasks in the order in
 * which they were submitted; short ones travel together, as many as take a millisecond.
 *
 * <p>A task may submit tasks to {@link #current()} and wait for them; meanwhile its worker runs others, in the same thread. So
 * one worker suffices, and a wait may end later than what it waits for.
 *
 * <p>What a task throws is the cause of an {@link ExecutionException} or {@link java.util.concurrent.CompletionException} whose
 * text has the rank and the line; its stack is the worker's. {@code cancel(true)} interrupts a task that runs.
 *
 * <p>Under {@code mpirun --with-ft} the tasks of a worker that dies run again on another one, so a task runs at least once, and
 * perhaps more often. One that has lost three workers fails with a {@link TaskException}. Without the option the job ends.
 *
 * <p>A pool needs MPI_THREAD_MULTIPLE: a thread of each of its ranks receives. Functions of {@link CompletableFuture#thenApply} and its
 * siblings may run in that thread, and must not wait for tasks there; those of {@code thenApplyAsync} may.
 */
public final class MpiExecutor implements ExecutorService {
    /** Elements of a stream that are under way for each worker. */
    private static final int UNDER_WAY = 4;

    private static final String CURE =
            "; expected a Task or an Action of org.bipj.executor, such as (Task<Integer>) () -> 42, or a class that is";

    private final Side side;
    /** Null: this is the pool of a task, or of a rank that has served. */
    private final RootSide root;
    /** The program did not initialise MPI. */
    private final boolean finalizes;

    private MpiExecutor(Side side, RootSide root, boolean finalizes) {
        this.side = side;
        this.root = root;
        this.finalizes = finalizes;
    }

    // ---- pools ---------------------------------------------------------------------------------------------------

    /**
     * Runs {@code main} on rank 0 of COMM_WORLD with a pool of all other ranks, which serve until it has returned and all tasks are over.
     * Where there is one rank, a thread of its own is the worker. If {@code main} throws, the tasks are cancelled as by {@link
     * #shutdownNow}. Initialises MPI, and finalises it, unless the program has initialised it. All ranks call this method.
     *
     * @throws X what {@code main} throws, on rank 0
     * @throws IllegalStateException if the program has initialised MPI for fewer threads than MPI_THREAD_MULTIPLE
     */
    public static <X extends Exception> void overWorld(PoolMain<X> main) throws X {
        boolean initialised = PoolThreads.initialise();
        MpiExecutor pool = over(MPI.COMM_WORLD, 0);
        if (pool.root != null) {
            run(main, pool);
        }
        if (initialised) {
            MPI.Finalize();
        }
    }

    private static <X extends Exception> void run(PoolMain<X> main, MpiExecutor pool) throws X {
        try {
            main.run(pool);
        } catch (RankEndedError e) {
            // The rank has died, which is no end of the pool.
            throw e;
        } catch (Throwable e) {
            pool.shutdownNow();
            pool.close();
            throw e;
        }
        pool.close();
    }

    /**
     * A pool of the ranks of a communicator but {@code root}, where this method returns at once. The other ranks serve, and return when the
     * pool is over, with one that is shut down. Where there is one rank, a thread of its own is the worker. Collective; the
     * communicator is free for other use.
     *
     * @param root the rank that gets the pool
     * @throws IllegalStateException if the program has initialised MPI for fewer threads than MPI_THREAD_MULTIPLE
     */
    public static MpiExecutor over(Intracomm comm, int root) {
        PoolThreads.check();
        if (root < 0 || root >= comm.getSize()) {
            throw new IllegalArgumentException("root: " + root + "; expected 0 to " + (comm.getSize() - 1));
        }
        Pool pool = new Pool(comm, root, () -> {});
        if (pool.root() != null) {
            return opened(pool.root(), false);
        }
        pool.serve();
        return new MpiExecutor(pool.worker(), null, false);
    }

    /**
     * A pool of new processes ({@link Intracomm#spawn}), for the calling rank alone. They have the class path of this program and end with
     * the pool. Initialises MPI, and finalises it with {@link #close}, unless the program has initialised it.
     *
     * @param workers how many, 1 or more
     * @throws IllegalStateException if the program has initialised MPI for fewer threads than MPI_THREAD_MULTIPLE
     */
    public static MpiExecutor spawning(int workers) {
        boolean initialised = PoolThreads.initialise();
        Intercomm started = MPI.COMM_SELF.spawn(SpawnedWorker.class.getName(), null, workers, MPI.INFO_NULL, 0, null);
        Intracomm all = started.merge(false);
        Pool pool = new Pool(all, 0, () -> {
            all.free();
            started.disconnect();
        });
        return opened(pool.root(), initialised);
    }

    /** A pool that the program forgets is closed by MPI.Finalize. */
    private static MpiExecutor opened(RootSide root, boolean finalizes) {
        MpiExecutor pool = new MpiExecutor(root, root, finalizes);
        if (MPI.isInitialized()) {
            int key = Comm.createKeyval(CopyAttrFunction.none(), (comm, keyval, value) -> ((MpiExecutor) value).end());
            MPI.COMM_SELF.setAttr(key, pool);
        }
        return pool;
    }

    /**
     * The pool of the task that calls, to which it submits tasks; only the rank that has opened a pool ends it.
     *
     * @throws IllegalStateException if the calling thread runs no task
     */
    public static MpiExecutor current() {
        Side side = WorkerSide.current();
        if (side == null) {
            throw new IllegalStateException("MpiExecutor.current: this thread runs no task of a pool");
        }
        return new MpiExecutor(side, null, false);
    }

    /** Number of ranks that run tasks; where the pool was opened, of those that live. */
    public int getWorkers() {
        return side.workers();
    }

    // ---- single tasks --------------------------------------------------------------------------------------------

    private <T> TaskFuture<T> submit(Work.Form form, Object task) {
        if (!(Objects.requireNonNull(task, "task") instanceof Serializable)) {
            String name = task.getClass().getName();
            int lambda = name.indexOf("$$Lambda");
            String what = lambda < 0 ? "an object of class " + name : "a lambda of class " + name.substring(0, lambda);
            throw new RejectedExecutionException(
                    what + " that is not Serializable cannot travel to another rank" + CURE);
        }
        return side.submit(Work.task(form, task, side.codec()));
    }

    /**
     * Submits a task.
     *
     * @throws RejectedExecutionException if it cannot travel, or the pool is shut down
     */
    public <T> CompletableFuture<T> call(Task<T> task) {
        return submit(Work.Form.CALL, task);
    }

    /** As {@link #call}, with the JDK's type. */
    public <T> Future<T> submit(Task<T> task) {
        return submit(Work.Form.CALL, task);
    }

    /** Submits a task without a result. */
    public Future<?> submit(Action task) {
        return submit(Work.Form.RUN, task);
    }

    /**
     * Submits a task without a result of its own.
     *
     * @param result does not travel
     */
    public <T> Future<T> submit(Action task, T result) {
        return submit((Runnable) task, result);
    }

    /** Submits a task for whose end nobody waits; what it throws goes to this thread's handler of uncaught exceptions. */
    public void execute(Action task) {
        execute((Runnable) task);
    }

    /** As {@link #submit(Task)} if the task is {@link Serializable}; else it is refused. */
    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return submit(Work.Form.CALL, task);
    }

    @Override
    public Future<?> submit(Runnable task) {
        return submit(Work.Form.RUN, task);
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        TaskFuture<Object> done = submit(Work.Form.RUN, task);
        TaskFuture<T> future = new TaskFuture<>(done);
        done.whenComplete((none, thrown) -> future.completeAs(done, result, thrown));
        return future;
    }

    @Override
    public void execute(Runnable task) {
        Thread caller = Thread.currentThread();
        this.<Object>submit(Work.Form.RUN, task).whenComplete((none, thrown) -> {
            if (thrown != null && !(thrown instanceof CancellationException)) {
                caller.getUncaughtExceptionHandler().uncaughtException(Thread.currentThread(), thrown);
            }
        });
    }

    // ---- several tasks -------------------------------------------------------------------------------------------

    private <T> List<TaskFuture<T>> submitAll(Collection<? extends Callable<T>> tasks) {
        List<TaskFuture<T>> futures = new ArrayList<>();
        try {
            tasks.forEach(task -> futures.add(submit(Work.Form.CALL, task)));
        } catch (RuntimeException e) {
            cancel(futures);
            throw e;
        }
        return futures;
    }

    private static void cancel(List<? extends Future<?>> futures) {
        futures.forEach(future -> future.cancel(true));
    }

    /** Elements are {@link Task}s, or {@link Serializable}: {@code pool.invokeAll(List.<Task<Integer>>of(() -> 1, () -> 2))}. */
    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        try {
            return invokeAll(tasks, TaskFuture.FOREVER, TimeUnit.NANOSECONDS);
        } catch (CancellationException e) {
            throw new IllegalStateException("the end of time", e);
        }
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        long begin = System.nanoTime();
        long nanos = unit.toNanos(timeout);
        List<TaskFuture<T>> futures = submitAll(tasks);
        boolean over = false;
        try {
            for (TaskFuture<T> future : futures) {
                over = over || !isDone(future, nanos, begin);
            }
        } catch (InterruptedException e) {
            cancel(futures);
            throw e;
        }
        if (over) {
            cancel(futures);
        }
        return new ArrayList<>(futures);
    }

    private static long left(long nanos, long begin) {
        return nanos == TaskFuture.FOREVER ? nanos : Math.max(0, nanos - (System.nanoTime() - begin));
    }

    /** Waits for a task to end; false if the time is over before. */
    private static boolean isDone(TaskFuture<?> future, long nanos, long begin) throws InterruptedException {
        try {
            if (nanos == TaskFuture.FOREVER) {
                future.get();
            } else {
                future.get(left(nanos, begin), TimeUnit.NANOSECONDS);
            }
        } catch (ExecutionException | CancellationException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        }
        return true;
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try {
            return invokeAny(tasks, TaskFuture.FOREVER, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the end of time", e);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("tasks: none; expected 1 or more");
        }
        long begin = System.nanoTime();
        long nanos = unit.toNanos(timeout);
        List<TaskFuture<T>> futures = submitAll(tasks);
        try {
            Arrivals<T> arrivals = new Arrivals<>(side);
            futures.forEach(arrivals::add);
            ExecutionException last = null;
            for (int i = 0; i < futures.size(); i++) {
                TaskFuture<T> next = arrivals.take(left(nanos, begin));
                if (next == null) {
                    throw new TimeoutException();
                }
                try {
                    return next.get();
                } catch (ExecutionException e) {
                    last = e;
                }
            }
            throw last;
        } finally {
            cancel(futures);
        }
    }

    /**
     * The values of a function of a stream's elements, in their order. At most four elements for each worker are under way, so that the
     * stream may have no end. Close the result, or read it to its end.
     *
     * @return a stream that is read once, whose next element is computed while an element is processed; what the function throws is
     *     thrown as by {@link CompletableFuture#join}, and cancels what is under way
     */
    public <A, R> Stream<R> map(Stream<A> in, TaskFunction<A, R> f) {
        return map(in, f, UNDER_WAY * Math.max(1, side.workers()));
    }

    /**
     * The same with another bound.
     *
     * @param underWay how many elements may be under way, or done and not read, 1 or more
     */
    public <A, R> Stream<R> map(Stream<A> in, TaskFunction<A, R> f, int underWay) {
        return Mapped.stream(side, in, f, underWay, true);
    }

    /** As {@link #map(Stream, TaskFunction)}, in the order in which the values come. */
    public <A, R> Stream<R> mapUnordered(Stream<A> in, TaskFunction<A, R> f) {
        return mapUnordered(in, f, UNDER_WAY * Math.max(1, side.workers()));
    }

    /** As {@link #map(Stream, TaskFunction, int)}, in the order in which the values come. */
    public <A, R> Stream<R> mapUnordered(Stream<A> in, TaskFunction<A, R> f, int underWay) {
        return Mapped.stream(side, in, f, underWay, false);
    }

    /**
     * The values of a function at the indices {@code from} to {@code to - 1}, which travel in batches: of one index at first, and of as many
     * as take about 10 ms once it is known how long they take.
     *
     * @return {@code to - from} values
     * @throws java.util.concurrent.CompletionException what the function throws is the cause
     */
    public double[] map(int from, int to, IntToDouble f) {
        double[] all = new double[Batches.length(from, to)];
        new Batches(side, Work.Form.DOUBLES, f)
                .run(
                        from,
                        to,
                        (index, values) ->
                                values.asDoubleBuffer().get(all, index - from, values.remaining() / Double.BYTES));
        return all;
    }

    /** As {@link #map(int, int, IntToDouble)}. */
    public long[] mapToLong(int from, int to, IntToLong f) {
        long[] all = new long[Batches.length(from, to)];
        new Batches(side, Work.Form.LONGS, f)
                .run(
                        from,
                        to,
                        (index, values) ->
                                values.asLongBuffer().get(all, index - from, values.remaining() / Long.BYTES));
        return all;
    }

    /** As {@link #map(int, int, IntToDouble)}. */
    public int[] mapToInt(int from, int to, IntToInt f) {
        int[] all = new int[Batches.length(from, to)];
        new Batches(side, Work.Form.INTS, f)
                .run(
                        from,
                        to,
                        (index, values) ->
                                values.asIntBuffer().get(all, index - from, values.remaining() / Integer.BYTES));
        return all;
    }

    // ---- the end -------------------------------------------------------------------------------------------------

    /** The pool, to end it. */
    private RootSide toEnd() {
        if (root == null && !side.isShutdown()) {
            throw new IllegalStateException("a task ends its pool; expected the rank that has opened it to do so");
        }
        return root;
    }

    /** No further task is taken, but for those of tasks that have been. */
    @Override
    public void shutdown() {
        RootSide own = toEnd();
        if (own != null) {
            own.shutdown();
        }
    }

    /**
     * Cancels all tasks: those that run are interrupted, and further ones are refused.
     *
     * @return those that never ran, and now run where they are called
     */
    @Override
    public List<Runnable> shutdownNow() {
        RootSide own = toEnd();
        return own == null ? List.of() : own.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return side.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return root == null ? side.isShutdown() : root.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return root == null ? side.isShutdown() : root.awaitTermination(timeout, unit);
    }

    /**
     * Shuts the pool down and waits until all tasks are over and all ranks have left it; if the thread is interrupted, the tasks are
     * cancelled. {@code MPI.Finalize} closes a pool that is open.
     */
    @Override
    public void close() {
        end();
        if (finalizes && !MPI.isFinalized()) {
            MPI.Finalize();
        }
    }

    private void end() {
        if (toEnd() == null) {
            return;
        }
        root.shutdown();
        boolean interrupted = false;
        while (!root.isTerminated()) {
            try {
                root.awaitTermination(1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                if (!interrupted) {
                    root.shutdownNow();
                }
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
