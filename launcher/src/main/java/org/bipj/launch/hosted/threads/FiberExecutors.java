package org.bipj.launch.hosted.threads;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Replaces {@link Executors} in a simulated program. Public because the programs' classes call it. */
public final class FiberExecutors {
    private static final long CACHED_S = 60;

    private FiberExecutors() {}

    public static ExecutorService newFixedThreadPool(int threads) {
        return newFixedThreadPool(threads, RankThreads.ofPools());
    }

    public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory) {
        return new FiberThreadPool(threads, threads, 0, TimeUnit.MILLISECONDS, JdkCopies.queue(), factory);
    }

    public static ExecutorService newSingleThreadExecutor() {
        return newFixedThreadPool(1);
    }

    public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) {
        return newFixedThreadPool(1, factory);
    }

    public static ExecutorService newCachedThreadPool() {
        return newCachedThreadPool(RankThreads.ofPools());
    }

    public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
        return new FiberThreadPool(0, Integer.MAX_VALUE, CACHED_S, TimeUnit.SECONDS, JdkCopies.exchange(), factory);
    }

    /** A pool whose threads take tasks from one queue. */
    public static ExecutorService newWorkStealingPool() {
        return FiberWaits.fiber() == null ? Executors.newWorkStealingPool() : newFixedThreadPool(1);
    }

    /** A pool whose threads take tasks from one queue. */
    public static ExecutorService newWorkStealingPool(int threads) {
        return FiberWaits.fiber() == null ? Executors.newWorkStealingPool(threads) : newFixedThreadPool(threads);
    }

    public static ExecutorService newVirtualThreadPerTaskExecutor() {
        return FiberWaits.fiber() == null
                ? Executors.newVirtualThreadPerTaskExecutor()
                : new FiberPerTaskExecutor(RankThreads.factory(Thread.ofVirtual()));
    }

    public static ExecutorService newThreadPerTaskExecutor(ThreadFactory factory) {
        return FiberWaits.fiber() == null
                ? Executors.newThreadPerTaskExecutor(factory)
                : new FiberPerTaskExecutor(factory);
    }

    public static ThreadFactory defaultThreadFactory() {
        return RankThreads.defaultThreadFactory();
    }

    public static ScheduledExecutorService newScheduledThreadPool(int threads) {
        return new FiberScheduledPool(threads);
    }

    public static ScheduledExecutorService newScheduledThreadPool(int threads, ThreadFactory factory) {
        return new FiberScheduledPool(threads, factory);
    }

    public static ScheduledExecutorService newSingleThreadScheduledExecutor() {
        return new FiberScheduledPool(1);
    }

    public static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory factory) {
        return new FiberScheduledPool(1, factory);
    }
}
