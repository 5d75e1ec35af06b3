package org.bipj.launch.threads;

import java.util.Collection;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;

/** Takes the place of {@link DelayQueue}, whose elements measure time by a clock that is not virtual. */
public class RefusedDelayQueue<E extends Delayed> extends DelayQueue<E> {

    /** As the JDK's, where threads are no fibers. */
    public RefusedDelayQueue() {
        super();
        Refused.check("DelayQueue", "use --virtual-time, or a thread that sleeps");
    }

    /** As the JDK's, where threads are no fibers. */
    public RefusedDelayQueue(Collection<? extends E> elements) {
        super(elements);
        Refused.check("DelayQueue", "use --virtual-time, or a thread that sleeps");
    }
}
