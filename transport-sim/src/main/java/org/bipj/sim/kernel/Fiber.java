package org.bipj.sim.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A program in virtual time: a thread that runs only while no other fiber and no event does. It has a clock of its own,
 * which {@link #charge} moves ahead of the kernel's. Ahead of the kernel it may do what only it sees, and schedule
 * events at its own time; before it looks at what events may have changed it calls {@link #sync}. As an event it is the
 * moment at which it goes on.
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

    /** What {@link #await} looks for, until its look. */
    private Wanted wanted;

    /** The baton: set by whoever hands over, taken by this fiber. */
    private volatile boolean granted;

    /** The run has ended: the fiber is to leave its program. */
    private volatile boolean dismissed;

    boolean ended;
    /** While {@link FiberScheduler} watches who looks. */
    boolean hasLooked;

    Fiber(FiberScheduler fibers, Kernel kernel, String name, Runnable body) {
        this.fibers = fibers;
        this.kernel = kernel;
        this.name = name;
        this.thread = Thread.ofVirtual().name(name).unstarted(() -> fibers.live(this, body));
    }

    /** Its name, for reports. */
    public String name() {
        return name;
    }

    /** The fiber's own time, in picoseconds: never behind the kernel's while the fiber runs. */
    public long clock() {
        return clock;
    }

    /** Moves the fiber's clock ahead, by a number of picoseconds that is not negative. */
    public void charge(long ps) {
        clock += ps;
    }

    /**
     * The clock as the program reads it, in picoseconds. Whoever waits for a moment by reading again and again must see
     * the clock go on: a reading that would return the same as the last one costs time.
     *
     * @param costPs what it costs then
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

    /**
     * Lets everything happen that happens up to the fiber's clock, other fibers' doing included. Returns with the
     * kernel's clock at the fiber's.
     */
    public void sync() {
        if (!skip()) {
            kernel.move(clock, this);
            fibers.pass(this);
        }
    }

    /**
     * Sleeps: the clock goes on, and everything happens meanwhile that happens up to there. A sleep that would end after
     * {@link #END_PS} never ends.
     *
     * @param ps how long, not negative
     */
    public void sleep(long ps) {
        check();
        // A wake-up is for a program that waits for the network.
        while (ps > END_PS - clock) {
            block(ENDLESS_SLEEP);
        }
        charge(ps);
        if (!advance()) {
            kernel.move(clock, this);
            fibers.pass(this);
        }
    }

    /** A look of the program at what may have happened: {@link #advance}, and counted. */
    private boolean skip() {
        check();
        fibers.countSync(this);
        return advance();
    }

    /** Moves the kernel's clock to the fiber's if nothing happens up to there; else returns false. */
    private boolean advance() {
        if (kernel.nextTime() <= clock) {
            return false;
        }
        kernel.skipTo(clock);
        return true;
    }

    /**
     * Waits for {@link #wake}. A wake-up that came before is not remembered: look for what is waited for after {@link
     * #sync} and before this.
     *
     * @param what what is waited for, for the report of a deadlock: only then it is asked for its text
     */
    public void block(Object what) {
        check();
        waitsFor = what;
        fibers.pass(this);
        waitsFor = null;
    }

    /** What a fiber may find at once, or has to wait for. Its text is for the report of a deadlock. */
    public interface Wanted {
        /** True if it is there. Called once, at the fiber's clock, which it may charge; not in the fiber's thread. */
        boolean isThere();
    }

    /**
     * {@link #sync}, a look, and {@link #block} if that finds nothing: all in one, as a fiber that waits need not go on
     * for the look.
     */
    public void await(Wanted what) {
        if (!skip()) {
            wanted = what;
            kernel.move(clock, this);
            fibers.pass(this);
            waitsFor = null;
        } else if (!what.isThere()) {
            block(what);
        }
    }

    /** The moment at which it goes on, or looks. */
    @Override
    protected void fire() {
        if (wanted == null || find()) {
            fibers.letGoOn(this);
        } else {
            fibers.countTurn();
        }
    }

    /** The look of {@link #await}: false if the fiber has to wait. */
    private boolean find() {
        Wanted what = wanted;
        wanted = null;
        if (what.isThere()) {
            return true;
        }
        waitsFor = what;
        return false;
    }

    /**
     * Ends the fiber's {@link #block} at a moment (never before its own clock). The earliest of several calls counts;
     * nothing happens if the fiber is not blocked. For events and other fibers.
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

    /** Where the fiber's program is: its calls, innermost first, without those of the kernel and of threads. */
    public List<StackTraceElement> stack() {
        List<StackTraceElement> frames = Arrays.asList(thread.getStackTrace());
        int top = 0;
        int bottom = frames.size();
        for (int i = 0; i < frames.size(); i++) {
            String type = frames.get(i).getClassName();
            if (type.equals(Fiber.class.getName()) && bottom == frames.size()) {
                top = i + 1;
            } else if (type.equals(FiberScheduler.class.getName())
                    && frames.get(i).getMethodName().equals("live")) {
                bottom = i;
            }
        }
        return frames.subList(Math.min(top, bottom), bottom);
    }

    void start() {
        kernel.after(0, this);
    }

    /** Called when this fiber has got the baton: the kernel is where the fiber was to go on. */
    void arrive() {
        clock = Math.max(clock, kernel.now());
    }

    /** Gives the baton to this fiber. */
    void grant() {
        granted = true;
        LockSupport.unpark(thread);
    }

    /**
     * Waits for the baton, in this fiber's thread. An interrupt is the program's own and stays set for it, but not while
     * it waits: it would not sleep then, and the others run on the same carrier.
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

    /** True if the baton was given to this fiber and it has not gone on yet. */
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
            throw fibers.refuse(
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
