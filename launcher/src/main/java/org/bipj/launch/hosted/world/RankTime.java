package org.bipj.launch.hosted.world;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bipj.launch.hosted.loader.CallRewriter;
import org.bipj.launch.hosted.threads.RankThreads;

/**
 * Replaces the JDK's methods that sleep in a rank that is a coroutine and, with {@code --virtual-time}, those that read
 * the clocks: both are virtual. Public because the programs' classes call it; {@link CallRewriter} writes those calls.
 *
 * <p>A rank's main thread and the threads that are fibers are in virtual time. Other threads of its program sleep in real
 * time; they read the rank's clock, which does not advance while the main thread waits for them.
 */
public final class RankTime {
    private RankTime() {}

    /** Instead of {@code Thread.sleep(millis)}. */
    public static void sleep(long millis) throws InterruptedException {
        RankWorld rank = RankWorld.ofFiber();
        if (rank == null || millis < 0) {
            Thread.sleep(millis);
        } else {
            sleep(rank, TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }

    /** Instead of {@code Thread.sleep(millis, nanos)}. */
    public static void sleep(long millis, int nanos) throws InterruptedException {
        RankWorld rank = RankWorld.ofFiber();
        if (rank == null || millis < 0 || nanos < 0 || nanos >= TimeUnit.MILLISECONDS.toNanos(1)) {
            Thread.sleep(millis, nanos);
        } else {
            long all = TimeUnit.MILLISECONDS.toNanos(millis);
            sleep(rank, all > Long.MAX_VALUE - nanos ? Long.MAX_VALUE : all + nanos);
        }
    }

    /** Instead of {@code Thread.sleep(duration)}. */
    public static void sleep(Duration duration) throws InterruptedException {
        RankWorld rank = RankWorld.ofFiber();
        if (rank == null || duration.isNegative()) {
            Thread.sleep(duration);
        } else {
            sleep(rank, TimeUnit.NANOSECONDS.convert(duration));
        }
    }

    /** Instead of {@code unit.sleep(timeout)}. */
    public static void sleep(TimeUnit unit, long timeout) throws InterruptedException {
        RankWorld rank = RankWorld.ofFiber();
        if (rank == null || timeout <= 0) {
            unit.sleep(timeout);
        } else {
            sleep(rank, unit.toNanos(timeout));
        }
    }

    private static void sleep(RankWorld rank, long nanos) throws InterruptedException {
        checkInterrupt();
        rank.sleep(nanos);
        checkInterrupt();
    }

    private static void checkInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("sleep interrupted");
        }
    }

    /** Instead of {@code LockSupport.parkNanos(nanos)}: as if there were no permit, which it is allowed to. */
    public static void parkNanos(long nanos) {
        RankWorld rank = RankWorld.ofFiber();
        if (rank == null) {
            LockSupport.parkNanos(nanos);
        } else {
            park(rank, nanos);
        }
    }

    /** Instead of {@code LockSupport.parkNanos(blocker, nanos)}. */
    public static void parkNanos(Object blocker, long nanos) {
        RankWorld rank = RankWorld.ofFiber();
        if (rank == null) {
            LockSupport.parkNanos(blocker, nanos);
        } else {
            park(rank, nanos);
        }
    }

    /** Instead of {@code LockSupport.parkUntil(deadline)}: a moment of the clock that the program reads. */
    public static void parkUntil(long deadline) {
        RankWorld rank = RankWorld.ofFiber();
        if (rank == null) {
            LockSupport.parkUntil(deadline);
        } else {
            park(rank, TimeUnit.MILLISECONDS.toNanos(deadline - rank.currentTimeMillis()));
        }
    }

    /** Instead of {@code LockSupport.parkUntil(blocker, deadline)}. */
    public static void parkUntil(Object blocker, long deadline) {
        RankWorld rank = RankWorld.ofFiber();
        if (rank == null) {
            LockSupport.parkUntil(blocker, deadline);
        } else {
            park(rank, TimeUnit.MILLISECONDS.toNanos(deadline - rank.currentTimeMillis()));
        }
    }

    private static void park(RankWorld rank, long nanos) {
        if (RankThreads.parkFor(nanos) || nanos <= 0 || Thread.currentThread().isInterrupted()) {
            return;
        }
        try {
            rank.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Instead of {@code System.nanoTime()}. */
    public static long nanoTime() {
        RankWorld rank = RankWorld.current();
        return rank == null ? System.nanoTime() : rank.nanoTime();
    }

    /** Instead of {@code System.currentTimeMillis()}: virtual time begins in 1998. */
    public static long currentTimeMillis() {
        RankWorld rank = RankWorld.current();
        return rank == null ? System.currentTimeMillis() : rank.currentTimeMillis();
    }
}
