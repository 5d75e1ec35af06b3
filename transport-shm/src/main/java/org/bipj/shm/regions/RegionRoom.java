package org.bipj.shm.regions;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Shared memory that a rank's regions take, unreachable ones included. Those end when the garbage collector runs, but to
 * the collector a region is a small object. It is therefore called explicitly when regions take twice what was in use
 * after the last call, as the JDK does for direct buffers at their limit.
 */
final class RegionRoom {
    private static final long LEAST = 64L << 20;
    private static final int HEAP_SHARE = 16;
    private static final long PATIENCE_NS = 500_000_000;
    private static final long LOOK_NS = 1_000_000;

    private final AtomicLong taken = new AtomicLong();
    private final long least;
    /** Bytes of the regions that the collector has not found unreachable. */
    private final LongSupplier inUse;

    private long collectAt;

    RegionRoom(LongSupplier inUse) {
        // A collection takes longer the larger the heap is.
        this(inUse, Math.max(LEAST, Runtime.getRuntime().maxMemory() / HEAP_SHARE));
    }

    RegionRoom(LongSupplier inUse, long least) {
        this.inUse = inUse;
        this.least = least;
        collectAt = least;
    }

    /** A region is about to be made. */
    void take(long bytes) {
        if (taken.get() + bytes > collectAt) {
            System.gc();
            long left = inUse.getAsLong();
            awaitFall(left);
            collectAt = Math.max(least, 2 * (left + bytes));
        }
        taken.addAndGet(bytes);
    }

    /** Counts the end of a region of that size. */
    void give(long bytes) {
        taken.addAndGet(-bytes);
    }

    long taken() {
        return taken.get();
    }

    /** Waits: regions that the collector has found end one after the other, in the cleaner's thread. */
    private void awaitFall(long left) {
        long end = System.nanoTime() + PATIENCE_NS;
        while (taken.get() > left && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
