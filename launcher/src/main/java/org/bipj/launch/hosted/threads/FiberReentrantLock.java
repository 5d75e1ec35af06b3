package org.bipj.launch.hosted.threads;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link ReentrantLock}. Fibers get it in the order in which they began to wait. */
public class FiberReentrantLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;
    private static final String WHAT = "a ReentrantLock";

    private final transient ArrayDeque<Fiber> queue = new ArrayDeque<>();

    public FiberReentrantLock() {}

    public FiberReentrantLock(boolean fair) {
        super(fair);
    }

    @Override
    public void lock() {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            super.lock();
        } else if (isHeldByCurrentThread() || queue.isEmpty()) {
            if (!super.tryLock()) {
                queue(self);
            }
        } else {
            queue(self);
        }
    }

    private void queue(Fiber self) {
        queue.add(self);
        do {
            FiberWaits.until(self, () -> queue.peek() == self && !isLocked(), WHAT);
        } while (!super.tryLock());
        queue.remove();
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            super.lockInterruptibly();
        } else {
            tryLock(self, Fiber.FOREVER);
        }
    }

    @Override
    public boolean tryLock() {
        FiberWaits.fiberAtChoice();
        return super.tryLock();
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null ? super.tryLock(time, unit) : tryLock(self, FiberWaits.deadline(self, time, unit));
    }

    private boolean tryLock(Fiber self, long deadline) throws InterruptedException {
        FiberWaits.checkInterrupt();
        if ((isHeldByCurrentThread() || queue.isEmpty()) && super.tryLock()) {
            return true;
        }
        queue.add(self);
        try {
            while (FiberWaits.interruptibly(self, () -> queue.peek() == self && !isLocked(), deadline, WHAT)) {
                if (super.tryLock()) {
                    return true;
                }
            }
            return false;
        } finally {
            queue.remove(self);
        }
    }

    @Override
    public Condition newCondition() {
        return new FiberCondition(this, this::getHoldCount, super.newCondition());
    }

    // ---- questions ---------------------------------------------------------------------------------------------

    @Override
    protected Collection<Thread> getQueuedThreads() {
        return FiberWaits.with(super.getQueuedThreads(), queue);
    }

    @Override
    public boolean hasWaiters(Condition condition) {
        return super.hasWaiters(FiberCondition.real(condition))
                || !FiberCondition.waiting(condition).isEmpty();
    }

    @Override
    public int getWaitQueueLength(Condition condition) {
        return super.getWaitQueueLength(FiberCondition.real(condition))
                + FiberCondition.waiting(condition).size();
    }

    @Override
    protected Collection<Thread> getWaitingThreads(Condition condition) {
        Collection<Thread> ofJdk = super.getWaitingThreads(FiberCondition.real(condition));
        return Stream.concat(FiberCondition.waiting(condition).stream(), ofJdk.stream())
                .toList();
    }

    /** Instead of {@code lock.hasQueuedThreads()}. */
    public static boolean hasQueuedThreads(ReentrantLock lock) {
        return getQueueLength(lock) > 0;
    }

    /** Instead of {@code lock.hasQueuedThread(thread)}. */
    public static boolean hasQueuedThread(ReentrantLock lock, Thread thread) {
        return lock.hasQueuedThread(thread)
                || lock instanceof FiberReentrantLock own
                        && own.getQueuedThreads().contains(thread);
    }

    /** Instead of {@code lock.getQueueLength()}. */
    public static int getQueueLength(ReentrantLock lock) {
        return lock instanceof FiberReentrantLock own ? own.getQueuedThreads().size() : lock.getQueueLength();
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
