package org.bipj.sim.kernel;

/**
 * Something that happens at a moment. A part makes its events once and schedules them again and again, so that nothing
 * is allocated per event. An event object is scheduled at most once at a time.
 */
public abstract class Event {
    /** Whether the event does not keep the run going: see {@link Kernel#step}. */
    final boolean inBackground;

    boolean scheduled;

    /** Links of the {@link EventQueue}'s list, to earlier and later events. */
    Event previous;

    Event next;
    long time;
    long sequence;

    /** An event that is not scheduled yet. */
    protected Event() {
        this(false);
    }

    /**
     * An event that is not scheduled yet.
     *
     * @param inBackground what repeats for ever, such as a daemon's period, and does not keep a run going in which nothing
     *     else can happen
     */
    protected Event(boolean inBackground) {
        this.inBackground = inBackground;
    }

    /** Called at the event's time, which the kernel's clock shows. May schedule the same event again at once. */
    protected abstract void fire();

    /** True from when the event is scheduled until it fires or is cancelled. */
    public final boolean isScheduled() {
        return scheduled;
    }

    /** Moment for which the event is, or was last, scheduled, in picoseconds. */
    public final long time() {
        return time;
    }
}
