package org.bipj.launch.hosted.threads;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bipj.sim.kernel.Fiber;

/**
 * The monitors of a simulated program's objects, between fibers. Rewritten code calls {@link #enter} before it enters a
 * monitor and {@link #exit} before it leaves it: a fiber that has to wait does so here, and never for the monitor itself.
 * Public because the programs' classes call it.
 */
public final class RankMonitors {
    private static final Map<Object, Monitor> USED = Collections.synchronizedMap(new IdentityHashMap<>());

    /**
     * True for a class of the JDK, or a subclass of one, whose methods enter its objects' monitors: a thread would wait
     * there in the JDK.
     */
    private static final ClassValue<Boolean> LOCKED_BY_JDK = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            if (ServedMonitor.class.isAssignableFrom(type)) {
                return false;
            }
            for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                if (at.getName().startsWith(JDK_SYNCHRONIZED)
                        || at.getName().startsWith("java.")
                                && !NOT_USED_BY_OTHERS.contains(at)
                                && Arrays.stream(at.getDeclaredMethods()).anyMatch(RankMonitors::isSynchronized)) {
                    return true;
                }
            }
            return false;
        }
    };

    private static final String JDK_SYNCHRONIZED = Collections.class.getName() + "$Synchronized";

    /** Classes whose synchronised methods other threads do not call, and whose subclasses are often locked. */
    private static final Set<Class<?>> NOT_USED_BY_OTHERS = Set.of(Thread.class, Throwable.class);

    private RankMonitors() {}

    /** A monitor that a fiber has entered, or waits for. */
    private static final class Monitor {
        private final ArrayDeque<Wait> waits = new ArrayDeque<>();
        private Fiber owner;
        private int depth;
        /** Its owner lets no other fiber run before it waits or leaves: another one would wait in a method of the JDK. */
        private boolean keepsProcessor;
        /** Fibers that wait, to enter it or for a notification. */
        private int users;

        private boolean take(Fiber fiber, int times) {
            if (owner != null) {
                return false;
            }
            owner = fiber;
            depth = times;
            return true;
        }

        /** Its owner keeps the processor, or does so no more. */
        private void keep(boolean keeps) {
            if (keepsProcessor != keeps) {
                keepsProcessor = keeps;
                owner.keepProcessor(keeps);
            }
        }

        private boolean isUnused() {
            return owner == null && users == 0;
        }
    }

    /** A fiber in {@code Object.wait}: it leaves the monitor when it begins to wait, and owns it again when it resumes. */
    private static final class Wait implements BooleanSupplier {
        private final Monitor monitor;
        private final Fiber fiber;
        private final int depth;
        private boolean begun;
        private boolean notified;

        Wait(Monitor monitor, Fiber fiber) {
            this.monitor = monitor;
            this.fiber = fiber;
            depth = monitor.depth;
        }

        @Override
        public boolean getAsBoolean() {
            if (!begun) {
                begun = true;
                monitor.owner = null;
                return false;
            }
            return (notified || fiber.isInterrupted() || fiber.hasTimedOut()) && monitor.take(fiber, depth);
        }
    }

    /** The calling thread is about to enter the monitor of an object. */
    public static void enter(Object object) {
        Fiber self = object == null ? null : FiberWaits.fiber();
        if (self == null) {
            return;
        }
        Monitor known = USED.get(object);
        if (known != null && known.owner == self) {
            known.depth++;
            return;
        }
        enter(self, object);
        if (LOCKED_BY_JDK.get(object.getClass())) {
            USED.get(object).keep(true);
        }
    }

    /** As {@link #enter}, by a subclass of one of the JDK's whose method will enter it: it may be any object. */
    public static void enterAsJdk(Object object) {
        Fiber self = FiberWaits.fiber();
        if (self == null) {
            return;
        }
        Monitor known = USED.get(object);
        if (known != null && known.owner == self) {
            known.depth++;
        } else {
            enter(self, object);
        }
    }

    private static void enter(Fiber self, Object object) {
        self.processor().called(false);
        Monitor monitor = USED.computeIfAbsent(object, key -> new Monitor());
        if (!monitor.take(self, 1)) {
            monitor.users++;
            FiberWaits.until(self, () -> monitor.take(self, 1), "the monitor of a " + nameOf(object));
            monitor.users--;
        }
    }

    private static boolean isSynchronized(Method method) {
        int flags = method.getModifiers();
        return Modifier.isSynchronized(flags) && !Modifier.isStatic(flags) && !Modifier.isPrivate(flags);
    }

    private static String nameOf(Object object) {
        Class<?> type = object.getClass();
        return Proxy.isProxyClass(type) ? "synchronized " + type.getInterfaces()[0].getName() : ProgramNames.of(type);
    }

    /** The calling thread is about to leave the monitor of an object. */
    public static void exit(Object object) {
        Fiber self = FiberWaits.fiber();
        Monitor monitor = self == null ? null : USED.get(object);
        if (monitor == null || monitor.owner != self) {
            // Entered before threads became fibers.
            return;
        }
        if (--monitor.depth == 0) {
            monitor.keep(false);
            monitor.owner = null;
            if (monitor.isUnused()) {
                USED.remove(object);
            }
        }
    }

    /** Instead of {@code object.wait()}. */
    public static void wait(Object object) throws InterruptedException {
        wait(object, 0);
    }

    /** Instead of {@code object.wait(millis, nanos)}. */
    public static void wait(Object object, long millis, int nanos) throws InterruptedException {
        wait(object, nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
    }

    /** Instead of {@code object.wait(millis)}. */
    public static void wait(Object object, long millis) throws InterruptedException {
        Fiber self = FiberWaits.fiber();
        Monitor monitor = self == null ? null : USED.get(object);
        if (monitor == null || monitor.owner != self || millis < 0) {
            object.wait(millis);
            return;
        }
        FiberWaits.checkInterrupt();
        Wait wait = new Wait(monitor, self);
        monitor.waits.add(wait);
        monitor.users++;
        long deadline = millis == 0 ? Fiber.FOREVER : FiberWaits.deadline(self, millis, TimeUnit.MILLISECONDS);
        boolean keeps = monitor.keepsProcessor;
        monitor.keep(false);
        self.waitInMonitor(object, wait, deadline, "a notification of a " + nameOf(object));
        monitor.keep(keeps);
        monitor.users--;
        monitor.waits.remove(wait);
        if (!wait.notified) {
            FiberWaits.checkInterrupt();
        }
    }

    /** Instead of {@code object.notify()}. */
    public static void notify(Object object) {
        object.notify();
        Monitor monitor = FiberWaits.fiber() == null ? null : USED.get(object);
        if (monitor != null) {
            // One whose time is up resumes without it.
            monitor.waits.removeIf(wait -> wait.fiber.hasTimedOut());
            if (!monitor.waits.isEmpty()) {
                monitor.waits.remove().notified = true;
            }
        }
    }

    /** Instead of {@code object.notifyAll()}. */
    public static void notifyAll(Object object) {
        object.notifyAll();
        Monitor monitor = FiberWaits.fiber() == null ? null : USED.get(object);
        if (monitor != null) {
            monitor.waits.forEach(wait -> wait.notified = true);
            monitor.waits.clear();
        }
    }
}
