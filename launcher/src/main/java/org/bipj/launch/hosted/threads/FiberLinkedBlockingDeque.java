package org.bipj.launch.hosted.threads;

import java.util.Collection;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link LinkedBlockingDeque}. */
public class FiberLinkedBlockingDeque<E> extends LinkedBlockingDeque<E> {
    private static final long serialVersionUID = 1L;
    private static final String ELEMENT = "an element of a LinkedBlockingDeque";
    private static final String ROOM = "room in a LinkedBlockingDeque";

    public FiberLinkedBlockingDeque() {
        super();
    }

    public FiberLinkedBlockingDeque(int capacity) {
        super(capacity);
    }

    public FiberLinkedBlockingDeque(Collection<? extends E> elements) {
        super(elements);
    }

    @Override
    public E takeFirst() throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.takeFirst()
                : FiberWaits.take(self, super::pollFirst, () -> !isEmpty(), Fiber.FOREVER, ELEMENT);
    }

    @Override
    public E pollFirst(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.pollFirst(time, unit)
                : FiberWaits.take(
                        self, super::pollFirst, () -> !isEmpty(), FiberWaits.deadline(self, time, unit), ELEMENT);
    }

    @Override
    public E takeLast() throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.takeLast()
                : FiberWaits.take(self, super::pollLast, () -> !isEmpty(), Fiber.FOREVER, ELEMENT);
    }

    @Override
    public E pollLast(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.pollLast(time, unit)
                : FiberWaits.take(
                        self, super::pollLast, () -> !isEmpty(), FiberWaits.deadline(self, time, unit), ELEMENT);
    }

    @Override
    public void putFirst(E element) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            super.putFirst(element);
        } else {
            FiberWaits.attempt(
                    self, () -> super.offerFirst(element), () -> remainingCapacity() > 0, Fiber.FOREVER, ROOM);
        }
    }

    @Override
    public boolean offerFirst(E element, long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.offerFirst(element, time, unit)
                : FiberWaits.attempt(
                        self,
                        () -> super.offerFirst(element),
                        () -> remainingCapacity() > 0,
                        FiberWaits.deadline(self, time, unit),
                        ROOM);
    }

    @Override
    public void putLast(E element) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            super.putLast(element);
        } else {
            FiberWaits.attempt(
                    self, () -> super.offerLast(element), () -> remainingCapacity() > 0, Fiber.FOREVER, ROOM);
        }
    }

    @Override
    public boolean offerLast(E element, long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.offerLast(element, time, unit)
                : FiberWaits.attempt(
                        self,
                        () -> super.offerLast(element),
                        () -> remainingCapacity() > 0,
                        FiberWaits.deadline(self, time, unit),
                        ROOM);
    }
}
