package org.bipj.sim.ip;

import java.io.InterruptedIOException;
import java.util.function.BooleanSupplier;
import org.bipj.sim.kernel.Fiber;

/** How long a call of a fiber may wait. */
final class Deadline {
    private static final long PS_PER_NS = 1000;

    private final Fiber fiber;
    private final boolean waits;
    private final long at;

    private Deadline(Fiber fiber, boolean waits, long at) {
        this.fiber = fiber;
        this.waits = waits;
        this.at = at;
    }

    /**
     * The deadline of the calling fiber.
     *
     * @param ns from now on: negative for ever, 0 not at all
     */
    static Deadline after(long ns) {
        Fiber fiber = Fiber.current();
        boolean isEndless = ns < 0 || ns >= (Fiber.END_PS - fiber.clock()) / PS_PER_NS;
        return new Deadline(fiber, ns != 0, isEndless ? Fiber.FOREVER : fiber.clock() + ns * PS_PER_NS);
    }

    /** As {@link #await}, which no interrupt ends. */
    boolean awaitAlways(BooleanSupplier condition, Object what) {
        return waits && fiber.waitFor(condition, at, what);
    }

    /**
     * Waits until a condition holds that fibers of the rank make true.
     *
     * @return false if the time is over
     * @throws InterruptedIOException if the caller is a virtual thread of the program, and is interrupted
     */
    boolean await(BooleanSupplier condition, Object what) throws InterruptedIOException {
        if (!fiber.isVirtual()) {
            return awaitAlways(condition, what);
        }
        boolean isOver = !awaitAlways(() -> condition.getAsBoolean() || fiber.isInterrupted(), what);
        if (waits && fiber.isInterrupted() && !condition.getAsBoolean()) {
            throw new InterruptedIOException();
        }
        return !isOver;
    }
}
