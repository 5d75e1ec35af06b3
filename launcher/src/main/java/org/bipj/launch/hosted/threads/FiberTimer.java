package org.bipj.launch.hosted.threads;

import java.util.Date;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import org.bipj.sim.kernel.Fiber;

/** Takes the place of {@link Timer}. If threads of the rank are fibers, one of them runs the tasks; the JDK's thread ends at once. */
public class FiberTimer extends Timer {
    private static final long PS_PER_MS = 1_000_000_000;

    /** Null if threads of the rank are no fibers. */
    private final DueTasks<Entry> tasks;

    private long sequence;
    private boolean isCancelled;

    public FiberTimer() {
        this(RankThreads.nextTimerName(), false);
    }

    public FiberTimer(boolean isDaemon) {
        this(RankThreads.nextTimerName(), isDaemon);
    }

    public FiberTimer(String name) {
        this(name, false);
    }

    @SuppressWarnings("this-escape")
    public FiberTimer(String name, boolean isDaemon) {
        boolean isOfFibers = FiberWaits.fiber() != null;
        super(name, isOfFibers || isDaemon);
        tasks = isOfFibers ? new DueTasks<>() : null;
        if (isOfFibers) {
            super.cancel();
            RankThreads.unstarted(Thread.ofVirtual().name(name), this::serve, !isDaemon)
                    .start();
        }
    }

    /** A task that waits for its moment. */
    final class Entry implements DueTasks.Due {
        private final TimerTask task;
        private final long number = sequence++;
        /** Milliseconds of the program's clock at the beginning of virtual time. */
        private final long startMillis;
        /** Milliseconds between runs; negative: after the beginning of the one before; 0: there is one run. */
        private final long period;

        private long duePs;
        private long lastPs;
        private boolean waits = true;

        private Entry(TimerTask task, long duePs, long period, long startMillis) {
            this.task = task;
            this.duePs = duePs;
            lastPs = duePs;
            this.period = period;
            this.startMillis = startMillis;
        }

        @Override
        public long duePs() {
            return duePs;
        }

        @Override
        public long sequence() {
            return number;
        }

        /** The moment of the last run, as the program's clock counts. */
        long lastMillis() {
            return startMillis + lastPs / PS_PER_MS;
        }

        boolean cancel() {
            boolean did = waits;
            waits = false;
            tasks.remove(this);
            return did;
        }

        private void run(Fiber self) {
            lastPs = duePs;
            if (period == 0) {
                waits = false;
            } else {
                duePs = period > 0 ? duePs + period * PS_PER_MS : self.clock() - period * PS_PER_MS;
                tasks.add(this);
            }
            task.run();
        }
    }

    /** The program of the timer's thread: until it is cancelled, or a task has thrown an exception. */
    private void serve() {
        Fiber self = Fiber.current();
        try {
            while (!isCancelled) {
                Entry first = tasks.peek();
                long until = first == null ? Fiber.FOREVER : first.duePs;
                if (until <= self.clock()) {
                    tasks.poll().run(self);
                } else {
                    // An interrupt ends no wait of a timer.
                    self.waitFor(() -> isCancelled || tasks.peek() != first, until, "a task of a Timer that is due");
                }
            }
        } finally {
            cancel();
        }
    }

    // ---- tasks -------------------------------------------------------------------------------------------------

    private void schedule(TimerTask task, long delay, long period, boolean isMoment) {
        Fiber self = FiberWaits.fiber();
        if (self == null || !(task instanceof FiberTimerTask own)) {
            throw Refused.because(
                    "a Timer of fibers with a task or a caller that is not the program's", "use a thread");
        }
        long now = self.processor().program() instanceof ProgramClock clock ? clock.currentTimeMillis() : 0;
        if (delay < 0 && !isMoment) {
            throw new IllegalArgumentException("Negative delay.");
        }
        if (isCancelled) {
            throw new IllegalStateException("Timer already cancelled.");
        }
        if (own.entry() != null) {
            throw new IllegalStateException("Task already scheduled or cancelled");
        }
        long wait = Math.max(0, isMoment ? delay - now : delay);
        long due = FiberWaits.deadline(self, wait, TimeUnit.MILLISECONDS);
        Entry entry = new Entry(task, due, period, now - self.clock() / PS_PER_MS);
        own.setEntry(entry);
        tasks.add(entry);
        FiberWaits.fiberAtChoice();
    }

    private static long positive(long period) {
        if (period <= 0) {
            throw new IllegalArgumentException("Non-positive period.");
        }
        return period;
    }

    @Override
    public void schedule(TimerTask task, long delay) {
        if (tasks == null) {
            super.schedule(task, delay);
        } else {
            schedule(task, delay, 0, false);
        }
    }

    @Override
    public void schedule(TimerTask task, Date time) {
        if (tasks == null) {
            super.schedule(task, time);
        } else {
            schedule(task, time.getTime(), 0, true);
        }
    }

    @Override
    public void schedule(TimerTask task, long delay, long period) {
        if (tasks == null) {
            super.schedule(task, delay, period);
        } else {
            schedule(task, delay, -positive(period), false);
        }
    }

    @Override
    public void schedule(TimerTask task, Date firstTime, long period) {
        if (tasks == null) {
            super.schedule(task, firstTime, period);
        } else {
            schedule(task, firstTime.getTime(), -positive(period), true);
        }
    }

    @Override
    public void scheduleAtFixedRate(TimerTask task, long delay, long period) {
        if (tasks == null) {
            super.scheduleAtFixedRate(task, delay, period);
        } else {
            schedule(task, delay, positive(period), false);
        }
    }

    @Override
    public void scheduleAtFixedRate(TimerTask task, Date firstTime, long period) {
        if (tasks == null) {
            super.scheduleAtFixedRate(task, firstTime, period);
        } else {
            schedule(task, firstTime.getTime(), positive(period), true);
        }
    }

    @Override
    public void cancel() {
        if (tasks == null) {
            super.cancel();
        } else {
            isCancelled = true;
            tasks.clear();
        }
    }

    @Override
    public int purge() {
        return tasks == null ? super.purge() : 0;
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
