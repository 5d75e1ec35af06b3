package org.bipj.sim.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A program in virtual time: a thread that runs only while no other fiber and no event does. It has a clock of its own,
 * which {@link #charge} moves ahead of the kernel's. While it is ahead it may do what only it sees, and schedule events
 * at its own time. Before it looks at anything that events may have changed it calls {@link #sync}. As an event it is
 * the moment at which it resumes.
 */
public final class Fiber extends Event {
    /** Last moment that a program may reach, in picoseconds: half of what the clock can count, 53 days. */
    public static final long END_PS = Long.MAX_VALUE / 2;

    private static final String ENDLESS_SLEEP = "the end of a sleep that is longer than a run";

    final FiberScheduler fibers;
    final Thread thread;
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
    /** While {@link FiberScheduler} watches for polls without end. */
    boolean hasPolled;

    Fiber(FiberScheduler fibers, Kernel kernel, String name, Runnable body) {
        this.fibers = fibers;
        this.kernel = kernel;
        this.name = name;
        this.thread = Thread.ofVirtual().name(name).unstarted(() -> fibers.runBody(this, body));
    }

    /** Its name, for reports. */
    public String name() {
        return name;
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
        if (!poll()) {
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
    private boolean advance() {
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
        check();
        waitsFor = what;
        fibers.runUntilResumed(this);
        waitsFor = null;
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
        if (!poll()) {
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
        if (unchecked == null || isMet()) {
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
        if (waitsFor == null) {
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
            if (type.equals(Fiber.class.getName()) && bottom == frames.size()) {
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
        kernel.after(0, this);
    }

    /** Called when this fiber has the baton: the kernel is at the moment at which the fiber was to resume. */
    void arrive() {
        clock = Math.max(clock, kernel.now());
    }

    /** Gives the baton to this fiber. */
    void grant() {
        granted = true;
        LockSupport.unpark(thread);
    }

    /**
     * Waits for the baton, in this fiber's thread. An interrupt is the program's own and is restored, but not before
     * the wait has ended: an interrupted thread would not park, and the others run on the same carrier.
     */
    void awaitGrant() {
        boolean interrupted = false;
        while (!granted) {
            if (dismissed) {
                throw new RunEndedError();
            }
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        granted = false;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
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
        LockSupport.unpark(thread);
    }

    /**
     * To be called where a program enters what only its own thread may use.
     *
     * @throws IllegalStateException if the caller is another thread
     */
    public void check() {
        if (Thread.currentThread() != thread) {
            throw fibers.reject(
                    name + ": called by thread \"" + Thread.currentThread().getName()
                            + "\"; in virtual time only the rank's own main thread may communicate");
        }
        if (dismissed) {
            throw new RunEndedError();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
