package org.bipj.launch.hosted.threads;

import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bipj.sim.kernel.Fiber;

/**
 * What {@linkplain JdkCopies copies} of the JDK's classes call in place of {@code LockSupport}, {@code Unsafe} and other classes of the JDK
 * that they could not reach, or that would wait in real time. Public because they call it.
 */
public final class CopiedCalls {
    private static final long PS_PER_NS = 1000;
    private static final CopiedCalls INSTANCE = new CopiedCalls();
    /** By offset: what {@code Unsafe} reaches there. */
    private static final List<VarHandle> FIELDS = new CopyOnWriteArrayList<>();

    /** What a thread that is parked with a blocker waits for, in words. */
    private static final ClassValue<String> WORDS = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            Class<?> outer = type;
            while (outer.getEnclosingClass() != null) {
                outer = outer.getEnclosingClass();
            }
            String name = outer.getSimpleName();
            return type.getSimpleName().equals("ConditionObject") ? "a signal of a Condition" : "a " + name;
        }
    };

    /** As that of {@code System}. */
    public static final PrintStream err = System.err;

    private CopiedCalls() {}

    /** At the beginning of an operation by which threads synchronise: another one may run first. */
    public static void choice() {
        Fiber ignored = FiberWaits.fiberAtChoice();
    }

    // ---- instead of LockSupport ------------------------------------------------------------------------------------

    public static void setCurrentBlocker(Object blocker) {
        LockSupport.setCurrentBlocker(blocker);
    }

    public static void park() {
        park(LockSupport.getBlocker(Thread.currentThread()));
    }

    public static void park(Object blocker) {
        Fiber self = FiberWaits.fiber();
        if (self == null) {
            LockSupport.park(blocker);
        } else {
            self.park(Fiber.FOREVER, words(blocker));
        }
    }

    public static void parkNanos(Object blocker, long nanos) {
        Fiber self = FiberWaits.fiber();
        if (self == null) {
            LockSupport.parkNanos(blocker, nanos);
        } else if (nanos > 0) {
            self.park(FiberWaits.deadline(self, nanos), words(blocker));
        }
    }

    public static void parkNanos(long nanos) {
        parkNanos(LockSupport.getBlocker(Thread.currentThread()), nanos);
    }

    public static void parkUntil(Object blocker, long millis) {
        if (FiberWaits.fiber() == null) {
            LockSupport.parkUntil(blocker, millis);
        } else {
            parkNanos(blocker, TimeUnit.MILLISECONDS.toNanos(millis - currentTimeMillis()));
        }
    }

    public static void unpark(Thread thread) {
        Fiber fiber = thread == null || FiberWaits.fiber() == null ? null : RankThreads.of(thread);
        if (fiber == null) {
            LockSupport.unpark(thread);
        } else {
            fiber.unpark();
        }
    }

    private static String words(Object blocker) {
        return blocker == null ? "a permit of LockSupport" : WORDS.get(blocker.getClass());
    }

    /** The clock by which a thread waits. */
    public static long nanoTime() {
        Fiber self = FiberWaits.fiber();
        return self == null ? System.nanoTime() : self.clock() / PS_PER_NS;
    }

    public static long currentTimeMillis() {
        Fiber self = FiberWaits.fiber();
        return self != null && self.processor().program() instanceof ProgramClock clock
                ? clock.currentTimeMillis()
                : System.currentTimeMillis();
    }

    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int length) {
        System.arraycopy(from, fromIndex, to, toIndex, length);
    }

    /** As {@code Object.toString()} of an object that is the JDK's. */
    public static String identity(Object object) {
        Class<?> type = object.getClass();
        while (JdkCopies.isCopy(type)) {
            type = type.getSuperclass();
        }
        return type.getName() + "@" + Integer.toHexString(object.hashCode());
    }

    // ---- instead of MhUtil and others ------------------------------------------------------------------------------

    public static VarHandle findVarHandle(MethodHandles.Lookup lookup, String name, Class<?> type) {
        return findVarHandle(lookup, lookup.lookupClass(), name, type);
    }

    public static VarHandle findVarHandle(MethodHandles.Lookup lookup, Class<?> of, String name, Class<?> type) {
        try {
            return lookup.findVarHandle(of, name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static boolean hasKnownQueuedWork() {
        return false;
    }

    public static int nextSecondarySeed() {
        return 1;
    }

    public static long getThreadId(Thread thread) {
        return thread.threadId();
    }

    public static int newLength(int oldLength, int minGrowth, int prefGrowth) {
        return Math.addExact(oldLength, Math.max(minGrowth, prefGrowth));
    }

    // ---- instead of Unsafe -----------------------------------------------------------------------------------------

    public static CopiedCalls getUnsafe() {
        return INSTANCE;
    }

    public long objectFieldOffset(Class<?> of, String name) {
        try {
            FIELDS.add(MethodHandles.privateLookupIn(of, MethodHandles.lookup())
                    .unreflectVarHandle(of.getDeclaredField(name)));
            return FIELDS.size() - 1;
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
        VarHandle.loadLoadFence();
    }

    public void storeStoreFence() {
        VarHandle.storeStoreFence();
    }

    public void park(boolean isAbsolute, long time) {
        parkNanos(null, time);
    }
}
