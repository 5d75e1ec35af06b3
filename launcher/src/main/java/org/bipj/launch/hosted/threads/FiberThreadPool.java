package org.bipj.launch.hosted.threads;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link ThreadPoolExecutor}. Its threads are fibers if those of the rank are when they start. */
public class FiberThreadPool extends ThreadPoolExecutor {
    public FiberThreadPool(int core, int most, long idle, TimeUnit unit, BlockingQueue<Runnable> queue) {
        super(core, most, idle, unit, queue, RankThreads.ofPools());
    }

    public FiberThreadPool(
            int core, int most, long idle, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory) {
        super(core, most, idle, unit, queue, factory);
    }

    public FiberThreadPool(
            int core,
            int most,
            long idle,
            TimeUnit unit,
            BlockingQueue<Runnable> queue,
            RejectedExecutionHandler handler) {
        super(core, most, idle, unit, queue, RankThreads.ofPools(), handler);
    }

    public FiberThreadPool(
            int core,
            int most,
            long idle,
            TimeUnit unit,
            BlockingQueue<Runnable> queue,
            ThreadFactory factory,
            RejectedExecutionHandler handler) {
        super(core, most, idle, unit, queue, factory, handler);
    }

    @Override
    public void execute(Runnable task) {
        super.execute(task);
        FiberWaits.fiberAtChoice();
    }

    /** The JDK's takes from the queue while it has a lock that threads wait for when they end. */
    @Override
    public List<Runnable> shutdownNow() {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null ? super.shutdownNow() : self.processor().undisturbed(super::shutdownNow);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return new FiberFutureTask<>(task);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T value) {
        return new FiberFutureTask<>(task, value);
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.awaitTermination(time, unit)
                : FiberWaits.interruptibly(
                        self,
                        this::isTerminated,
                        FiberWaits.deadline(self, time, unit),
                        "the end of an ExecutorService");
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null ? super.invokeAny(tasks) : anyOf(self, this::submit, tasks);
    }

    /** How an executor starts a task. */
    interface Submission {
        <T> Future<T> submit(Callable<T> task);
    }

    /** The result of the first task that succeeds; the others are cancelled. */
    static <T> T anyOf(Fiber self, Submission executor, Collection<? extends Callable<T>> tasks)
            throws InterruptedException, ExecutionException {
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("no tasks");
        }
        List<Future<T>> futures = new ArrayList<>();
        tasks.forEach(task -> futures.add(executor.submit(task)));
        List<Future<T>> open = new ArrayList<>(futures);
        ExecutionException failure = null;
        try {
            while (!open.isEmpty()) {
                FiberWaits.interruptibly(
                        self, () -> open.stream().anyMatch(Future::isDone), "the first of several tasks");
                Future<T> done =
                        open.stream().filter(Future::isDone).findFirst().orElseThrow();
                open.remove(done);
                try {
                    return done.get();
                } catch (ExecutionException e) {
                    failure = e;
                }
            }
            throw failure;
        } finally {
            futures.forEach(future -> future.cancel(true));
        }
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
