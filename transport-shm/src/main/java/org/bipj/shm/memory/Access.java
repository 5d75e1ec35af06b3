package org.bipj.shm.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Loads and stores of shared memory with the memory order in their names. Offsets must be aligned. */
public final class Access {
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private Access() {}

    /** Loads an int without order. */
    public static int getInt(MemorySegment memory, long at) {
        return (int) INT.get(memory, at);
    }

    /** Loads an int with acquire semantics. */
    public static int getIntAcquire(MemorySegment memory, long at) {
        return (int) INT.getAcquire(memory, at);
    }

    /** Stores an int without order. */
    public static void setInt(MemorySegment memory, long at, int value) {
        INT.set(memory, at, value);
    }

    /** Stores an int with release semantics. */
    public static void setIntRelease(MemorySegment memory, long at, int value) {
        INT.setRelease(memory, at, value);
    }

    /** Volatile store: later volatile loads of this thread stay behind it. */
    public static void setIntVolatile(MemorySegment memory, long at, int value) {
        INT.setVolatile(memory, at, value);
    }

    /** Adds, as a volatile access; returns the value before. */
    public static int getAndAddInt(MemorySegment memory, long at, int value) {
        return (int) INT.getAndAdd(memory, at, value);
    }

    /** Loads a long without order. */
    public static long getLong(MemorySegment memory, long at) {
        return (long) LONG.get(memory, at);
    }

    /** Loads a long with acquire semantics. */
    public static long getLongAcquire(MemorySegment memory, long at) {
        return (long) LONG.getAcquire(memory, at);
    }

    /** Stores a long without order. */
    public static void setLong(MemorySegment memory, long at, long value) {
        LONG.set(memory, at, value);
    }

    /** Stores a long with release semantics. */
    public static void setLongRelease(MemorySegment memory, long at, long value) {
        LONG.setRelease(memory, at, value);
    }

    /** Volatile store: later volatile loads of this thread stay behind it. */
    public static void setLongVolatile(MemorySegment memory, long at, long value) {
        LONG.setVolatile(memory, at, value);
    }

    /** Stores, as a volatile access; returns the value before. */
    public static long getAndSetLong(MemorySegment memory, long at, long value) {
        return (long) LONG.getAndSet(memory, at, value);
    }

    /** Stores if the expected value is there, as a volatile access; returns whether it was. */
    public static boolean compareAndSetLong(MemorySegment memory, long at, long expected, long value) {
        return (boolean) LONG.compareAndSet(memory, at, expected, value);
    }

    /** Adds to a long with the order of a volatile access. */
    public static void addLong(MemorySegment memory, long at, long value) {
        long ignored = (long) LONG.getAndAdd(memory, at, value);
    }

    /** Sets bits of a long with the order of a volatile access. */
    public static void orLong(MemorySegment memory, long at, long bits) {
        long ignored = (long) LONG.getAndBitwiseOr(memory, at, bits);
    }
}
