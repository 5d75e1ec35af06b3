package org.bipj.sim.kernel;

/**
 * The clock and the queue of events. Events of one moment fire in the order in which they were scheduled. Time is a
 * {@code long} of picoseconds: a byte takes 6250 of them on a link, and 106 days fit.
 *
 * <p>Not thread-safe: only the thread that holds the baton of {@link FiberScheduler} may call it.
 */
public final class Kernel {
    /** Sees every event before it fires. Must not schedule anything. */
    @FunctionalInterface
    public interface Observer {
        /**
         * An event is about to fire.
         *
         * @param time its moment in picoseconds
         * @param sequence its position among all events that were ever scheduled
         */
        void firing(long time, long sequence, Event event);
    }

    private final EventQueue queue = new EventQueue();
    private long now;
    /** Number of scheduled events that are in the background. */
    private int background;

    private long sequence;
    /** The sequence of the event that fires, or fired last. */
    private long firing;

    private long fired;
    private Observer observer;

    /** A kernel without events, at time 0. */
    public Kernel() {}

    /** The present virtual time, in picoseconds. */
    public long now() {
        return now;
    }

    /** How many events have fired. */
    public long fired() {
        return fired;
    }

    /** Number of events that are scheduled, without those in the background. */
    public int scheduled() {
        return queue.size() - background;
    }

    /** Sets the observer of all events from now on; null for none. */
    public void observe(Observer by) {
        observer = by;
    }

    /**
     * Schedules an event.
     *
     * @param time its moment in picoseconds, not in the past
     * @throws IllegalStateException if the event is already scheduled, or the moment has passed
     */
    public void at(long time, Event event) {
        at(time, sequence++, event);
    }

    /**
     * A place among the events of a moment, as if one were scheduled now. What happens at that moment may need no event: see
     * {@link #isPast}.
     */
    public long ticket() {
        return sequence++;
    }

    /** True if an event that was scheduled with a ticket would have fired already. */
    public boolean isPast(long time, long ticket) {
        return time < now || time == now && ticket < firing;
    }

    /** Schedules an event at the place of a ticket that is not {@linkplain #isPast past}. */
    public void at(long time, long ticket, Event event) {
        if (time < now || event.scheduled) {
            throw new IllegalStateException("event " + event + " for " + time + " ps at " + now + " ps"
                    + (event.scheduled ? ": already scheduled" : ": in the past"));
        }
        event.time = time;
        event.sequence = ticket;
        queue.add(event);
        if (event.inBackground) {
            background++;
        }
    }

    /** Schedules an event after a delay in picoseconds, not negative. */
    public void after(long delay, Event event) {
        at(now + delay, event);
    }

    /** Schedules an event, or reschedules it: it goes behind all events that are scheduled for the same moment. */
    public void move(long time, Event event) {
        cancel(event);
        at(time, event);
    }

    /** Cancels an event. Does nothing if it is not scheduled. */
    public void cancel(Event event) {
        if (event.scheduled) {
            remove(event);
        }
    }

    private void remove(Event event) {
        queue.remove(event);
        if (event.inBackground) {
            background--;
        }
    }

    /** Fires the next event; false if there is none, or all are in the background. */
    public boolean step() {
        if (queue.size() == background) {
            return false;
        }
        fire(queue.first());
        return true;
    }

    private void fire(Event next) {
        remove(next);
        now = next.time;
        firing = next.sequence;
        fired++;
        if (observer != null) {
            observer.firing(now, next.sequence, next);
        }
        next.fire();
    }

    /** Fires all events up to and including a moment, and moves the clock there. */
    public void runTo(long time) {
        while (nextTime() <= time) {
            fire(queue.first());
        }
        now = Math.max(now, time);
    }

    /** Moment of the next event; {@link Long#MAX_VALUE} if there is none. */
    public long nextTime() {
        Event next = queue.first();
        return next == null ? Long.MAX_VALUE : next.time;
    }

    /** Moves the clock to a moment before which nothing is scheduled. */
    void skipTo(long time) {
        now = time;
    }
}
