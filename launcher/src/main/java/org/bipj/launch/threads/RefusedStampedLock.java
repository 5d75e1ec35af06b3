package org.bipj.launch.threads;

import java.util.concurrent.locks.StampedLock;

/** Takes the place of {@link StampedLock}, which fibers cannot use. */
public class RefusedStampedLock extends StampedLock {
    private static final long serialVersionUID = 1L;

    /** As the JDK's, where threads are no fibers. */
    public RefusedStampedLock() {
        super();
        Refused.check("StampedLock", "use a ReentrantReadWriteLock");
    }
}
