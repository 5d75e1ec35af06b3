package org.bipj.sim.kernel;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Events in order of (time, sequence): a calendar queue (Brown, "Calendar queues: a fast O(1) priority queue implementation", CACM
 * 1988). Time is cut into days of equal width, and the days into years; a sorted list for each day of the year holds its events of
 * all years. As events come and go, the number of days follows theirs.
 *
 * <p>The width follows the distances between the next events. Other than Brown's, the queue also measures how far it has to search,
 * and takes the width anew where that becomes long: traffic may change its scale while the number of events stays. The cost of an
 * event is thus nearly independent of their number ({@code QueueBench} among the benchmarks has it beside heaps).
 */
final class EventQueue {
    private static final int FEWEST_DAYS = 16;
    private static final int SAMPLE = 25;
    private static final int DAYS_PER_DISTANCE = 3;
    private static final int WIDEST = 50;

    /** Steps of search per operation above which the width is taken anew. */
    private static final int LONG_SEARCH = 3;

    private static final int LOOK_AFTER = 1024;

    /** Ends of the days' lists: {@code next} is a day's first event, {@code previous} its last one. */
    private Head[] days = days(FEWEST_DAYS);

    /** Days are {@code 1 << shift} picoseconds long. */
    private int shift = 14;

    /** No event is before this day (counted from time 0, not within the year). */
    private long today;

    private int size;
    private Event first;
    private int operations;
    private int steps;

    private static final class Head extends Event {
        Head() {
            time = Long.MAX_VALUE;
            previous = this;
            next = this;
        }

        @Override
        protected void fire() {
            throw new IllegalStateException("the end of a list is no event");
        }
    }

    private static Head[] days(int count) {
        Head[] heads = new Head[count];
        Arrays.setAll(heads, i -> new Head());
        return heads;
    }

    int size() {
        return size;
    }

    /** Adds an event whose sequence is above all others'. */
    void add(Event event) {
        insert(event);
        if (first != null && event.time < first.time) {
            first = event;
        }
        if (++size > 2 * days.length) {
            arrange(2 * days.length);
        }
    }

    private void insert(Event event) {
        long time = event.time;
        long day = time >> shift;
        Head end = days[(int) day & days.length - 1];
        // From both ends at once: behind the day's own events there may be many of later years, and before it many of
        // one moment.
        Event before = end.previous;
        Event front = end.next;
        while (before.time > time && before != end) {
            if (front.time > time) {
                before = front.previous;
                break;
            }
            front = front.next;
            before = before.previous;
            steps++;
        }
        Event after = before.next;
        event.previous = before;
        event.next = after;
        before.next = event;
        after.previous = event;
        if (day < today) {
            today = day;
        }
    }

    /** Takes an event out that is in the queue. */
    void remove(Event event) {
        event.previous.next = event.next;
        event.next.previous = event.previous;
        event.next = null;
        event.previous = null;
        if (event == first) {
            first = null;
        }
        if (--size < days.length / 2 && days.length > FEWEST_DAYS) {
            arrange(days.length / 2);
        } else if (++operations > LOOK_AFTER) {
            look();
        }
    }

    /** The first event; null if there is none. */
    Event first() {
        if (first == null && size > 0) {
            first = search();
            today = first.time >> shift;
        }
        return first;
    }

    private Event search() {
        int mask = days.length - 1;
        for (long day = today; day <= today + mask; day++) {
            Event candidate = days[(int) day & mask].next;
            if (candidate.time >> shift == day) {
                return candidate;
            }
            steps++;
        }
        Event least = days[0].next;
        for (Head end : days) {
            if (end.next.time < least.time) {
                least = end.next;
            }
        }
        return least;
    }

    /** Takes the width anew if searches have been long; not before that pays. */
    private void look() {
        if (operations >= 2 * size) {
            if (steps > LONG_SEARCH * operations) {
                arrange(days.length);
            }
            operations = 0;
            steps = 0;
        }
    }

    /** Lays all events out anew over a number of days. */
    private void arrange(int count) {
        Event[] all = new Event[size];
        int n = 0;
        for (Head end : days) {
            for (Event event = end.next; event != end; event = event.next) {
                all[n++] = event;
            }
        }
        Arrays.sort(
                all, Comparator.<Event>comparingLong(event -> event.time).thenComparingLong(event -> event.sequence));
        shift = width(all);
        days = days(count);
        today = n == 0 ? 0 : all[0].time >> shift;
        for (Event event : all) {
            insert(event);
        }
        operations = 0;
        steps = 0;
    }

    /** A few times the mean distance between the next events, as a power of two. Events of one moment do not count. */
    private int width(Event[] sorted) {
        int last = sorted.length - 1;
        int sample = Math.min(SAMPLE, last);
        while (sample > 0 && sorted[sample].time == sorted[0].time && sample < last) {
            sample = Math.min(2 * sample, last);
        }
        if (sample <= 0 || sorted[sample].time == sorted[0].time) {
            return shift;
        }
        long distance = Math.max(1, DAYS_PER_DISTANCE * (sorted[sample].time - sorted[0].time) / sample);
        return Math.min(WIDEST, Long.SIZE - 1 - Long.numberOfLeadingZeros(distance));
    }
}
