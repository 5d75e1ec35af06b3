package org.bipj.launch.hosted.threads;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.bipj.sim.kernel.Fiber;

/**
 * Takes the place of {@link CompletableFuture}. Asynchronous stages without an executor of their own run in a fiber each.
 */
public class FiberCompletableFuture<T> extends CompletableFuture<T> {
    private static final String WHAT = "the completion of a CompletableFuture";

    public FiberCompletableFuture() {}

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new FiberCompletableFuture<>();
    }

    @Override
    public Executor defaultExecutor() {
        return FiberWaits.fiber() == null ? super.defaultExecutor() : task -> start(task);
    }

    private static void start(Runnable task) {
        RankThreads.start(Thread.ofVirtual().name("CompletableFuture"), task);
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self != null) {
            FiberWaits.interruptibly(self, this::isDone, WHAT);
        }
        return super.get();
    }

    @Override
    public T get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            return super.get(time, unit);
        }
        FiberWaits.orTimeout(self, this::isDone, time, unit, WHAT);
        return super.get();
    }

    @Override
    public T join() {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self != null) {
            FiberWaits.until(self, this::isDone, WHAT);
        }
        return super.join();
    }

    @Override
    public CompletableFuture<T> orTimeout(long time, TimeUnit unit) {
        return FiberWaits.fiber() == null
                ? super.orTimeout(time, unit)
                : after(time, unit, () -> completeExceptionally(new TimeoutException()));
    }

    @Override
    public CompletableFuture<T> completeOnTimeout(T value, long time, TimeUnit unit) {
        return FiberWaits.fiber() == null
                ? super.completeOnTimeout(value, time, unit)
                : after(time, unit, () -> complete(value));
    }

    /** Does something if this future is not completed in time. */
    private CompletableFuture<T> after(long time, TimeUnit unit, Runnable late) {
        long deadline = FiberWaits.deadline(FiberWaits.fiber(), time, unit);
        if (!isDone()) {
            startHelper(() -> {
                if (!Fiber.current().waitFor(this::isDone, deadline, WHAT)) {
                    late.run();
                }
            });
        }
        return this;
    }

    /** Starts a fiber that does not keep the rank alive. */
    private static void startHelper(Runnable task) {
        RankThreads.unstarted(Thread.ofVirtual().name("CompletableFutureDelayScheduler"), task, false)
                .start();
    }

    // ---- instead of the static methods -------------------------------------------------------------------------

    public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier) {
        return new FiberCompletableFuture<U>().completeAsync(supplier);
    }

    public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier, Executor executor) {
        return new FiberCompletableFuture<U>().completeAsync(supplier, executor);
    }

    public static CompletableFuture<Void> runAsync(Runnable task) {
        return new FiberCompletableFuture<Void>().completeAsync(() -> run(task));
    }

    public static CompletableFuture<Void> runAsync(Runnable task, Executor executor) {
        return new FiberCompletableFuture<Void>().completeAsync(() -> run(task), executor);
    }

    private static Void run(Runnable task) {
        task.run();
        return null;
    }

    public static <U> CompletableFuture<U> completedFuture(U value) {
        CompletableFuture<U> future = new FiberCompletableFuture<>();
        future.complete(value);
        return future;
    }

    public static <U> CompletableFuture<U> failedFuture(Throwable why) {
        CompletableFuture<U> future = new FiberCompletableFuture<>();
        future.completeExceptionally(why);
        return future;
    }

    public static CompletableFuture<Void> allOf(CompletableFuture<?>... futures) {
        return of(CompletableFuture.allOf(futures));
    }

    public static CompletableFuture<Object> anyOf(CompletableFuture<?>... futures) {
        return of(CompletableFuture.anyOf(futures));
    }

    private static <U> CompletableFuture<U> of(CompletableFuture<U> other) {
        CompletableFuture<U> future = new FiberCompletableFuture<>();
        other.whenComplete((value, why) -> {
            if (why == null) {
                future.complete(value);
            } else {
                future.completeExceptionally(why);
            }
        });
        return future;
    }

    public static Executor delayedExecutor(long time, TimeUnit unit) {
        return FiberWaits.fiber() == null
                ? CompletableFuture.delayedExecutor(time, unit)
                : delayedExecutor(time, unit, FiberCompletableFuture::start);
    }

    public static Executor delayedExecutor(long time, TimeUnit unit, Executor executor) {
        Objects.requireNonNull(executor);
        if (FiberWaits.fiber() == null) {
            return CompletableFuture.delayedExecutor(time, unit, executor);
        }
        return task -> {
            Objects.requireNonNull(task);
            long deadline = FiberWaits.deadline(FiberWaits.fiber(), time, unit);
            startHelper(() -> {
                Fiber.current().waitFor(() -> false, deadline, "the moment of a delayed task");
                executor.execute(task);
            });
        };
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
