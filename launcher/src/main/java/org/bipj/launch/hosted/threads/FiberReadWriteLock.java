package org.bipj.launch.hosted.threads;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link ReentrantReadWriteLock}. */
public class FiberReadWriteLock extends ReentrantReadWriteLock {
    private static final long serialVersionUID = 1L;

    private final transient List<Fiber> readers = new ArrayList<>();
    private final transient List<Fiber> writers = new ArrayList<>();
    private final transient ReadLock reading = new Reading(this);
    private final transient WriteLock writing = new Writing(this);

    public FiberReadWriteLock() {}

    public FiberReadWriteLock(boolean fair) {
        super(fair);
    }

    @Override
    public ReadLock readLock() {
        return reading;
    }

    @Override
    public WriteLock writeLock() {
        return writing;
    }

    /** Waits, as one of those who ask for the lock. */
    private static void queued(List<Fiber> queue, Fiber self, Runnable wait) {
        queue.add(self);
        try {
            wait.run();
        } finally {
            queue.remove(self);
        }
    }

    private static boolean attempt(
            List<Fiber> queue, Fiber self, BooleanSupplier attempt, BooleanSupplier mayHelp, long deadline, String what)
            throws InterruptedException {
        FiberWaits.checkInterrupt();
        if (attempt.getAsBoolean()) {
            return true;
        }
        queue.add(self);
        try {
            return FiberWaits.attempt(self, attempt, mayHelp, deadline, what);
        } finally {
            queue.remove(self);
        }
    }

    // ---- questions ---------------------------------------------------------------------------------------------

    @Override
    protected Collection<Thread> getQueuedThreads() {
        return FiberWaits.with(
                super.getQueuedThreads(),
                Stream.concat(readers.stream(), writers.stream()).toList());
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

    @Override
    protected Collection<Thread> getQueuedReaderThreads() {
        return FiberWaits.with(super.getQueuedReaderThreads(), readers);
    }

    @Override
    protected Collection<Thread> getQueuedWriterThreads() {
        return FiberWaits.with(super.getQueuedWriterThreads(), writers);
    }

    /** Instead of {@code lock.hasQueuedThreads()}. */
    public static boolean hasQueuedThreads(ReentrantReadWriteLock lock) {
        return getQueueLength(lock) > 0;
    }

    /** Instead of {@code lock.hasQueuedThread(thread)}. */
    public static boolean hasQueuedThread(ReentrantReadWriteLock lock, Thread thread) {
        return lock.hasQueuedThread(thread)
                || lock instanceof FiberReadWriteLock own
                        && own.getQueuedThreads().contains(thread);
    }

    /** Instead of {@code lock.getQueueLength()}. */
    public static int getQueueLength(ReentrantReadWriteLock lock) {
        return lock instanceof FiberReadWriteLock own ? own.getQueuedThreads().size() : lock.getQueueLength();
    }

    /** The read lock, for which a fiber waits in virtual time. */
    private static final class Reading extends ReadLock {
        private static final long serialVersionUID = 1L;
        private static final String WHAT = "the read lock of a ReentrantReadWriteLock";

        private final transient FiberReadWriteLock both;

        @Override
        public String toString() {
            return ProgramNames.in(super.toString(), this);
        }

        Reading(FiberReadWriteLock both) {
            super(both);
            this.both = both;
        }

        @Override
        public void lock() {
            Fiber self = FiberWaits.fiberAtChoice();
            if (self == null) {
                super.lock();
                return;
            }
            while (!super.tryLock()) {
                queued(both.readers, self, () -> FiberWaits.until(self, () -> !both.isWriteLocked(), WHAT));
            }
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            Fiber self = FiberWaits.fiberAtChoice();
            if (self == null) {
                super.lockInterruptibly();
            } else {
                attempt(both.readers, self, super::tryLock, () -> !both.isWriteLocked(), Fiber.FOREVER, WHAT);
            }
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            Fiber self = FiberWaits.fiberAtChoice();
            return self == null
                    ? super.tryLock(time, unit)
                    : attempt(
                            both.readers,
                            self,
                            super::tryLock,
                            () -> !both.isWriteLocked(),
                            FiberWaits.deadline(self, time, unit),
                            WHAT);
        }
    }

    /** The write lock, for which a fiber waits in virtual time. */
    private static final class Writing extends WriteLock {
        private static final long serialVersionUID = 1L;
        private static final String WHAT = "the write lock of a ReentrantReadWriteLock";

        private final transient FiberReadWriteLock both;

        @Override
        public String toString() {
            return ProgramNames.in(super.toString(), this);
        }

        Writing(FiberReadWriteLock both) {
            super(both);
            this.both = both;
        }

        private boolean isFree() {
            return !both.isWriteLocked() && both.getReadLockCount() == 0;
        }

        @Override
        public void lock() {
            Fiber self = FiberWaits.fiberAtChoice();
            if (self == null) {
                super.lock();
                return;
            }
            while (!super.tryLock()) {
                queued(both.writers, self, () -> FiberWaits.until(self, this::isFree, WHAT));
            }
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            Fiber self = FiberWaits.fiberAtChoice();
            if (self == null) {
                super.lockInterruptibly();
            } else {
                attempt(both.writers, self, super::tryLock, this::isFree, Fiber.FOREVER, WHAT);
            }
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            Fiber self = FiberWaits.fiberAtChoice();
            return self == null
                    ? super.tryLock(time, unit)
                    : attempt(
                            both.writers,
                            self,
                            super::tryLock,
                            this::isFree,
                            FiberWaits.deadline(self, time, unit),
                            WHAT);
        }

        @Override
        public Condition newCondition() {
            return new FiberCondition(this, this::getHoldCount, super.newCondition());
        }
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
