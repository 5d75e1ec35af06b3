package org.bipj.mpi.io;

import java.util.ArrayDeque;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * The non-blocking accesses of a rank to one file, which are done in the order in which they were started: by a thread of the JDK's
 * common pool, or by one that waits for them, whichever comes first. So nothing hangs where the pool is busy.
 */
final class AccessQueue {
    private final ArrayDeque<FileAccess> waiting = new ArrayDeque<>();
    /** Held by the thread that does accesses. */
    private final Object turn = new Object();
    /** True from the first access until all are over. */
    private volatile boolean isBusy;

    /** Adds an access, and returns at once. */
    void add(FileAccess access) {
        boolean isFirst;
        synchronized (this) {
            waiting.add(access);
            isFirst = !isBusy;
            isBusy = true;
        }
        if (isFirst) {
            ForkJoinPool.commonPool().execute(this::work);
        }
    }

    /** Returns when all that have been added are over. */
    void settle() {
        if (isBusy) {
            work();
        }
    }

    private void work() {
        synchronized (turn) {
            for (FileAccess next = next(); next != null; next = next()) {
                next.perform();
            }
        }
    }

    /** The next one; null after the last is over, as one thread at a time asks. */
    private synchronized @Nullable FileAccess next() {
        FileAccess next = waiting.poll();
        isBusy = next != null;
        return next;
    }
}
