package org.bipj.sim.kernel;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock between the fibers of a rank. A fiber that has to wait gives its processor away. A fiber that holds the lock
 * keeps the processor where it would let others run (see {@link Processor#called}), and does so when it has released the
 * lock.
 */
public final class FiberLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    private final transient Processor processor;

    /** A lock of the fibers of a rank. */
    public FiberLock(Processor processor) {
        this.processor = processor;
    }

    @Override
    public void lock() {
        processor.check();
        Fiber self = processor.current();
        while (!super.tryLock()) {
            self.waitFor(() -> !isLocked(), Fiber.FOREVER, this);
            self.gaveWay = true;
        }
        self.locks++;
    }

    /** As {@link #lock}: to try again later would take time. */
    @Override
    public boolean tryLock() {
        lock();
        return true;
    }

    @Override
    public void unlock() {
        super.unlock();
        processor.current().locks--;
        processor.called(false);
    }

    @Override
    public String toString() {
        return "another thread's call of the library to end";
    }
}
