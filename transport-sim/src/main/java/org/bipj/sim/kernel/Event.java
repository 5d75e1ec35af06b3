package org.bipj.sim.kernel;

/**
 * Something that happens at a moment. A part makes its events once and schedules them again and again, so that nothing
 * is allocated per event; one event object is scheduled at most once at a time.
 */
public abstract class Event {
    /** Its place in the queue; {@link EventQueue#NONE} while it is not scheduled. */
    int place;

    long time;
    long sequence;

    /** An event that is not scheduled yet. */
    protected Event() {}

    /** Happens. The kernel's clock shows the event's time; the event may be scheduled again at once. */
    protected abstract void fire();

    /** True between scheduling and firing. */
    public final boolean isScheduled() {
        return place != EventQueue.NONE;
    }

    /** Moment for which the event is, or was last, scheduled, in picoseconds. */
    public final long time() {
        return time;
    }
}
