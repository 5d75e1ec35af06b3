package org.bipj.launch.hosted.threads;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link SynchronousQueue}. Fibers meet in the order in which they began to wait. */
public class FiberSynchronousQueue<E> extends SynchronousQueue<E> {
    private static final long serialVersionUID = 1L;

    private final transient ArrayDeque<Slot<E>> takers = new ArrayDeque<>();
    private final transient ArrayDeque<Slot<E>> givers = new ArrayDeque<>();

    /** A fiber that waits for another one. */
    private static final class Slot<E> {
        private E element;
        private boolean met;
    }

    public FiberSynchronousQueue() {}

    public FiberSynchronousQueue(boolean fair) {
        super(fair);
    }

    @Override
    public boolean offer(E element) {
        Objects.requireNonNull(element);
        if (FiberWaits.fiberAtChoice() == null) {
            return super.offer(element);
        }
        return hand(element);
    }

    private boolean hand(E element) {
        Slot<E> taker = takers.poll();
        if (taker == null) {
            return false;
        }
        taker.element = element;
        taker.met = true;
        return true;
    }

    @Override
    public void put(E element) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            super.put(element);
        } else {
            give(self, element, Fiber.FOREVER);
        }
    }

    @Override
    public boolean offer(E element, long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null
                ? super.offer(element, time, unit)
                : give(self, element, FiberWaits.deadline(self, time, unit));
    }

    private boolean give(Fiber self, E element, long deadline) throws InterruptedException {
        Objects.requireNonNull(element);
        FiberWaits.checkInterrupt();
        if (hand(element)) {
            return true;
        }
        Slot<E> slot = new Slot<>();
        slot.element = element;
        givers.add(slot);
        try {
            return FiberWaits.interruptibly(self, () -> slot.met, deadline, "a taker at a SynchronousQueue");
        } finally {
            givers.remove(slot);
        }
    }

    @Override
    public E poll() {
        return FiberWaits.fiberAtChoice() == null ? super.poll() : fromGiver();
    }

    private E fromGiver() {
        Slot<E> giver = givers.poll();
        if (giver == null) {
            return null;
        }
        giver.met = true;
        return giver.element;
    }

    @Override
    public E take() throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null ? super.take() : take(self, Fiber.FOREVER);
    }

    @Override
    public E poll(long time, TimeUnit unit) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        return self == null ? super.poll(time, unit) : take(self, FiberWaits.deadline(self, time, unit));
    }

    private E take(Fiber self, long deadline) throws InterruptedException {
        FiberWaits.checkInterrupt();
        E element = fromGiver();
        if (element != null) {
            return element;
        }
        Slot<E> slot = new Slot<>();
        takers.add(slot);
        try {
            FiberWaits.interruptibly(self, () -> slot.met, deadline, "an element of a SynchronousQueue");
            return slot.element;
        } finally {
            takers.remove(slot);
        }
    }
}
