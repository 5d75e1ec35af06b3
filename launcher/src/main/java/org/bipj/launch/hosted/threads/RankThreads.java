package org.bipj.launch.hosted.threads;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.bipj.core.job.RankEndedError;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.FiberScheduler;
import org.bipj.sim.kernel.Processor;
import org.bipj.sim.kernel.RunEndedError;

/**
 * Replaces the methods of {@link Thread}, its builders and {@link LockSupport} in a simulated program. Public because the
 * programs' classes call it.
 */
public final class RankThreads {
    private static final Map<Thread, Fiber> FIBERS = Collections.synchronizedMap(new WeakHashMap<>());
    /** By processor the numbers of its threads and pools, for their names. */
    private static final Map<Processor, int[]> NUMBERS = Collections.synchronizedMap(new WeakHashMap<>());

    private static final int THREADS = 0;
    private static final int POOLS = 1;
    private static final int TIMERS = 2;
    private static final int IDS = 3;
    private static final int KINDS = 4;
    /** The numbers of threads of programs within their ranks: those behind that of the main thread. */
    private static final Map<Thread, Long> THREAD_IDS = Collections.synchronizedMap(new WeakHashMap<>());

    private RankThreads() {}

    // ---- threads become fibers ---------------------------------------------------------------------------------

    /** Makes a fiber of a thread of the calling rank; null if its threads are no fibers. */
    static Fiber adopt(Thread thread, boolean keepsAlive) {
        Fiber self = FiberWaits.fiber();
        if (self == null) {
            return null;
        }
        Fiber fiber = self.processor().adopt(thread, keepsAlive);
        FIBERS.put(thread, fiber);
        THREAD_IDS.put(thread, FiberScheduler.MAIN_THREAD + 1 + next(IDS));
        return fiber;
    }

    /** The fiber of a thread; null if it has none. */
    static Fiber of(Thread thread) {
        Fiber fiber = FIBERS.get(thread);
        Fiber self = fiber == null ? Fiber.current() : null;
        return self != null && self.processor().main().thread() == thread
                ? self.processor().main()
                : fiber;
    }

    /** True if a thread of a program is a fiber. */
    public static boolean isFiber(Thread thread) {
        return FIBERS.containsKey(thread);
    }

    /** Runs a thread's program, in this thread. */
    static void run(Fiber fiber, Runnable program) {
        if (fiber == null) {
            runHelper(program);
        } else {
            fiber.run(() -> runToEnd(program));
        }
    }

    private static void runToEnd(Runnable program) {
        try {
            program.run();
        } catch (RunEndedError e) {
            throw e;
        } catch (RankEndedError e) {
            // Its rank has reported why.
        } catch (Throwable e) {
            Thread self = Thread.currentThread();
            self.getUncaughtExceptionHandler().uncaughtException(self, e);
        }
    }

    /** A thread that is no fiber: fibers may wait for it, in real time. */
    private static void runHelper(Runnable program) {
        Processor processor = RankContext.processor();
        if (processor == null) {
            program.run();
            return;
        }
        processor.helpers().incrementAndGet();
        try {
            program.run();
        } finally {
            processor.helpers().decrementAndGet();
        }
    }

    private static int next(int what) {
        Processor processor = RankContext.processor();
        int[] numbers = NUMBERS.computeIfAbsent(processor, key -> new int[KINDS]);
        synchronized (numbers) {
            return numbers[what]++;
        }
    }

    /** A name as the JDK gives it, numbered within the rank. */
    static String nextName() {
        return "Thread-" + next(THREADS);
    }

    /** The name of a timer's thread, as the JDK gives it, numbered within the rank. */
    static String nextTimerName() {
        return "Timer-" + next(TIMERS);
    }

    /** Instead of {@code Executors.defaultThreadFactory()}: platform threads that are no daemons. */
    public static ThreadFactory defaultThreadFactory() {
        return namedAsInPools(RankThreads::platform);
    }

