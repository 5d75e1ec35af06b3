package org.bipj.sim.kernel;

import java.util.ArrayDeque;

/**
 * A counting semaphore in virtual time. Fibers acquire permits; fibers and events release them. Waiting fibers get them in
 * the order in which they began to wait. The semaphore of a fiber with {@link Processor.Priority#INTERRUPT} is an
 * interrupt line: the fiber preempts what its processor computes at the moment of the release.
 *
 * <pre>{@code
 * KernelSemaphore line = new KernelSemaphore("an interrupt");
 * processor.spawn("interrupt handler", Priority.INTERRUPT, () -> {
 *     while (true) {
 *         line.acquire();
 *         handle();
 *     }
 * });
 * host.onInterrupt(() -> line.release(kernel.now()));
 * }</pre>
 */
public final class KernelSemaphore {
    private final String name;
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private int permits;

    /** A fiber that waits, until it has been granted a permit. */
    private static final class Waiter {
        private final Fiber fiber;
        private boolean granted;

        Waiter(Fiber fiber) {
            this.fiber = fiber;
        }
    }

    /**
     * A semaphore without permits.
     *
     * @param name what is waited for, for the report of a deadlock
     */
    public KernelSemaphore(String name) {
        this.name = name;
    }

    /** Takes a permit. The calling fiber waits for one if there is none at its time. */
    public void acquire() {
        Fiber self = Fiber.current();
        if (self == null) {
            throw new IllegalStateException(name + ": acquired by a thread that is no fiber");
        }
        self.sync();
        if (permits > 0) {
            permits--;
            return;
        }
        Waiter waiter = new Waiter(self);
        waiters.add(waiter);
        while (!waiter.granted) {
            self.blockAlone(name);
        }
    }

    /**
     * Adds a permit at a moment; the first fiber that waits takes it.
     *
     * @param time in picoseconds, not in the past
     */
    public void release(long time) {
        Waiter waiter = waiters.poll();
        if (waiter == null) {
            permits++;
        } else {
            waiter.granted = true;
            waiter.fiber.wakeOnly(time);
        }
    }

    /** How many permits are available. */
    public int permits() {
        return permits;
    }

    @Override
    public String toString() {
        return name;
    }
}
