package org.bipj.shm.memory;

import java.lang.foreign.MemorySegment;
import org.bipj.core.machine.HostSystem;

/** Sleeps on words of shared memory: by the kernel's calls, or by those of the JDK, which reach threads of this process alone. */
public sealed interface WordSleep permits Native, ThreadSleep {
    /** The kernel's way; where it is missing that of the JDK. */
    static WordSleep get() {
        Native calls = Native.get();
        return calls != null ? calls : ThreadSleep.INSTANCE;
    }

    /** What {@link #get} returns, if that costs nothing; else null. */
    static WordSleep ifLinked() {
        return HostSystem.isPortable() ? ThreadSleep.INSTANCE : Native.ifLinked();
    }

    /** Registers this process for barriers. False if there are none of this reach; true at once if it is registered. */
    boolean registerForBarrier(Native.Reach reach);

    /** Orders all memory accesses of all threads in reach that run now before those after this call, as far as the system can. */
    void barrier(Native.Reach reach);

    /**
     * Sleeps until woken, at most {@code ns} nanoseconds; returns at once unless the word has this value. May wake without a
     * reason.
     *
     * @param timeout of {@link Native#timeout}
     */
    void waitWhile(MemorySegment word, int value, MemorySegment timeout, long ns);

    /** Wakes all threads that sleep on the word. */
    void wake(MemorySegment memory, long at);
}
