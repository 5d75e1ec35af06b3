package org.bipj.launch.threads;

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
        return newFixedThreadPool(threads, RankThreads.defaultThreadFactory());
    }

    public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory) {
        return new FiberThreadPool(
                threads, threads, 0, TimeUnit.MILLISECONDS, new FiberLinkedBlockingQueue<>(), factory);
    }

    public static ExecutorService newSingleThreadExecutor() {
        return newFixedThreadPool(1);
    }

    public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) {
        return newFixedThreadPool(1, factory);
    }

    public static ExecutorService newCachedThreadPool() {
        return newCachedThreadPool(RankThreads.defaultThreadFactory());
    }

    public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
        return new FiberThreadPool(
                0, Integer.MAX_VALUE, CACHED_S, TimeUnit.SECONDS, new FiberSynchronousQueue<>(), factory);
    }

    /** A pool whose threads take tasks from one queue. */
    public static ExecutorService newWorkStealingPool() {
        return Waits.fiber() == null ? Executors.newWorkStealingPool() : newFixedThreadPool(1);
    }

    /** A pool whose threads take tasks from one queue. */
    public static ExecutorService newWorkStealingPool(int threads) {
        return Waits.fiber() == null ? Executors.newWorkStealingPool(threads) : newFixedThreadPool(threads);
    }

    public static ExecutorService newVirtualThreadPerTaskExecutor() {
        return Waits.fiber() == null
                ? Executors.newVirtualThreadPerTaskExecutor()
                : new FiberPerTaskExecutor(RankThreads.factory(Thread.ofVirtual()));
    }

    public static ExecutorService newThreadPerTaskExecutor(ThreadFactory factory) {
        return Waits.fiber() == null ? Executors.newThreadPerTaskExecutor(factory) : new FiberPerTaskExecutor(factory);
    }

    public static ThreadFactory defaultThreadFactory() {
        return RankThreads.defaultThreadFactory();
    }

    /** As the JDK's, where threads are no fibers. */
    public static ScheduledExecutorService newScheduledThreadPool(int threads) {
        checkScheduled();
        return Executors.newScheduledThreadPool(threads);
    }

    /** As the JDK's, where threads are no fibers. */
    public static ScheduledExecutorService newScheduledThreadPool(int threads, ThreadFactory factory) {
        checkScheduled();
        return Executors.newScheduledThreadPool(threads, factory);
    }

    /** As the JDK's, where threads are no fibers. */
    public static ScheduledExecutorService newSingleThreadScheduledExecutor() {
        checkScheduled();
        return Executors.newSingleThreadScheduledExecutor();
    }

    /** As the JDK's, where threads are no fibers. */
    public static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory factory) {
        checkScheduled();
        return Executors.newSingleThreadScheduledExecutor(factory);
    }

    private static void checkScheduled() {
        Refused.check("ScheduledExecutorService", "use a thread that sleeps");
    }
}
