package org.bipj.sim.kernel;

import java.util.Arrays;

/**
 * The clock and the queue of events. Events of one moment fire in the order in which they were scheduled. Time is a
 * {@code long} of picoseconds: a byte takes 6250 of them on a link, and 106 days fit.
 *
 * <p>Not safe for threads: whoever holds the baton of {@link Fibers} is the only one to call.
 */
public final class Kernel {
    /** Sees every event before it fires; must not schedule anything. */
    @FunctionalInterface
    public interface Observer {
        /**
         * An event is about to fire.
         *
         * @param time its moment in picoseconds
         * @param sequence its place among all that were ever scheduled
         */
        void firing(long time, long sequence, Event event);
    }

    private Event[] heap = new Event[1024];
    private int size;
    private long now;
    private long sequence;
    private long fired;
    private Observer observer;

    /** A kernel at time 0. */
    public Kernel() {}

    /** The present, in picoseconds. */
    public long now() {
        return now;
    }

    /** Events that have fired. */
    public long fired() {
        return fired;
    }

    /** Events that are scheduled. */
    public int scheduled() {
        return size;
    }

    /** Shows every event to an observer from now on; null: to none. */
    public void observe(Observer by) {
        observer = by;
    }

    /**
     * Schedules an event for a moment not in the past. It must not be scheduled already.
     *
     * @throws IllegalStateException if it is, or the moment has gone by
     */
    public void at(long time, Event event) {
        if (time < now || event.index >= 0) {
            throw new IllegalStateException("event " + event + " for " + time + " ps at " + now + " ps"
                    + (event.index >= 0 ? ": scheduled already" : ": in the past"));
        }
        event.time = time;
        event.sequence = sequence++;
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        up(size++, event);
    }

    /** Schedules an event after a delay in picoseconds, not negative. */
    public void after(long delay, Event event) {
        at(now + delay, event);
    }

    /** Schedules an event for another moment, scheduled or not: it goes behind all that are scheduled for that moment. */
    public void move(long time, Event event) {
        cancel(event);
        at(time, event);
    }

    /** Takes an event back; nothing happens if it is not scheduled. */
    public void cancel(Event event) {
        int at = event.index;
        if (at < 0) {
            return;
        }
        event.index = -1;
        Event last = heap[--size];
        heap[size] = null;
        if (last != event) {
            up(at, last);
            down(last.index, last);
        }
    }

    /** Fires the next event; false if there is none. */
    public boolean step() {
        if (size == 0) {
            return false;
        }
        Event next = heap[0];
        cancel(next);
        now = next.time;
        fired++;
        if (observer != null) {
            observer.firing(now, next.sequence, next);
        }
        next.fire();
        return true;
    }

    /** Fires all events up to a moment, that moment's included, and moves the clock there. */
    public void runTo(long time) {
        while (nextTime() <= time) {
            step();
        }
        now = Math.max(now, time);
    }

    /** Moment of the next event; {@link Long#MAX_VALUE} if there is none. */
    public long nextTime() {
        return size == 0 ? Long.MAX_VALUE : heap[0].time;
    }

    /** Moves the clock to a moment before which nothing is scheduled. */
    void skipTo(long time) {
        now = time;
    }

    private static boolean before(Event a, Event b) {
        return a.time < b.time || a.time == b.time && a.sequence < b.sequence;
    }

    private void up(int from, Event event) {
        int at = from;
        while (at > 0 && before(event, heap[(at - 1) / 2])) {
            heap[at] = heap[(at - 1) / 2];
            heap[at].index = at;
            at = (at - 1) / 2;
        }
        heap[at] = event;
        event.index = at;
    }

    private void down(int from, Event event) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], event)) {
                break;
            }
            heap[at] = heap[child];
            heap[at].index = at;
            at = child;
        }
        heap[at] = event;
        event.index = at;
    }
}
