package org.bipj.launch.hosted.threads;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link Semaphore}. Fibers get permits in the order in which they began to wait. */
public class FiberSemaphore extends Semaphore {
    private static final long serialVersionUID = 1L;
    private static final String WHAT = "permits of a Semaphore";

    private final transient ArrayDeque<Fiber> queue = new ArrayDeque<>();

    public FiberSemaphore(int permits) {
        super(permits);
    }

    public FiberSemaphore(int permits, boolean fair) {
        super(permits, fair);
    }

    @Override
    public void acquire() throws InterruptedException {
        acquire(1);
    }

    @Override
    public void acquire(int permits) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            super.acquire(permits);
        } else {
            acquire(self, permits, Fiber.FOREVER);
        }
    }

    @Override
    public boolean tryAcquire(long time, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, time, unit);
    }

    @Override
    public boolean tryAcquire(int permits, long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.tryAcquire(permits, time, unit)
                : acquire(self, permits, FiberWaits.deadline(self, time, unit));
    }

    private boolean acquire(Fiber self, int permits, long deadline) throws InterruptedException {
        FiberWaits.checkInterrupt();
        if (queue.isEmpty() && super.tryAcquire(permits)) {
            return true;
        }
        queue.add(self);
        try {
            while (FiberWaits.interruptibly(
                    self, () -> queue.peek() == self && availablePermits() >= permits, deadline, WHAT)) {
                if (super.tryAcquire(permits)) {
                    return true;
                }
            }
            return false;
        } finally {
            queue.remove(self);
        }
    }

    @Override
    public void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    @Override
    public void acquireUninterruptibly(int permits) {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            super.acquireUninterruptibly(permits);
        } else if (!queue.isEmpty() || !super.tryAcquire(permits)) {
            queue.add(self);
            do {
                FiberWaits.until(self, () -> queue.peek() == self && availablePermits() >= permits, WHAT);
            } while (!super.tryAcquire(permits));
            queue.remove(self);
        }
    }

    @Override
    protected Collection<Thread> getQueuedThreads() {
        return FiberWaits.with(super.getQueuedThreads(), queue);
    }

    /** Instead of {@code semaphore.hasQueuedThreads()}. */
    public static boolean hasQueuedThreads(Semaphore semaphore) {
        return getQueueLength(semaphore) > 0;
    }

    /** Instead of {@code semaphore.getQueueLength()}. */
    public static int getQueueLength(Semaphore semaphore) {
        return semaphore instanceof FiberSemaphore own ? own.getQueuedThreads().size() : semaphore.getQueueLength();
    }

    @Override
    public void release() {
        super.release();
        FiberWaits.fiberAtChoice();
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
