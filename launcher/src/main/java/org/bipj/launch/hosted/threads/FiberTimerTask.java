package org.bipj.launch.hosted.threads;

import java.util.TimerTask;

/** Takes the place of {@link TimerTask} as a superclass. */
public abstract class FiberTimerTask extends TimerTask {
    /** The entry of a timer of fibers that this task has; null if it has none. */
    private FiberTimer.Entry entry;

    protected FiberTimerTask() {}

    FiberTimer.Entry entry() {
        return entry;
    }

    void setEntry(FiberTimer.Entry of) {
        entry = of;
    }

    @Override
    public boolean cancel() {
        // Also for the JDK's class: a task that was cancelled before is not scheduled.
        boolean isCancelled = super.cancel();
        return entry == null ? isCancelled : entry.cancel();
    }

    @Override
    public long scheduledExecutionTime() {
        return entry == null ? super.scheduledExecutionTime() : entry.lastMillis();
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
