package org.bipj.launch.hosted.threads;

import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link Exchanger}. */
public class FiberExchanger<V> extends Exchanger<V> {
    private Slot<V> first;

    /** The first of two fibers, and what both give. */
    private static final class Slot<V> {
        private V given;
        private V answer;
        private boolean met;
    }

    public FiberExchanger() {}

    @Override
    public V exchange(V given) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            return super.exchange(given);
        }
        try {
            return exchange(self, given, Fiber.FOREVER);
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public V exchange(V given, long time, TimeUnit unit) throws InterruptedException, TimeoutException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.exchange(given, time, unit)
                : exchange(self, given, FiberWaits.deadline(self, time, unit));
    }

    private V exchange(Fiber self, V given, long deadline) throws InterruptedException, TimeoutException {
        FiberWaits.checkInterrupt();
        if (first != null) {
            Slot<V> other = first;
            first = null;
            other.answer = given;
            other.met = true;
            return other.given;
        }
        Slot<V> own = new Slot<>();
        own.given = given;
        first = own;
        try {
            if (!FiberWaits.interruptibly(self, () -> own.met, deadline, "the other thread of an Exchanger")) {
                throw new TimeoutException();
            }
            return own.answer;
        } finally {
            if (first == own) {
                first = null;
            }
        }
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
