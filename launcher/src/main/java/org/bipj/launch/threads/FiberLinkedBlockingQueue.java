package org.bipj.launch.threads;

import java.util.Collection;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link LinkedBlockingQueue}. */
public class FiberLinkedBlockingQueue<E> extends LinkedBlockingQueue<E> {
    private static final long serialVersionUID = 1L;
    private static final String ELEMENT = "an element of a LinkedBlockingQueue";
    private static final String ROOM = "room in a LinkedBlockingQueue";

    public FiberLinkedBlockingQueue() {
        super();
    }

    public FiberLinkedBlockingQueue(int capacity) {
        super(capacity);
    }

    public FiberLinkedBlockingQueue(Collection<? extends E> elements) {
        super(elements);
    }

    @Override
    public E take() throws InterruptedException {
        Fiber self = Waits.fiberAtChoice();
        return self == null ? super.take() : Waits.take(self, super::poll, () -> !isEmpty(), Fiber.FOREVER, ELEMENT);
    }

    @Override
    public E poll(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = Waits.fiberAtChoice();
        return self == null
                ? super.poll(time, unit)
                : Waits.take(self, super::poll, () -> !isEmpty(), Waits.deadline(self, time, unit), ELEMENT);
    }

    @Override
    public void put(E element) throws InterruptedException {
        Fiber self = Waits.fiberAtChoice();
        if (self == null) {
            super.put(element);
        } else {
            Waits.attempt(self, () -> super.offer(element), () -> remainingCapacity() > 0, Fiber.FOREVER, ROOM);
        }
    }

    @Override
    public boolean offer(E element, long time, TimeUnit unit) throws InterruptedException {
        Fiber self = Waits.fiberAtChoice();
        return self == null
                ? super.offer(element, time, unit)
                : Waits.attempt(
                        self,
                        () -> super.offer(element),
                        () -> remainingCapacity() > 0,
                        Waits.deadline(self, time, unit),
                        ROOM);
    }
}
