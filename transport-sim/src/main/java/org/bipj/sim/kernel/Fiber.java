package org.bipj.sim.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A program in virtual time: a thread that runs only while no other fiber and no event does. It has a clock of its own,
 * which {@link #charge} moves ahead of the kernel's. While it is ahead it may do what only it sees, and schedule events
 * at its own time. Before it looks at anything that events may have changed it calls {@link #sync}. As an event it is
 * the moment at which it resumes.
 *
 * <p>The fibers of a rank share its {@link Processor}. While there are several, a fiber that computes occupies the
 * processor up to its clock, and one that waits gives it away.
 */
public final class Fiber extends Event {
    /** Last moment that a program may reach, in picoseconds: half of what the clock can count, 53 days. */
    public static final long END_PS = Long.MAX_VALUE / 2;

    /** The deadline of a wait without one. */
    public static final long FOREVER = Long.MAX_VALUE;

    /** The classes through which a program waits; {@link #stack} leaves their frames out. */
    private static final Set<String> WAITS = Set.of(
            Fiber.class.getName(),
            Processor.class.getName(),
            FiberLock.class.getName(),
            KernelSemaphore.class.getName());

    private static final ThreadLocal<Fiber> CURRENT = new ThreadLocal<>();
    private static final String ENDLESS_SLEEP = "the end of a sleep that is longer than a run";

    /** What a fiber is doing, while several share a processor. */
    enum State {
        /** The fiber waits for an event or a condition. */
        BLOCKED,
        /** The fiber could run, and waits for a processor. */
        READY,
        /** The fiber has a processor. */
        RUNNING,
        /** The fiber's program has ended. */
        ENDED
    }

    final FiberScheduler fibers;
    final Thread thread;
    final Processor processor;
    final Processor.Priority priority;
    /** The rank does not end before this fiber, a thread of its program. */
    final boolean keepsAlive;

    State state = State.BLOCKED;
    /** The condition in the program's memory that ends a wait, beside events; null: only events do. */
    BooleanSupplier met;
    /** Whether the condition in {@link #met} has ended the wait. */
    boolean isMet;
    /** Whether the fiber has been blocked since it last had a processor. */
    boolean wasBlocked;
    /** When its time slice ends. */
    long sliceEnd;
    /** Calls of the library since it last gave the processor away. */
    int calls;
    /** Locks of the library that it holds. */
    int locks;
    /** Whether the fiber gives the processor away when it has released all locks. */
    boolean yieldDue;
    /** The processor's count of news when this fiber last looked. */
    long seenNews;
    /** Other fibers may have run within its calls since then. */
    boolean gaveWay;
    /** They have made news, perhaps after it had looked whether its wait was over, and before it polled. */
    boolean mayHaveMissed;

    private final BooleanSupplier hasNews = this::hasNews;
    private boolean isThreadStarted;
    /** Work that was charged before it was suspended, and follows when it has a processor again. */
    private long remainingPs;
    /** Whether {@link #wake} ends the present wait. */
    private boolean wakeable = true;
    /** Woken while it was about to block. */
    private boolean wokenEarly;
    /** Whether the fiber has to look once more, since nothing else happens. */
    private boolean recheck;

    private long recheckedAt = -1;
    /** A monitor that its thread holds and gives up while it waits for the baton; null: none. */
    private volatile Object monitor;
    /** The deadline of its wait has passed. */
    private boolean hasTimedOut;
    /** The permit that {@link #park} consumes. */
    private boolean permit;
    /** An interrupt of its thread that came while it waited for the baton. */
    private volatile boolean sawInterrupt;

    private final Kernel kernel;
    private final String name;
    private long clock;
    /** The clock when the program last read it. */
    private long readAt = -1;

    private Object waitsFor;

    /** The condition that {@link #await} is to check when this event fires. */
    private Condition unchecked;

    /** The baton: set by the fiber that hands over, cleared by this one. */
    private volatile boolean granted;

    /** The run has ended: the fiber has to leave its program. */
    private volatile boolean dismissed;

    boolean ended;
    private boolean isHidden;
    /** Whether the fiber has polled since {@link FiberScheduler} began to watch for polls without end. */
    boolean hasPolled;

    /** A fiber with a thread of its own, which the factory makes. */
    Fiber(
            Processor processor,
            Kernel kernel,
            String name,
            Processor.Priority priority,
            ThreadFactory factory,
            Runnable body) {
        this.processor = processor;
        this.fibers = processor.fibers;
        this.kernel = kernel;
        this.name = name;
        this.priority = priority;
        keepsAlive = false;
        thread = factory.newThread(() -> fibers.runBody(this, body));
    }

    /** A fiber of a thread of the program. */
    Fiber(Processor processor, Kernel kernel, Thread thread, boolean keepsAlive) {
        this.processor = processor;
        this.fibers = processor.fibers;
        this.kernel = kernel;
        this.thread = thread;
        this.keepsAlive = keepsAlive;
        name = null;
        priority = Processor.Priority.NORMAL;
    }

    /** The fiber that calls; null if another thread does. */
    public static Fiber current() {
        return CURRENT.get();
    }

    /** The calling thread, whose body is about to run, is this fiber's. */
    void enter() {
        CURRENT.set(this);
    }

    /**
     * Runs the program of an {@linkplain Processor#adopt adopted} thread, in this thread. The program must not throw.
     */
    public void run(Runnable program) {
        fibers.runBody(this, program);
    }

    /** The processor that it shares with the other fibers of its rank. */
    public Processor processor() {
        return processor;
    }

    /** True if the fiber's program has ended. */
    public boolean hasEnded() {
        return ended;
    }

    /** Leaves the fiber out of the report of a deadlock: it serves others, and waits for ever. Returns itself. */
    public Fiber hide() {
        isHidden = true;
        return this;
    }

    /** True if reports of a deadlock leave it out. */
    boolean isHidden() {
        return isHidden;
    }

    /** True if this is the rank's main program. */
    public boolean isMain() {
        return processor.main() == this;
    }

    /** True if it is a thread of the rank's program, its main one among them. */
    boolean isOfProgram() {
        return name == null || isMain();
    }

    /** The Java thread that the fiber's program runs on. */
    public Thread thread() {
        return thread;
    }

    /** True once its thread has been started. */
    public boolean isThreadStarted() {
        isThreadStarted |= thread.getState() != Thread.State.NEW;
        return isThreadStarted;
    }

    /** The name for reports; that of the thread if it has none of its own. */
    public String name() {
        return name == null ? thread.getName() : name;
    }

    // ---- the clock ---------------------------------------------------------------------------------------------

    /** The fiber's own time, in picoseconds: never behind the kernel's while the fiber runs. */
    public long clock() {
        return clock;
    }

    /** Moves the fiber's clock ahead by a number of picoseconds, not negative. */
    public void charge(long ps) {
        clock += ps;
    }

    /**
     * The clock as the program reads it, in picoseconds. A reading that would return the same time as the last one
     * costs time, so that a loop which waits for a moment by reading again and again ends.
     *
     * @param costPs cost of such a reading
     */
    public long read(long costPs) {
        if (clock == readAt) {
            charge(costPs);
        }
        readAt = clock;
        return clock;
    }

    /**
     * The fiber, which has the baton, lets no other fiber of its rank run where it need not wait, or does so again. Calls nest.
     */
    public void keepProcessor(boolean keeps) {
        locks += keeps ? 1 : -1;
    }

    /** True if the caller is this fiber's program. */
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    // ---- waiting -----------------------------------------------------------------------------------------------

    /**
     * Lets everything happen that happens up to the fiber's clock, including what other fibers do. On return the
     * kernel's clock is the fiber's.
     */
    public void sync() {
        if (processor.isShared()) {
            check();
            fibers.countPoll(this);
            processor.hold(this);
        } else if (!poll()) {
            kernel.move(clock, this);
            fibers.runUntilResumed(this);
        }
    }

    /**
     * Sleeps: the clock moves on, and everything happens meanwhile that happens up to there. A sleep that would end
     * after {@link #END_PS} never ends.
     *
     * @param ps how long, not negative
     */
    public void sleep(long ps) {
        check();
        // Wake-ups are for programs that wait for the network.
        while (ps > END_PS - clock) {
            block(ENDLESS_SLEEP);
        }
        if (processor.isShared()) {
            processor.hold(this);
            kernel.at(clock + ps, this);
            processor.release(this, State.BLOCKED);
            fibers.runUntilResumed(this);
            return;
        }
        charge(ps);
        if (!advance()) {
            kernel.move(clock, this);
            fibers.runUntilResumed(this);
        }
    }

    /** {@link #advance}, counted as a poll of the program. */
    private boolean poll() {
        check();
        fibers.countPoll(this);
        return advance();
    }

    /** Moves the kernel's clock to the fiber's if nothing is scheduled up to there; else returns false. */
    boolean advance() {
        if (kernel.nextTime() <= clock) {
            return false;
        }
        kernel.skipTo(clock);
        return true;
    }

    /**
     * Waits for {@link #wake}. Earlier wake-ups are not remembered: check the condition after {@link #sync} and before
     * this.
     *
     * @param what what is waited for, for the report of a deadlock; converted to text only then
     */
    public void block(Object what) {
        block(what, true);
    }

    /**
     * Waits for {@link #wakeOnly}, which only those call that wait for this fiber in particular: a semaphore, an
     * interrupt line. Otherwise as {@link #block}.
     */
    public void blockAlone(Object what) {
        block(what, false);
    }

    private void block(Object what, boolean byAnyWake) {
        check();
        waitsFor = what;
        wakeable = byAnyWake;
        if (processor.isShared()) {
            wokenEarly = false;
            processor.hold(this);
            if (!wokenEarly) {
                processor.release(this, State.BLOCKED);
                fibers.runUntilResumed(this);
            }
        } else {
            fibers.runUntilResumed(this);
        }
        waitsFor = null;
        wakeable = true;
    }

    /**
     * Waits until a condition of the program's own memory holds, which only fibers of this rank change. It is evaluated
     * whenever a fiber of the rank gives its processor away; fibers whose conditions hold become ready in the order in
     * which they began to wait.
     *
     * @param condition has no effects; called by other threads
     * @param deadline in picoseconds of virtual time, or {@link #FOREVER}
     * @param what what is waited for, for the report of a deadlock; converted to text only then
     * @return false if the deadline has passed and the condition did not hold
     */
    public boolean waitFor(BooleanSupplier condition, long deadline, Object what) {
        check();
        processor.share();
        processor.hold(this);
        if (condition.getAsBoolean()) {
            return true;
        }
        if (clock >= deadline && !timeOutInMonitor()) {
            return false;
        }
        waitsFor = what;
        wakeable = false;
        met = condition;
        isMet = false;
        if (deadline < END_PS && !hasTimedOut) {
            kernel.at(deadline, this);
        }
        processor.release(this, State.BLOCKED);
        fibers.runUntilResumed(this);
        met = null;
        waitsFor = null;
        wakeable = true;
        return isMet;
    }

    /**
     * As {@link #waitFor}, by a thread that holds the monitor of an object, and gives it up until it resumes. When the
     * condition is met, or the fiber has {@linkplain #hasTimedOut timed out}, no other fiber may hold the monitor.
     */
    public void waitInMonitor(Object held, BooleanSupplier condition, long deadline, Object what) {
        monitor = held;
        try {
            waitFor(condition, deadline, what);
        } finally {
            monitor = null;
            hasTimedOut = false;
        }
    }

    /** True if the deadline of its wait in a monitor has passed: part of the wait's condition. */
    public boolean hasTimedOut() {
        return hasTimedOut;
    }

    /** The deadline of a wait fires. Returns true if the wait's condition decides whether the fiber resumes. */
    boolean timeOutInMonitor() {
        hasTimedOut = monitor != null;
        return hasTimedOut;
    }

    /** As {@code LockSupport.park}: waits for a permit or an interrupt, and takes the permit. */
    public void park(long deadline) {
        park(deadline, "a permit of LockSupport");
    }

    /** As {@link #park(long)}, by a thread that waits for something else in the end. */
    public void park(long deadline, Object what) {
        waitFor(() -> permit || isInterrupted(), deadline, what);
        permit = false;
    }

    /** As {@code LockSupport.unpark}: makes a permit available. */
    public void unpark() {
        permit = true;
    }

    /** Waits for {@link #wake}, or for news of the processor that this fiber has not seen. */
    void pause(Object what) {
        waitsFor = what;
        wokenEarly = false;
        processor.hold(this);
        if (!wokenEarly && !processor.hasNewsFor(this)) {
            met = hasNews;
            processor.release(this, State.BLOCKED);
            fibers.runUntilResumed(this);
            met = null;
            recheck = false;
        }
        waitsFor = null;
    }

    /** True if it gives its processor away to look again later for something in the library. */
    boolean isPausing() {
        return met == hasNews;
    }

    private boolean hasNews() {
        return recheck || processor.hasNewsFor(this);
    }

    /** If it is paused, it looks once more, unless it did so since the last news. */
    void mayRecheck(long news) {
        if (isPausing() && recheckedAt != news) {
            recheckedAt = news;
            recheck = true;
        }
    }

    /** A condition that a fiber waits for. Its text is for the report of a deadlock. */
    public interface Condition {
        /**
         * Checks the condition. Called once per {@link #await}, at the fiber's clock, which it may charge; not in the
         * fiber's thread.
         */
        boolean isMet();
    }

    /**
     * {@link #sync}, a check of a condition, and {@link #block} if it is not met. The fiber does not resume for the
     * check, which saves two hand-overs.
     */
    public void await(Condition condition) {
        if (processor.isShared()) {
            sync();
            if (!condition.isMet()) {
                block(condition);
            }
        } else if (!poll()) {
            unchecked = condition;
            kernel.move(clock, this);
            fibers.runUntilResumed(this);
            waitsFor = null;
        } else if (!condition.isMet()) {
            block(condition);
        }
    }

    /** The moment at which the fiber resumes, or its condition is checked. */
    @Override
    protected void fire() {
        if (processor.isShared()) {
            if (state == State.RUNNING) {
                processor.fired(this);
            } else {
                processor.wokenUp(this);
            }
        } else if (unchecked == null || isMet()) {
            fibers.resume(this);
        } else {
            fibers.countResumption();
        }
    }

    /** Checks the condition of {@link #await}; false if the fiber has to wait. */
    private boolean isMet() {
        Condition condition = unchecked;
        unchecked = null;
        if (condition.isMet()) {
            return true;
        }
        waitsFor = condition;
        return false;
    }

    /**
     * Ends the fiber's {@link #block} at a moment, but never before its own clock. The earliest of several calls
     * counts. Does nothing if the fiber is not blocked. For events and other fibers.
     *
     * @param time in picoseconds, not in the past
     */
    public void wake(long time) {
        if (wakeable) {
            wakeOnly(time);
        }
    }

    /** As {@link #wake}, also for a fiber that has {@linkplain #blockAlone blocked alone}. */
    public void wakeOnly(long time) {
        if (waitsFor == null) {
            return;
        }
        if (processor.isShared() && state != State.BLOCKED) {
            wokenEarly = true;
            return;
        }
        long at = Math.max(time, clock);
        if (!isScheduled() || at < time()) {
            kernel.move(at, this);
        }
    }

    /** What the fiber waits for; null if it does not. */
    public String waitsFor() {
        return waitsFor == null ? null : waitsFor.toString();
    }

    /** The program's calls, innermost first, without those of the kernel and of threads. */
    public List<StackTraceElement> stack() {
        List<StackTraceElement> frames = Arrays.asList(thread.getStackTrace());
        int top = 0;
        int bottom = frames.size();
        for (int i = 0; i < frames.size(); i++) {
            String type = frames.get(i).getClassName();
            if (WAITS.contains(type) && bottom == frames.size()) {
                top = i + 1;
            } else if (type.equals(FiberScheduler.class.getName())
                    && frames.get(i).getMethodName().equals(FiberScheduler.RUN_BODY)) {
                bottom = i;
            }
        }
        return frames.subList(Math.min(top, bottom), bottom);
    }

    // ---- the baton ---------------------------------------------------------------------------------------------

    void start() {
        clock = kernel.now();
        kernel.after(0, this);
    }

    /** Called when this fiber has the baton: the kernel is at the moment at which the fiber was to resume. */
    void arrive() {
        processor.arrived(this);
        clock = Math.max(clock, kernel.now());
    }

    /** Takes the processor from the fiber at a moment before its clock. */
    void suspend(long now) {
        remainingPs = clock - now;
        state = State.READY;
    }

    /** Gives the fiber a processor, on which it works from this moment on. */
    void continueAt(long start) {
        clock = start + remainingPs;
        remainingPs = 0;
        wasBlocked = false;
        state = State.RUNNING;
    }

    /**
     * Gives the baton to this fiber. A thread that waits in a monitor may wake up at any moment. It sees the baton only
     * while the caller owns the monitor: otherwise it could resume and keep the monitor, and the caller would wait for it.
     */
    void grant() {
        Object held = monitor;
        if (held == null) {
            granted = true;
            LockSupport.unpark(thread);
        } else {
            synchronized (held) {
                granted = true;
                held.notifyAll();
            }
        }
    }

    /**
     * Waits for the baton, in this fiber's thread. An interrupt is the program's own and is restored, but not before
     * the wait has ended: an interrupted thread would not park, and the others run on the same carrier.
     */
    void awaitGrant() {
        while (!granted) {
            if (dismissed) {
                throw new RunEndedError();
            }
            Object held = monitor;
            if (held == null) {
                LockSupport.park(this);
            } else {
                parkInMonitor(held);
            }
            if (thread.isInterrupted()) {
                // In this order: isInterrupted never misses it.
                sawInterrupt = true;
                Thread.interrupted();
            }
        }
        granted = false;
        if (sawInterrupt) {
            sawInterrupt = false;
            thread.interrupt();
        }
    }

    private void parkInMonitor(Object held) {
        try {
            // The caller's loop checks what it waits for, and it holds the monitor.
            held.wait();
        } catch (InterruptedException e) {
            sawInterrupt = true;
        }
    }

    /** True if the fiber's thread is interrupted. */
    public boolean isInterrupted() {
        return thread.isInterrupted() || sawInterrupt;
    }

    /** True if it is a virtual thread of the program: an interrupt ends its waits in sockets. */
    public boolean isVirtual() {
        return thread.isVirtual() && !keepsAlive && !isMain();
    }

    /** True if this fiber was given the baton and has not resumed yet. */
    boolean isGranted() {
        return granted;
    }

    /** True if its thread waits for something. */
    boolean isWaiting() {
        return switch (thread.getState()) {
            case WAITING, TIMED_WAITING, BLOCKED -> true;
            default -> false;
        };
    }

    boolean isDismissed() {
        return dismissed;
    }

    void dismiss() {
        dismissed = true;
        if (monitor == null) {
            LockSupport.unpark(thread);
        } else {
            thread.interrupt();
        }
    }

    /**
     * To be called where a program enters what only its own thread may use.
     *
     * @throws IllegalStateException if the caller is another thread
     */
    public void check() {
        if (Thread.currentThread() != thread) {
            Fiber caller = CURRENT.get();
            if (caller != null && caller.dismissed) {
                // On its way out, as the run is over or its host was killed, its program makes calls.
                throw new RunEndedError();
            }
            throw fibers.reject(processor.main().name() + ": called by thread \""
                    + Thread.currentThread().getName() + "\"; in virtual time "
                    + (processor.isThreaded()
                            ? "only the rank's main thread, and threads that it has started after InitThread has granted"
                                    + " THREAD_SERIALIZED or THREAD_MULTIPLE, may communicate"
                            : "only the rank's own main thread may communicate"));
        }
        if (dismissed) {
            throw new RunEndedError();
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
