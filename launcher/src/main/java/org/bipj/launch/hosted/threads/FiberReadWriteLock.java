package org.bipj.launch.hosted.threads;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link ReentrantReadWriteLock}. */
public class FiberReadWriteLock extends ReentrantReadWriteLock {
    private static final long serialVersionUID = 1L;

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

    /** The read lock, for which a fiber waits in virtual time. */
    private static final class Reading extends ReadLock {
        private static final long serialVersionUID = 1L;
        private static final String WHAT = "the read lock of a ReentrantReadWriteLock";

        private final transient ReentrantReadWriteLock both;

        Reading(ReentrantReadWriteLock both) {
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
                FiberWaits.until(self, () -> !both.isWriteLocked(), WHAT);
            }
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            Fiber self = FiberWaits.fiberAtChoice();
            if (self == null) {
                super.lockInterruptibly();
            } else {
                FiberWaits.attempt(self, super::tryLock, () -> !both.isWriteLocked(), Fiber.FOREVER, WHAT);
            }
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            Fiber self = FiberWaits.fiberAtChoice();
            return self == null
                    ? super.tryLock(time, unit)
                    : FiberWaits.attempt(
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

        private final transient ReentrantReadWriteLock both;

        Writing(ReentrantReadWriteLock both) {
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
                FiberWaits.until(self, this::isFree, WHAT);
            }
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            Fiber self = FiberWaits.fiberAtChoice();
            if (self == null) {
                super.lockInterruptibly();
            } else {
                FiberWaits.attempt(self, super::tryLock, this::isFree, Fiber.FOREVER, WHAT);
            }
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            Fiber self = FiberWaits.fiberAtChoice();
            return self == null
                    ? super.tryLock(time, unit)
                    : FiberWaits.attempt(
                            self, super::tryLock, this::isFree, FiberWaits.deadline(self, time, unit), WHAT);
        }

        @Override
        public Condition newCondition() {
            return new FiberCondition(this, this::getHoldCount, super.newCondition());
        }
    }
}
