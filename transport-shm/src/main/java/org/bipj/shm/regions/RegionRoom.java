package org.bipj.shm.regions;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Shared memory that a rank's regions take, unreachable ones included. Those end when the garbage collector runs, but to
 * the collector a region is a small object. It is therefore called explicitly when regions take twice what was in use
 * after the last call, as the JDK does for direct buffers at their limit.
 *
 * <p>What has been dropped should leave room in a small file system, and mappings, too. A collection for these two reasons is only
 * useful: they take a tenth of the time at most. {@link Reclaimer} collects where there is no room at all.
 */
final class RegionRoom {
    /** Each region is a mapping, of which Linux allows a process 65,530. */
    static final int REGIONS_MAX = 1 << 14;

    private static final int REGIONS_LEAST = 1 << 12;
    private static final long LEAST = 64L << 20;
    private static final int HEAP_SHARE = 16;
    /** The ranks of a host together leave this part of a small file system to what has been dropped. */
    private static final int STORE_SHARE = 4;

    private static final long LEAST_OF_SMALL = 1L << 20;
    private static final int PAUSES = 9;
    private static final long PATIENCE_NS = 500_000_000;
    private static final long LOOK_NS = 1_000_000;

    private final AtomicLong taken = new AtomicLong();
    private final AtomicInteger regions = new AtomicInteger();
    private final long least;
    private final long leastUseful;
    /** Regions that the collector has not found unreachable. */
    private final Supplier<Use> inUse;

    private long collectAt;
    private long usefulAt;
    private int usefulAtRegions = REGIONS_LEAST;
    /** Before this time no collection is only useful. */
    private long pausesUntil = System.nanoTime();

    /** How much memory so many regions have. */
    record Use(long bytes, int regions) {}

    /**
     * The room of a rank.
     *
     * @param capacity bytes of the file system
     * @param ranks that share it
     */
    RegionRoom(Supplier<Use> inUse, long capacity, int ranks) {
        // A collection takes longer the larger the heap is.
        this(
                inUse,
                Math.max(LEAST, Runtime.getRuntime().maxMemory() / HEAP_SHARE),
                Math.max(LEAST_OF_SMALL, capacity / STORE_SHARE / ranks));
    }

    RegionRoom(Supplier<Use> inUse, long least, long leastUseful) {
        this.inUse = inUse;
        this.least = least;
        this.leastUseful = Math.min(least, leastUseful);
        collectAt = least;
        usefulAt = this.leastUseful;
    }

    /** A region is about to be made: collects if much may have been dropped. */
    void prepare(long bytes) {
        long then = taken.get() + bytes;
        boolean isUseful = then > usefulAt || regions.get() >= usefulAtRegions;
        if (then > collectAt || isUseful && System.nanoTime() - pausesUntil >= 0) {
            collect(bytes);
        }
    }

    /**
     * Has the collector find the regions that have been dropped, and awaits their end.
     *
     * @param bytes that are wanted
     * @return false if it has found none
     */
    boolean collect(long bytes) {
        long before = taken.get();
        long begin = System.nanoTime();
        Use left = collect();
        collectAt = Math.max(least, 2 * (left.bytes + bytes));
        usefulAt = Math.max(leastUseful, 2 * (left.bytes + bytes));
        usefulAtRegions = Math.max(REGIONS_LEAST, 2 * left.regions);
        long end = System.nanoTime();
        pausesUntil = end + PAUSES * (end - begin);
        return left.bytes < before;
    }

    /** The same; by any thread. Returns what is in use. */
    Use collect() {
        if (taken.get() > 0) {
            System.gc();
        }
        Use left = inUse.get();
        awaitFall(left.bytes);
        return left;
    }

    /**
     * Counts a new region.
     *
     * @return false if there are as many as a process may have
     */
    boolean take(long bytes) {
        if (regions.get() >= REGIONS_MAX) {
            return false;
        }
        regions.incrementAndGet();
        taken.addAndGet(bytes);
        return true;
    }

    /** Counts the end of a region of that size. */
    void give(long bytes) {
        taken.addAndGet(-bytes);
        regions.decrementAndGet();
    }

    long taken() {
        return taken.get();
    }

    int regions() {
        return regions.get();
    }

    /** Waits: regions that the collector has found end one after the other, in the cleaner's thread. */
    private void awaitFall(long left) {
        long end = System.nanoTime() + PATIENCE_NS;
        while (taken.get() > left && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
