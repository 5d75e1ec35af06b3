package org.bipj.shm.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Threads of this process that sleep on words, by the address of the word. There is no barrier that orders what other threads do: a
 * sender whose store is still on its way when it looks at the word of a rank that falls asleep does not wake it. That costs the rest of
 * the sleep, and needs both to happen within some nanoseconds.
 */
final class ThreadSleep implements WordSleep {
    static final ThreadSleep INSTANCE = new ThreadSleep();

    private final ConcurrentMap<Long, List<Thread>> sleepers = new ConcurrentHashMap<>();

    private ThreadSleep() {}

    @Override
    public boolean registerForBarrier(Native.Reach reach) {
        return reach == Native.Reach.PROCESS;
    }

    @Override
    public void barrier(Native.Reach reach) {
        VarHandle.fullFence();
    }

    @Override
    public void waitWhile(MemorySegment word, int value, MemorySegment timeout, long ns) {
        Thread self = Thread.currentThread();
        // Who wakes changes the word first and looks here then; so either it finds this thread, or the word is found
        // changed.
        sleepers.merge(
                word.address(),
                List.of(self),
                (all, one) -> Stream.concat(all.stream(), one.stream()).toList());
        try {
            VarHandle.fullFence();
            if (Access.getIntAcquire(word, 0) == value) {
                LockSupport.parkNanos(ns);
            }
        } finally {
            sleepers.computeIfPresent(word.address(), (_, all) -> {
                List<Thread> others = all.stream().filter(each -> each != self).toList();
                return others.isEmpty() ? null : others;
            });
        }
    }

    @Override
    public void wake(MemorySegment memory, long at) {
        VarHandle.fullFence();
        List<Thread> all = sleepers.get(memory.address() + at);
        if (all != null) {
            all.forEach(LockSupport::unpark);
        }
    }
}
