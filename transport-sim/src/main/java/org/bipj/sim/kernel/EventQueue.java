package org.bipj.sim.kernel;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Events in order of (time, sequence): a calendar queue (Brown, "Calendar queues: a fast O(1) priority queue
 * implementation", CACM 1988). Time is cut into days of equal width, and the days into years; a sorted list for each
 * day of the year holds its events of all years. As events come and go, the number of days follows theirs.
 *
 * <p>The width follows the distances between the next events. Other than Brown's, the queue also measures how far it
 * has to search, and takes the width anew where that becomes long: traffic may change its scale while the number of
 * events stays. The cost of an event is thus nearly independent of their number ({@code QueueBench} among the
 * benchmarks has it beside heaps).
 */
final class EventQueue {
    private static final int FEWEST_DAYS = 16;
    private static final int SAMPLE = 25;
    private static final int DAYS_PER_DISTANCE = 3;
    private static final int WIDEST = 50;

    /** Steps of search per operation above which the width is taken anew. */
    private static final int LONG_SEARCH = 3;

    private static final int LOOK_AFTER = 1024;

    /** No place: that of an event which is not in the queue. */
    static final int NONE = 0;

    /**
     * Ends of the days' lists, as places in the tables below; {@link #NONE} where a day has no event. In arrays, so that
     * days without events cost no more than a look.
     */
    private int[] earliest = new int[FEWEST_DAYS];

    private int[] latest = new int[FEWEST_DAYS];

    // What the lists need of an event is here and not in the event: searching, inserting and removing then touch no
    // other event, and with thousands of them those are in no cache.
    private Event[] events = new Event[2 * FEWEST_DAYS];
    private long[] times = new long[2 * FEWEST_DAYS];
    /** Neighbours in the day's list, two for each place: the one before, and the one behind. */
    private int[] neighbours = new int[4 * FEWEST_DAYS];
    /** Places below this one have been in use. */
    private int used = NONE + 1;
    /** The place that has become free last; the next one is its neighbour behind. */
    private int free = NONE;

    /** Days are {@code 1 << shift} picoseconds long. */
    private int shift = 14;

    /** No event is before this day (counted from time 0, not within the year). */
    private long today;

    private int size;
    private int first;
    private int operations;
    private int steps;

    int size() {
        return size;
    }

    /** Adds an event at its time, behind all of that time. */
    void add(Event event) {
        int at = free;
        if (at != NONE) {
            free = behind(at);
        } else {
            at = used++;
            if (at == events.length) {
                makeRoom();
            }
        }
        events[at] = event;
        times[at] = event.time;
        event.place = at;
        insert(at);
        if (first != NONE && event.time < times[first]) {
            first = at;
        }
        if (++size > 2 * earliest.length) {
            arrange(2 * earliest.length);
        }
    }

    private void makeRoom() {
        events = Arrays.copyOf(events, 2 * events.length);
        times = Arrays.copyOf(times, events.length);
        neighbours = Arrays.copyOf(neighbours, 2 * events.length);
    }

    private int before(int place) {
        return neighbours[2 * place];
    }

    private int behind(int place) {
        return neighbours[2 * place + 1];
    }

    private void setBefore(int place, int other) {
        neighbours[2 * place] = other;
    }

    private void setBehind(int place, int other) {
        neighbours[2 * place + 1] = other;
    }

    private void insert(int at) {
        long time = times[at];
        long day = time >> shift;
        int list = (int) day & earliest.length - 1;
        int before = latest[list];
        if (before != NONE && times[before] > time) {
            before = before(time, before, earliest[list]);
        }
        int behind;
        if (before == NONE) {
            behind = earliest[list];
            earliest[list] = at;
        } else {
            behind = behind(before);
            setBehind(before, at);
        }
        if (behind == NONE) {
            latest[list] = at;
        } else {
            setBefore(behind, at);
        }
        setBefore(at, before);
        setBehind(at, behind);
        if (day < today) {
            today = day;
        }
    }

    /**
     * The event of a list behind which a moment belongs; {@link #NONE} for its beginning. Of events of one moment the
     * later scheduled one goes behind. Searches from both ends at once: behind the day's own events there may be many
     * of later years, and before it many of one moment.
     */
    private int before(long time, int last, int first) {
        int back = last;
        int front = first;
        while (back != NONE && times[back] > time) {
            if (times[front] > time) {
                return before(front);
            }
            front = behind(front);
            back = before(back);
            steps++;
        }
        return back;
    }

    /** Takes an event out that is in the queue. */
    void remove(Event event) {
        int at = event.place;
        int before = before(at);
        int behind = behind(at);
        int list = (int) (times[at] >> shift) & earliest.length - 1;
        if (before == NONE) {
            earliest[list] = behind;
        } else {
            setBehind(before, behind);
        }
        if (behind == NONE) {
            latest[list] = before;
        } else {
            setBefore(behind, before);
        }
        events[at] = null;
        setBehind(at, free);
        free = at;
        event.place = NONE;
        if (at == first) {
            first = NONE;
        }
        if (--size < earliest.length / 2 && earliest.length > FEWEST_DAYS) {
            arrange(earliest.length / 2);
        } else if (++operations > LOOK_AFTER) {
            look();
        }
    }

    /** The first event; null if there is none. */
    Event first() {
        return events[findFirst()];
    }

    /** Moment of the first event; {@link Long#MAX_VALUE} if there is none. */
    long firstTime() {
        int at = findFirst();
        return at == NONE ? Long.MAX_VALUE : times[at];
    }

    private int findFirst() {
        if (first == NONE && size > 0) {
            first = search();
            today = times[first] >> shift;
        }
        return first;
    }

    private int search() {
        int mask = earliest.length - 1;
        for (long day = today; day <= today + mask; day++) {
            int candidate = earliest[(int) day & mask];
            if (candidate != NONE && times[candidate] >> shift == day) {
                return candidate;
            }
            steps++;
        }
        int least = NONE;
        for (int candidate : earliest) {
            if (candidate != NONE && (least == NONE || times[candidate] < times[least])) {
                least = candidate;
            }
        }
        return least;
    }

    /** Takes the width anew if searches have been long; not before that pays. */
    private void look() {
        if (operations >= 2 * size) {
            if (steps > LONG_SEARCH * operations) {
                arrange(earliest.length);
            }
            operations = 0;
            steps = 0;
        }
    }

    /** Lays all events out anew over a number of days. */
    private void arrange(int count) {
        Event[] all = new Event[size];
        int n = 0;
        for (int day : earliest) {
            for (int at = day; at != NONE; at = behind(at)) {
                all[n++] = events[at];
            }
        }
        // Stable: events of one moment are in one list, in their order.
        Arrays.sort(all, Comparator.comparingLong(event -> event.time));
        shift = width(all);
        earliest = new int[count];
        latest = new int[count];
        today = n == 0 ? 0 : all[0].time >> shift;
        for (Event event : all) {
            insert(event.place);
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
