package org.bipj.sim.kernel;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Events in order of (time, sequence): a calendar queue (Brown, "Calendar queues: a fast O(1) priority queue
 * implementation", CACM 1988). Time is cut into days of equal width, and the days into years. A sorted list for each
 * day of the year holds its events of all years. The number of days follows the number of events.
 *
 * <p>The width follows the distances between the next events. Unlike Brown's, the queue also measures how far it has to
 * search, and adapts the width when searches become long: traffic may change its scale while the number of events stays
 * the same. The cost of an event is thus nearly independent of their number ({@code QueueBench} among the benchmarks
 * compares it with heaps).
 */
final class EventQueue {
    private static final int FEWEST_DAYS = 16;
    private static final int SAMPLE = 25;
    private static final int DAYS_PER_DISTANCE = 3;
    private static final int WIDEST = 50;

    /** Search steps per operation above which the width is adapted. */
    private static final int LONG_SEARCH = 3;

    private static final int CHECK_AFTER = 1024;

    /**
     * Ends of the days' lists; null where a day has no event. In arrays, so that days without events cost one load.
     */
    private Event[] earliest = new Event[FEWEST_DAYS];

    private Event[] latest = new Event[FEWEST_DAYS];

    /** Days are {@code 1 << shift} picoseconds long. */
    private int shift = 14;

    /** No event is before this day (counted from time 0, not within the year). */
    private long today;

    private int size;
    private Event first;
    private int operations;
    /** Search steps since the width was adapted or checked. Tests read it. */
    int steps;

    int size() {
        return size;
    }

    /** Adds an event. With more than two events for each day, the number of days doubles. */
    void add(Event event) {
        insert(event);
        if (first != null && isAfter(first, event)) {
            first = event;
        }
        if (++size > 2 * earliest.length) {
            arrange(2 * earliest.length);
        }
    }

    private int place(long day) {
        return (int) day & earliest.length - 1;
    }

    private void insert(Event event) {
        long time = event.time;
        long day = time >> shift;
        int place = place(day);
        Event before = latest[place];
        if (before != null && isAfter(before, event)) {
            before = before(event, before, earliest[place]);
        }
        Event after;
        if (before == null) {
            after = earliest[place];
            earliest[place] = event;
        } else {
            after = before.next;
            before.next = event;
        }
        if (after == null) {
            latest[place] = event;
        } else {
            after.previous = event;
        }
        event.previous = before;
        event.next = after;
        event.scheduled = true;
        if (day < today) {
            today = day;
        }
    }

    /** Of two events of one moment the one with the higher sequence fires later. */
    private static boolean isAfter(Event one, Event other) {
        return one.time > other.time || one.time == other.time && one.sequence > other.sequence;
    }

    /**
     * The event of a list behind which another one belongs; null for its beginning. Searches from both ends at once: behind the
     * day's own events there may be many of later years, and before it many of one moment.
     */
    private Event before(Event event, Event last, Event first) {
        Event back = last;
        Event front = first;
        while (back != null && isAfter(back, event)) {
            if (isAfter(front, event)) {
                return front.previous;
            }
            front = front.next;
            back = back.previous;
            steps++;
        }
        return back;
    }

    /** Removes an event, which must be in the queue. */
    void remove(Event event) {
        Event before = event.previous;
        Event after = event.next;
        int place = place(event.time >> shift);
        if (before == null) {
            earliest[place] = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            latest[place] = before;
        } else {
            after.previous = before;
        }
        event.previous = null;
        event.next = null;
        event.scheduled = false;
        if (event == first) {
            first = null;
        }
        if (--size < earliest.length / 2 && earliest.length > FEWEST_DAYS) {
            arrange(earliest.length / 2);
        } else if (++operations > CHECK_AFTER) {
            checkWidth();
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
        int mask = earliest.length - 1;
        for (long day = today; day <= today + mask; day++) {
            Event candidate = earliest[(int) day & mask];
            if (candidate != null && candidate.time >> shift == day) {
                return candidate;
            }
            steps++;
        }
        Event least = null;
        for (Event candidate : earliest) {
            if (candidate != null && (least == null || candidate.time < least.time)) {
                least = candidate;
            }
        }
        return least;
    }

    /** Adapts the width if searches have been long, but not before that pays off. */
    private void checkWidth() {
        if (operations >= 2 * size) {
            if (steps > LONG_SEARCH * operations) {
                arrange(earliest.length);
            }
            operations = 0;
            steps = 0;
        }
    }

    /** Distributes all events over a new number of days. */
    private void arrange(int count) {
        Event[] all = new Event[size];
        int n = 0;
        for (Event day : earliest) {
            for (Event event = day; event != null; event = event.next) {
                all[n++] = event;
            }
        }
        Arrays.sort(
                all, Comparator.<Event>comparingLong(event -> event.time).thenComparingLong(event -> event.sequence));
        shift = width(all);
        earliest = new Event[count];
        latest = new Event[count];
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
