package org.bipj.launch.hosted.threads;

import java.util.ArrayDeque;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.IntSupplier;
import org.bipj.sim.kernel.Fiber;

/** A condition of a lock in a simulated program. Fibers wait here, other threads at the JDK's condition. */
final class FiberCondition implements Condition {
    private static final String WHAT = "a signal of a Condition";

    private final Lock lock;
    private final IntSupplier holds;
    private final Condition real;
    private final ArrayDeque<Wait> waits = new ArrayDeque<>();

    /** A fiber that waits for a signal. */
    private static final class Wait {
        private final Fiber fiber;
        private boolean signalled;

        Wait(Fiber fiber) {
            this.fiber = fiber;
        }
    }

    /**
     * A condition.
     *
     * @param holds how often the calling thread holds the lock
     * @param real the JDK's
     */
    FiberCondition(Lock lock, IntSupplier holds, Condition real) {
        this.lock = lock;
        this.holds = holds;
        this.real = real;
    }

    /** The JDK's condition of one that a lock of a simulated program has made, which the JDK's questions take; else the condition itself. */
    static Condition real(Condition condition) {
        return condition instanceof FiberCondition own ? own.real : condition;
    }

    /** The threads that wait for a signal, as fibers. */
    static List<Thread> waiting(Condition condition) {
        return condition instanceof FiberCondition own
                ? own.waits.stream().map(wait -> wait.fiber.thread()).toList()
                : List.of();
    }

    /** Waits for a signal; returns false if there was none. */
    private boolean await(Fiber self, long deadline, boolean interruptibly) throws InterruptedException {
        int depth = holds.getAsInt();
        if (depth == 0) {
            throw new IllegalMonitorStateException("the lock is not held by the calling thread");
        }
        if (interruptibly) {
            FiberWaits.checkInterrupt();
        }
        Wait wait = new Wait(self);
        waits.add(wait);
        for (int i = 0; i < depth; i++) {
            lock.unlock();
        }
        try {
            if (interruptibly) {
                return FiberWaits.interruptibly(self, () -> wait.signalled, deadline, WHAT);
            }
            FiberWaits.until(self, () -> wait.signalled, WHAT);
            return true;
        } finally {
            waits.remove(wait);
            for (int i = 0; i < depth; i++) {
                lock.lock();
            }
        }
    }

    @Override
    public void await() throws InterruptedException {
        Fiber self = FiberWaits.fiber();
        if (self == null) {
            real.await();
        } else {
            await(self, Fiber.FOREVER, true);
        }
    }

    @Override
    public void awaitUninterruptibly() {
        Fiber self = FiberWaits.fiber();
        if (self == null) {
            real.awaitUninterruptibly();
            return;
        }
        try {
            await(self, Fiber.FOREVER, false);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public long awaitNanos(long nanos) throws InterruptedException {
        Fiber self = FiberWaits.fiber();
        if (self == null) {
            return real.awaitNanos(nanos);
        }
        long deadline = FiberWaits.deadline(self, nanos);
        await(self, deadline, true);
        return FiberWaits.left(self, deadline);
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiber();
        return self == null ? real.await(time, unit) : await(self, FiberWaits.deadline(self, time, unit), true);
    }

    @Override
    public boolean awaitUntil(Date deadline) throws InterruptedException {
        Fiber self = FiberWaits.fiber();
        if (self == null) {
            return real.awaitUntil(deadline);
        }
        if (!(self.processor().program() instanceof ProgramClock clock)) {
            throw Refused.because("Condition.awaitUntil", "use await with a time");
        }
        long millis = deadline.getTime() - clock.currentTimeMillis();
        return await(self, FiberWaits.deadline(self, millis, TimeUnit.MILLISECONDS), true);
    }

    @Override
    public void signal() {
        Wait first = FiberWaits.fiber() == null ? null : waits.peek();
        if (first == null) {
            real.signal();
            return;
        }
        checkHeld();
        waits.remove();
        first.signalled = true;
    }

    @Override
    public void signalAll() {
        real.signalAll();
        if (FiberWaits.fiber() != null) {
            checkHeld();
            waits.forEach(wait -> wait.signalled = true);
            waits.clear();
        }
    }

    private void checkHeld() {
        if (holds.getAsInt() == 0) {
            throw new IllegalMonitorStateException("the lock is not held by the calling thread");
        }
    }
}
