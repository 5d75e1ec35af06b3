package org.bipj.launch.threads;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** Takes the place of {@link AbstractQueuedSynchronizer}, which fibers cannot use. */
public abstract class RefusedSynchronizer extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;

    /** As the JDK's, where threads are no fibers. */
    protected RefusedSynchronizer() {
        super();
        Refused.check("AbstractQueuedSynchronizer", "use a ReentrantLock, Semaphore or CountDownLatch");
    }
}
