package org.bipj.launch.hosted.world;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What classes of the JDK that ranks define for themselves use in place of {@code jdk.internal.misc.Unsafe}: of its methods those that they
 * call. An offset is the number of a field.
 */
public final class RelocatedUnsafe {
    private static final RelocatedUnsafe ONE = new RelocatedUnsafe();
    private static final List<VarHandle> FIELDS = new CopyOnWriteArrayList<>();

    private RelocatedUnsafe() {}

    public static RelocatedUnsafe getUnsafe() {
        return ONE;
    }

    /** The number of a field. */
    public synchronized long objectFieldOffset(Class<?> type, String name) {
        try {
            FIELDS.add(MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .unreflectVarHandle(type.getDeclaredField(name)));
            return FIELDS.size() - 1L;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static VarHandle field(long offset) {
        return FIELDS.get((int) offset);
    }

    public boolean compareAndSetInt(Object of, long offset, int expected, int value) {
        return field(offset).compareAndSet(of, expected, value);
    }

    public boolean compareAndSetLong(Object of, long offset, long expected, long value) {
        return field(offset).compareAndSet(of, expected, value);
    }

    public boolean compareAndSetReference(Object of, long offset, Object expected, Object value) {
        return field(offset).compareAndSet(of, expected, value);
    }

    public boolean weakCompareAndSetReference(Object of, long offset, Object expected, Object value) {
        return field(offset).compareAndSet(of, expected, value);
    }

    public int getAndBitwiseAndInt(Object of, long offset, int mask) {
        return (int) field(offset).getAndBitwiseAnd(of, mask);
    }

    public long getLongOpaque(Object of, long offset) {
        return (long) field(offset).getOpaque(of);
    }

    public void putInt(Object of, long offset, int value) {
        field(offset).set(of, value);
    }

    public void putIntOpaque(Object of, long offset, int value) {
        field(offset).setOpaque(of, value);
    }

    public void putReference(Object of, long offset, Object value) {
        field(offset).set(of, value);
    }

    public void loadFence() {
        VarHandle.acquireFence();
    }

    public void storeStoreFence() {
        VarHandle.storeStoreFence();
    }

    /** Waits for a permit: for some nanoseconds, or without a limit if that is 0. */
    public void park(boolean isAbsolute, long time) {
        if (isAbsolute) {
            RankTime.parkUntil(time);
        } else {
            RankTime.parkNanos(time == 0 ? Long.MAX_VALUE : time);
        }
    }
}
