package org.bipj.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Loads and stores of shared memory with the memory order in their names. Offsets must be aligned. */
final class Access {
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private Access() {}

    static int getInt(MemorySegment memory, long at) {
        return (int) INT.get(memory, at);
    }

    static int getIntAcquire(MemorySegment memory, long at) {
        return (int) INT.getAcquire(memory, at);
    }

    static void setInt(MemorySegment memory, long at, int value) {
        INT.set(memory, at, value);
    }

    static void setIntRelease(MemorySegment memory, long at, int value) {
        INT.setRelease(memory, at, value);
    }

    static void setIntVolatile(MemorySegment memory, long at, int value) {
        INT.setVolatile(memory, at, value);
    }

    static int getAndAddInt(MemorySegment memory, long at, int value) {
        return (int) INT.getAndAdd(memory, at, value);
    }

    static long getLong(MemorySegment memory, long at) {
        return (long) LONG.get(memory, at);
    }

    static long getLongAcquire(MemorySegment memory, long at) {
        return (long) LONG.getAcquire(memory, at);
    }

    static void setLong(MemorySegment memory, long at, long value) {
        LONG.set(memory, at, value);
    }

    static void setLongRelease(MemorySegment memory, long at, long value) {
        LONG.setRelease(memory, at, value);
    }

    static void setLongVolatile(MemorySegment memory, long at, long value) {
        LONG.setVolatile(memory, at, value);
    }

    static long getAndSetLong(MemorySegment memory, long at, long value) {
        return (long) LONG.getAndSet(memory, at, value);
    }

    static boolean compareAndSetLong(MemorySegment memory, long at, long expected, long value) {
        return (boolean) LONG.compareAndSet(memory, at, expected, value);
    }

    static void addLong(MemorySegment memory, long at, long value) {
        long ignored = (long) LONG.getAndAdd(memory, at, value);
    }

    static void orLong(MemorySegment memory, long at, long bits) {
        long ignored = (long) LONG.getAndBitwiseOr(memory, at, bits);
    }
}
