package org.bipj.launch.threads;

import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;

/** Takes the place of {@link AbstractQueuedLongSynchronizer}, which fibers cannot use. */
public abstract class RefusedLongSynchronizer extends AbstractQueuedLongSynchronizer {
    private static final long serialVersionUID = 1L;

    /** As the JDK's, where threads are no fibers. */
    protected RefusedLongSynchronizer() {
        super();
        Refused.check("AbstractQueuedLongSynchronizer", "use a ReentrantLock, Semaphore or CountDownLatch");
    }
}
