package org.bipj.mpi.engine;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The end of an operation that is the program's own: one of its threads says when it has come (MPI 4.1 section 13.2). Any thread may, whether
 * it may make calls or not, so that a wait for it never sleeps in the port, which knows of messages only.
 */
public final class ThreadEnd extends RequestEnd {
    private volatile boolean over;
    private volatile @Nullable Thread waiter;

    /** Creates the end of an operation that has not ended. */
    public ThreadEnd() {}

    /** The operation has ended. */
    public void complete() {
        over = true;
        Thread waits = waiter;
        if (waits != null) {
            LockSupport.unpark(waits);
        }
    }

    @Override
    protected boolean isDone() {
        return over;
    }

    /** The calling thread waits from now on: it looks again after each round. */
    void awaited() {
        waiter = Thread.currentThread();
    }
}
