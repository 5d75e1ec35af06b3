package org.bipj.launch.hosted.threads;

import java.util.Collection;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link DelayQueue} where the clocks that a program reads are virtual. */
public class FiberDelayQueue<E extends Delayed> extends DelayQueue<E> {
    private static final String ELEMENT = "an element of a DelayQueue";

    public FiberDelayQueue() {
        super();
    }

    public FiberDelayQueue(Collection<? extends E> elements) {
        super(elements);
    }

    @Override
    public E take() throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null ? super.take() : await(self, Fiber.FOREVER);
    }

    @Override
    public E poll(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null ? super.poll(time, unit) : await(self, FiberWaits.deadline(self, time, unit));
    }

    private E await(Fiber self, long deadline) throws InterruptedException {
        while (true) {
            FiberWaits.checkInterrupt();
            E expired = poll();
            if (expired != null || self.clock() >= deadline) {
                return expired;
            }
            E first = peek();
            long until = first == null
                    ? deadline
                    : Math.min(deadline, FiberWaits.deadline(self, Math.max(1, first.getDelay(TimeUnit.NANOSECONDS))));
            FiberWaits.interruptibly(self, () -> peek() != first, until, ELEMENT);
        }
    }
}
