package org.bipj.launch.hosted.threads;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/**
 * Takes the place of {@link ScheduledThreadPoolExecutor}. If threads of the rank are fibers, a pool of fibers takes the tasks when they
 * are due in virtual time, and the JDK's pool stays empty.
 */
public class FiberScheduledPool extends ScheduledThreadPoolExecutor {
    private static final long IDLE_MS = 10;

    /** Null if threads of the rank are no fibers. */
    private final Pool pool;

    private long sequence;
    private boolean isStopped;

    public FiberScheduledPool(int core) {
        this(core, RankThreads.ofPools());
    }

    public FiberScheduledPool(int core, ThreadFactory factory) {
        this(core, factory, new ThreadPoolExecutor.AbortPolicy());
    }

    public FiberScheduledPool(int core, RejectedExecutionHandler handler) {
        this(core, RankThreads.ofPools(), handler);
    }

    public FiberScheduledPool(int core, ThreadFactory factory, RejectedExecutionHandler handler) {
        super(core, factory, handler);
        pool = FiberWaits.fiber() == null ? null : new Pool(core, factory, new DueTasks<>());
    }

    /** The fibers, which take tasks when they are due. */
    private final class Pool extends FiberThreadPool {
        private final DueTasks<Task<?>> tasks;

        @SuppressWarnings({"unchecked", "rawtypes"})
        Pool(int core, ThreadFactory factory, DueTasks<Task<?>> tasks) {
            super(Math.max(1, core), Math.max(1, core), IDLE_MS, TimeUnit.MILLISECONDS, (BlockingQueue) tasks, factory);
            this.tasks = tasks;
        }

        @Override
        protected void beforeExecute(Thread thread, Runnable task) {
            FiberScheduledPool.this.beforeExecute(thread, task);
        }

        @Override
        protected void afterExecute(Runnable task, Throwable failure) {
            FiberScheduledPool.this.afterExecute(task, failure);
        }

        @Override
        protected void terminated() {
            FiberScheduledPool.this.terminated();
        }
    }

    /** A task with its moment. */
    private final class Task<V> extends FiberFutureTask<V> implements RunnableScheduledFuture<V>, DueTasks.Due {
        private final long number = sequence++;
        /** Nanoseconds between the beginnings of runs; negative: between the end of one and the next; 0: there is one. */
        private final long period;

        private long duePs;

        Task(Callable<V> call, long duePs, long period) {
            super(call);
            this.duePs = duePs;
            this.period = period;
        }

        @Override
        public long duePs() {
            return duePs;
        }

        @Override
        public long sequence() {
            return number;
        }

        @Override
        public boolean isPeriodic() {
            return period != 0;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(FiberWaits.left(Fiber.current(), duePs), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return other instanceof Task<?> task
                    ? DueTasks.compare(this, task)
                    : Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }

        @Override
        public boolean cancel(boolean interrupt) {
            // It is removed at once: a moment that nobody waits for any more would delay the end of the run.
            boolean isCancelled = super.cancel(interrupt);
            pool.tasks.remove(this);
            return isCancelled;
        }

        @Override
        public void run() {
            if (!mayRun(this)) {
                cancel(false);
            } else if (period == 0) {
                super.run();
            } else if (runAndReset()) {
                Fiber self = Fiber.current();
                duePs = FiberWaits.deadline(self, Math.abs(period)) - (period > 0 ? self.clock() - duePs : 0);
                if (mayRun(this)) {
                    pool.tasks.add(this);
                } else {
                    cancel(false);
                }
            }
        }
    }

    private boolean mayRun(Task<?> task) {
        return !pool.isShutdown() || !isStopped && keeps(task);
    }

    /** True if a task stays when the pool is shut down. */
    private boolean keeps(Task<?> task) {
        return task.isPeriodic()
                ? getContinueExistingPeriodicTasksAfterShutdownPolicy()
                : getExecuteExistingDelayedTasksAfterShutdownPolicy() || task.getDelay(TimeUnit.NANOSECONDS) <= 0;
    }

