package org.bipj.launch.hosted.threads;

import java.util.Collection;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link LinkedTransferQueue}. */
public class FiberLinkedTransferQueue<E> extends LinkedTransferQueue<E> {
    private static final long serialVersionUID = 1L;
    private static final String ELEMENT = "an element of a LinkedTransferQueue";

    public FiberLinkedTransferQueue() {
        super();
    }

    public FiberLinkedTransferQueue(Collection<? extends E> elements) {
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

    @Override
    public void transfer(E element) throws InterruptedException {
        Refused.check("LinkedTransferQueue.transfer", "use a SynchronousQueue");
        super.transfer(element);
    }

    @Override
    public boolean tryTransfer(E element, long time, TimeUnit unit) throws InterruptedException {
        Refused.check("LinkedTransferQueue.tryTransfer", "use a SynchronousQueue");
        return super.tryTransfer(element, time, unit);
    }
}