    /** The threads of pools to which the program has given no factory: virtual ones, which take less time to hand over. */
    static ThreadFactory ofPools() {
        return namedAsInPools((task, name) -> FiberWaits.fiber() == null
                ? platform(task, name)
                : unstarted(Thread.ofVirtual().name(name), task, true));
    }

    private static Thread platform(Runnable task, String name) {
        Thread thread = new FiberThread(null, task, name);
        thread.setDaemon(false);
        thread.setPriority(Thread.NORM_PRIORITY);
        return thread;
    }

    private static ThreadFactory namedAsInPools(BiFunction<Runnable, String, Thread> maker) {
        String prefix = "pool-" + (next(POOLS) + 1) + "-thread-";
        AtomicInteger number = new AtomicInteger();
        return task -> maker.apply(task, prefix + number.incrementAndGet());
    }

    /** A thread of the rank; whether it keeps its rank alive does not depend on its kind. */
    static Thread unstarted(Thread.Builder builder, Runnable task, boolean keepsAlive) {
        Fiber[] fiber = new Fiber[1];
        Thread thread = builder.unstarted(() -> run(fiber[0], task));
        fiber[0] = adopt(thread, keepsAlive);
        return thread;
    }

    /** Starts a thread of the calling fiber's rank that does something for it; the rank does not end before. */
    public static void startHelper(String name, Runnable task) {
        unstarted(Thread.ofVirtual().name(name), task, true).start();
    }

    // ---- instead of the methods of Thread.Builder --------------------------------------------------------------

    /** Instead of {@code Thread.ofPlatform()}. */
    public static Thread.Builder.OfPlatform ofPlatform() {
        return FiberWaits.fiber() == null
                ? Thread.ofPlatform()
                : Thread.ofPlatform().daemon(Thread.currentThread() instanceof FiberThread own && own.isDaemon());
    }

    /** Instead of {@code builder.unstarted(task)}. */
    public static Thread unstarted(Thread.Builder builder, Runnable task) {
        return unstarted(builder, task, true && !(builder instanceof Thread.Builder.OfVirtual));
    }

    /** Instead of {@code builder.start(task)}. */
    public static Thread start(Thread.Builder builder, Runnable task) {
        Thread thread = unstarted(builder, task);
        thread.start();
        return thread;
    }

    /** Instead of {@code builder.factory()}. */
    public static ThreadFactory factory(Thread.Builder builder) {
        ThreadFactory factory = builder.factory();
        boolean keepsAlive = !(builder instanceof Thread.Builder.OfVirtual);
        return task -> {
            Fiber[] fiber = new Fiber[1];
            Thread thread = factory.newThread(() -> run(fiber[0], task));
            fiber[0] = adopt(thread, keepsAlive);
            return thread;
        };
    }

    /** Instead of {@code Thread.startVirtualThread(task)}. */
    public static Thread startVirtualThread(Runnable task) {
        return start(Thread.ofVirtual(), task);
    }

    // ---- instead of the methods of Thread ----------------------------------------------------------------------

    /** Instead of {@code thread.start()}. */
    public static void start(Thread thread) {
        if (thread instanceof FiberThread own && FiberWaits.fiber() != null) {
            own.adopt();
        }
        thread.start();
        FiberWaits.fiberAtChoice();
    }

    /** Instead of {@code thread.join()}. */
    public static void join(Thread thread) throws InterruptedException {
        join(thread, 0);
    }

