package org.bipj.launch.hosted.threads;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** A fiber for each task: what {@code Executors.newThreadPerTaskExecutor} is to fibers. */
final class FiberPerTaskExecutor extends AbstractExecutorService {
    private final ThreadFactory factory;
    private final List<Thread> running = new ArrayList<>();
    private boolean shut;

    FiberPerTaskExecutor(ThreadFactory factory) {
        this.factory = factory;
    }

    @Override
    public void execute(Runnable task) {
        if (shut) {
            throw new RejectedExecutionException("the executor has been shut down");
        }
        Thread[] own = new Thread[1];
        own[0] = factory.newThread(() -> {
            try {
                task.run();
            } finally {
                running.remove(own[0]);
            }
        });
        running.add(own[0]);
        RankThreads.start(own[0]);
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
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null ? super.invokeAny(tasks) : FiberThreadPool.anyOf(self, this::submit, tasks);
    }

    @Override
    public void shutdown() {
        shut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shut = true;
        List.copyOf(running).forEach(Thread::interrupt);
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shut;
    }

    @Override
    public boolean isTerminated() {
        return shut && running.isEmpty();
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            throw new IllegalStateException("an executor of fibers awaited by a thread that is none");
        }
        return FiberWaits.interruptibly(
                self, this::isTerminated, FiberWaits.deadline(self, time, unit), "the end of an ExecutorService");
    }
}
