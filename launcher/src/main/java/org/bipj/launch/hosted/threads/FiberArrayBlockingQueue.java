package org.bipj.launch.hosted.threads;

import java.util.Collection;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link ArrayBlockingQueue}. */
public class FiberArrayBlockingQueue<E> extends ArrayBlockingQueue<E> {
    private static final long serialVersionUID = 1L;
    private static final String ELEMENT = "an element of a ArrayBlockingQueue";
    private static final String ROOM = "room in a ArrayBlockingQueue";

    public FiberArrayBlockingQueue(int capacity) {
        super(capacity);
    }

    public FiberArrayBlockingQueue(int capacity, boolean fair) {
        super(capacity, fair);
    }

    public FiberArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> elements) {
        super(capacity, fair, elements);
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

    @Override
    public void put(E element) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            super.put(element);
        } else {
            FiberWaits.attempt(self, () -> super.offer(element), () -> remainingCapacity() > 0, Fiber.FOREVER, ROOM);
        }
    }

    @Override
    public boolean offer(E element, long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.offer(element, time, unit)
                : FiberWaits.attempt(
                        self,
                        () -> super.offer(element),
                        () -> remainingCapacity() > 0,
                        FiberWaits.deadline(self, time, unit),
                        ROOM);
    }
}