    /** Instead of {@code thread.join(millis)}. */
    public static void join(Thread thread, long millis) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        Fiber other = of(thread);
        if (self == null || other == null || millis < 0) {
            thread.join(millis);
        } else {
            long deadline = millis == 0 ? Fiber.FOREVER : FiberWaits.deadline(self, millis, TimeUnit.MILLISECONDS);
            FiberWaits.interruptibly(
                    self, () -> !isAlive(thread), deadline, "the end of thread \"" + thread.getName() + '"');
        }
    }

    /** Instead of {@code thread.join(millis, nanos)}. */
    public static void join(Thread thread, long millis, int nanos) throws InterruptedException {
        if (FiberWaits.fiber() == null || of(thread) == null || millis < 0 || nanos < 0) {
            thread.join(millis, nanos);
        } else {
            join(thread, nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
        }
    }

    /** Instead of {@code thread.join(duration)}. */
    public static boolean join(Thread thread, Duration duration) throws InterruptedException {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null || of(thread) == null || thread.getState() == Thread.State.NEW) {
            return thread.join(duration);
        }
        long deadline = FiberWaits.deadline(self, TimeUnit.NANOSECONDS.convert(duration));
        return FiberWaits.interruptibly(
                self, () -> !isAlive(thread), deadline, "the end of thread \"" + thread.getName() + '"');
    }

    /** Instead of {@code thread.isAlive()}. */
    public static boolean isAlive(Thread thread) {
        Fiber fiber = of(thread);
        return fiber == null ? thread.isAlive() : fiber.isThreadStarted() && !fiber.hasEnded();
    }

    /** Instead of {@code thread.threadId()}: a number within the rank. */
    public static long threadId(Thread thread) {
        Long id = THREAD_IDS.get(thread);
        if (id != null) {
            return id;
        }
        return of(thread) == null ? thread.threadId() : FiberScheduler.MAIN_THREAD;
    }

    /** What the JDK says of a thread, with the number within the rank. */
    static String numbered(Thread thread, String text) {
        return text.replaceFirst("#[0-9]+", "#" + threadId(thread));
    }

    /** Instead of {@code thread.getId()}. */
    public static long getId(Thread thread) {
        return threadId(thread);
    }

    /** Instead of {@code thread.getState()}. */
    public static Thread.State getState(Thread thread) {
        Fiber fiber = of(thread);
        return fiber != null && fiber.hasEnded() ? Thread.State.TERMINATED : thread.getState();
    }

    /** Instead of {@code Thread.yield()}. */
    public static void yield() {
        spin(Thread::yield);
    }

    /** Instead of {@code Thread.onSpinWait()}. */
    public static void onSpinWait() {
        spin(Thread::onSpinWait);
    }

    private static void spin(Runnable otherwise) {
        Fiber self = FiberWaits.fiber();
        if (self == null) {
            FiberWaits.leaveIfEnded();
            otherwise.run();
        } else {
            self.processor().spin();
        }
    }

    // ---- instead of the methods of LockSupport -----------------------------------------------------------------

    /** Instead of {@code LockSupport.park()}. */
    public static void park() {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            LockSupport.park();
        } else {
            self.park(Fiber.FOREVER);
        }
    }

    /** Instead of {@code LockSupport.park(blocker)}. */
    public static void park(Object blocker) {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            LockSupport.park(blocker);
        } else {
            self.park(Fiber.FOREVER);
        }
    }

    /** As {@code LockSupport.parkNanos(nanos)}; false if the caller is no such fiber, and has not waited. */
    public static boolean parkFor(long nanos) {
        Fiber self = FiberWaits.fiberAtChoice();
        if (self == null) {
            return false;
        }
        if (nanos > 0) {
            self.park(FiberWaits.deadline(self, nanos));
        }
        return true;
    }

    /** Instead of {@code LockSupport.unpark(thread)}. */
    public static void unpark(Thread thread) {
        if (thread != null) {
            CopiedCalls.choice();
        }
        CopiedCalls.unpark(thread);
    }

    /** As {@code Thread.sleep}, but for an interrupt before it; false if the caller is no such fiber. */
    public static boolean sleepFor(long nanos) throws InterruptedException {
        Fiber self = FiberWaits.fiber();
        if (self == null) {
            return false;
        }
        self.waitFor(self::isInterrupted, FiberWaits.deadline(self, nanos), "the end of a sleep");
        if (Thread.interrupted()) {
            throw new InterruptedException("sleep interrupted");
        }
        return true;
    }
}
