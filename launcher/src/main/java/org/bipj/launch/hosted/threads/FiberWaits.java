package org.bipj.launch.hosted.threads;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.bipj.sim.kernel.Fiber;

/** How threads of a program that are fibers wait for each other. */
final class FiberWaits {
    private static final long PS_PER_NS = 1000;

    private FiberWaits() {}

    /** The calling fiber, whose rank's threads are fibers; null if the caller is to wait as the JDK does. */
    static Fiber fiber() {
        Fiber self = Fiber.current();
        return self != null && self.processor().isThreaded() ? self : null;
    }

    /** A rank whose run has ended leaves its program here: it could read a variable that nobody changes, without end. */
    static void leaveIfEnded() {
        Fiber self = Fiber.current();
        if (self != null) {
            self.check();
        }
    }

    /** As {@link #fiber}, before an operation by which threads synchronise: another one may run first. */
    static Fiber fiberAtChoice() {
        Fiber self = fiber();
        if (self != null) {
            self.processor().called(false);
        }
        return self;
    }

    /** Waits until a condition holds, even if the thread is interrupted. */
    static void until(Fiber self, BooleanSupplier condition, String what) {
        self.waitFor(condition, Fiber.FOREVER, what);
    }

    /** Waits until a condition holds or the thread is interrupted. */
    static void interruptibly(Fiber self, BooleanSupplier condition, String what) throws InterruptedException {
        interruptibly(self, condition, Fiber.FOREVER, what);
    }

    /**
     * Waits until a condition holds, a moment has come, or the thread is interrupted.
     *
     * @return false if the condition does not hold
     */
    static boolean interruptibly(Fiber self, BooleanSupplier condition, long deadline, String what)
            throws InterruptedException {
        checkInterrupt();
        while (self.waitFor(() -> condition.getAsBoolean() || self.isInterrupted(), deadline, what)) {
            if (condition.getAsBoolean()) {
                return true;
            }
            // Another fiber that was ready earlier has made it false again, or there was an interrupt.
            checkInterrupt();
        }
        return false;
    }

    /** Waits until something is done, or the thread is interrupted. */
    static void orTimeout(Fiber self, BooleanSupplier done, long time, TimeUnit unit, String what)
            throws InterruptedException, TimeoutException {
        if (!interruptibly(self, done, deadline(self, time, unit), what)) {
            throw new TimeoutException();
        }
    }

    static void checkInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** The moment after a time, on the fiber's clock. */
    static long deadline(Fiber self, long time, TimeUnit unit) {
        return deadline(self, unit.toNanos(time));
    }

    /** The moment after some nanoseconds, on the fiber's clock. */
    static long deadline(Fiber self, long nanos) {
        if (nanos <= 0) {
            return self.clock();
        }
        return nanos >= (Fiber.END_PS - self.clock()) / PS_PER_NS ? Fiber.FOREVER : self.clock() + nanos * PS_PER_NS;
    }

    /** The nanoseconds from the fiber's present to a deadline. */
    static long left(Fiber self, long deadline) {
        return deadline == Fiber.FOREVER ? Long.MAX_VALUE : (deadline - self.clock()) / PS_PER_NS;
    }
}