    private <V> Task<V> task(Callable<V> call, long delay, long period, TimeUnit unit) {
        Fiber self = FiberWaits.fiber();
        if (self == null) {
            throw Refused.because(
                    "a ScheduledExecutorService that a thread outside of virtual time calls",
                    "call it in a thread that the program has started");
        }
        return new Task<>(call, FiberWaits.deadline(self, delay, unit), period);
    }

    private <T extends Task<?>> T start(T task) {
        if (pool.isShutdown()) {
            getRejectedExecutionHandler().rejectedExecution(task, this);
            return task;
        }
        pool.tasks.add(task);
        pool.prestartCoreThread();
        FiberWaits.fiberAtChoice();
        return task;
    }

    // ---- tasks -------------------------------------------------------------------------------------------------

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return pool == null
                ? super.schedule(command, delay, unit)
                : start(task(Executors.callable(command), delay, 0, unit));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> call, long delay, TimeUnit unit) {
        return pool == null ? super.schedule(call, delay, unit) : start(task(call, delay, 0, unit));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long first, long period, TimeUnit unit) {
        return pool == null
                ? super.scheduleAtFixedRate(command, first, period, unit)
                : start(task(Executors.callable(command), first, unit.toNanos(positive(period)), unit));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long first, long delay, TimeUnit unit) {
        return pool == null
                ? super.scheduleWithFixedDelay(command, first, delay, unit)
                : start(task(Executors.callable(command), first, -unit.toNanos(positive(delay)), unit));
    }

    private static long positive(long period) {
        if (period <= 0) {
            throw new IllegalArgumentException("period: " + period + "; expected more than 0");
        }
        return period;
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        return pool == null
                ? super.invokeAny(tasks)
                : FiberThreadPool.anyOf(FiberWaits.fiberAtChoice(), this::submit, tasks);
    }

    // ---- the pool ----------------------------------------------------------------------------------------------

    @Override
    public void shutdown() {
        if (pool == null) {
            super.shutdown();
            return;
        }
        for (Task<?> task : pool.tasks) {
            if (!keeps(task)) {
                task.cancel(false);
            }
        }
        pool.shutdown();
        FiberWaits.fiberAtChoice();
    }

    @Override
    public List<Runnable> shutdownNow() {
        if (pool == null) {
            return super.shutdownNow();
        }
        List<Runnable> left = new ArrayList<>();
        pool.tasks.forEach(left::add);
        isStopped = true;
        pool.tasks.clear();
        pool.shutdownNow();
        FiberWaits.fiberAtChoice();
        return left;
    }

    @Override
    public boolean isShutdown() {
        return pool == null ? super.isShutdown() : pool.isShutdown();
    }

    @Override
    public boolean isTerminating() {
        return pool == null ? super.isTerminating() : pool.isTerminating();
    }

    @Override
    public boolean isTerminated() {
        return pool == null ? super.isTerminated() : pool.isTerminated();
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        return pool == null ? super.awaitTermination(time, unit) : pool.awaitTermination(time, unit);
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public BlockingQueue<Runnable> getQueue() {
        return pool == null ? super.getQueue() : (BlockingQueue) pool.tasks;
    }

    @Override
    public boolean remove(Runnable task) {
        return pool == null ? super.remove(task) : pool.tasks.remove(task);
    }

    @Override
    public void setCorePoolSize(int core) {
        super.setCorePoolSize(core);
        if (pool != null) {
            pool.setMaximumPoolSize(Math.max(pool.getCorePoolSize(), Math.max(1, core)));
            pool.setCorePoolSize(Math.max(1, core));
        }
    }

    @Override
    public int getPoolSize() {
        return pool == null ? super.getPoolSize() : pool.getPoolSize();
    }

    @Override
    public int getActiveCount() {
        return pool == null ? super.getActiveCount() : pool.getActiveCount();
    }

    @Override
    public long getCompletedTaskCount() {
        return pool == null ? super.getCompletedTaskCount() : pool.getCompletedTaskCount();
    }

    @Override
    public String toString() {
        return pool == null ? super.toString() : pool.toString();
    }
}
