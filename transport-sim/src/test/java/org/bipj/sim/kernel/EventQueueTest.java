package org.bipj.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an event costs, in steps of search: their order is the same however the queue lays them out. */
class EventQueueTest {
    private static final class Part extends Event {
        @Override
        protected void fire() {}
    }

    private final EventQueue queue = new EventQueue();
    private final Random random = new Random(1);
    private long now;
    private long sequence;
    private long searched;

    private void counted(Runnable operation) {
        int before = queue.steps;
        operation.run();
        // Where the queue was laid out anew it counts from 0: that operation is left out.
        searched += Math.max(0, queue.steps - before);
    }

    private void add(Event event, double scale) {
        event.time = now + (long) (-Math.log(1 - random.nextDouble()) * scale);
        event.sequence = sequence++;
        counted(() -> queue.add(event));
    }

    private Event take() {
        Event[] first = new Event[1];
        counted(() -> first[0] = queue.first());
        counted(() -> queue.remove(first[0]));
        assertTrue(first[0].time >= now, "in order");
        now = first[0].time;
        return first[0];
    }

    /** Takes the first event and schedules it again, many times; steps per turn in the second half. */
    private double turns(double scale) {
        int turns = 4 * queue.size() + 5000;
        for (int turn = 0; turn < 2 * turns; turn++) {
            if (turn == turns) {
                searched = 0;
            }
            add(take(), scale);
        }
        return searched / (double) turns;
    }

    /** Where nothing else comes between, days without events are all that is searched. */
    @ParameterizedTest
    @CsvSource({"30, 1e3", "30, 1e10", "3000, 1e3", "3000, 1e6", "3000, 1e13"})
    void searchesStayShortWhenTheTrafficChangesItsScale(int events, double scale) {
        for (int i = 0; i < events; i++) {
            add(new Part(), scale);
        }
        for (double factor : new double[] {1, 1000, 1e-2, 30}) {
            double steps = turns(scale * factor);
            assertTrue(steps < 5, () -> steps + " steps at a scale of " + scale * factor);
        }
    }

    @Test
    void searchesStayShortWhenEventsBecomeFew() {
        for (int i = 0; i < 10_000; i++) {
            add(new Part(), 1e9);
        }
        for (int left : new int[] {3000, 300, 30}) {
            while (queue.size() > left) {
                take();
            }
            double steps = turns(1e9);
            assertTrue(steps < 5, () -> steps + " steps with " + left + " events");
        }
    }

    /** All ranks of a large job often go on at one moment. */
    @Test
    void manyEventsOfOneMomentAreNotSearched() {
        for (int i = 0; i < 100; i++) {
            add(new Part(), 1e6);
        }
        now = 2_000_000_000;
        Deque<Event> waiting = new ArrayDeque<>();
        searched = 0;
        for (int i = 0; i < 5000; i++) {
            Event event = new Part();
            add(event, 0);
            waiting.add(event);
        }
        now = 0;
        for (int i = 0; i < 100; i++) {
            take();
        }
        while (!waiting.isEmpty()) {
            assertSame(waiting.remove(), take());
        }
        assertEquals(0, queue.size());
        assertTrue(searched < 5 * 5000, () -> searched + " steps");
    }
}
