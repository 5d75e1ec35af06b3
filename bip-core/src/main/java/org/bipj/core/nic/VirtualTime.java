package org.bipj.core.nic;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The facet of ports whose time is virtual: it passes for a rank by what is charged to its clock. Clients charge by way
 * of {@link HostTime}.
 */
public interface VirtualTime {
    /** Charges a named piece of host software; the platform names what it costs. */
    void charge(HostWork work);

    /** Charges the processor's copy of that many bytes in host memory. */
    void chargeCopy(long bytes);

    /**
     * Charges the processor's copy of a piece of a larger buffer, which may not fit into its cache.
     *
     * @param bytes that are copied
     * @param extent length of the whole destination in bytes
     */
    default void chargeCopy(long bytes, long extent) {
        chargeCopy(bytes);
    }

    /** A lock between threads of the rank. A thread that waits for it lets the others run. */
    ReentrantLock newLock();

    /**
     * Blocks the calling thread until something arrives, or another thread of the rank has called the library; not at all if
     * either has happened since the thread's last poll. The thread holds no lock, and polls next.
     */
    void pause();

    /** Lets threads of the rank that {@linkplain #pause pause} look again: what one waits for may have happened, which took no time. */
    default void tellThreads() {
        chargeCopy(0);
    }
}
