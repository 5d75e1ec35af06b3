package org.bipj.launch.hosted.threads;

import java.util.Collection;
import java.util.Comparator;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link PriorityBlockingQueue}. */
public class FiberPriorityBlockingQueue<E> extends PriorityBlockingQueue<E> {
    private static final long serialVersionUID = 1L;
    private static final String ELEMENT = "an element of a PriorityBlockingQueue";

    public FiberPriorityBlockingQueue() {
        super();
    }

    public FiberPriorityBlockingQueue(int capacity) {
        super(capacity);
    }

    public FiberPriorityBlockingQueue(int capacity, Comparator<? super E> order) {
        super(capacity, order);
    }

    public FiberPriorityBlockingQueue(Collection<? extends E> elements) {
        super(elements);
    }

    @Override
    public E take() throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.take()
                : FiberWaits.take(self, super::poll, () -> !isEmpty(), Fiber.FOREVER, ELEMENT);
    }

    @Override
    public E poll(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.poll(time, unit)
                : FiberWaits.take(self, super::poll, () -> !isEmpty(), FiberWaits.deadline(self, time, unit), ELEMENT);
    }
}
