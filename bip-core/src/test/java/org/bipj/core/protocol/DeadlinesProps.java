package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class DeadlinesProps {
    private static final int TIMERS = 12;

    /** Against a map of deadlines. */
    @Property(tries = 200)
    void timersEndInTheOrderOfTheirDeadlines(@ForAll long seed) {
        Random random = new Random(seed);
        Deadlines timers = new Deadlines(TIMERS);
        Map<Integer, Long> model = new HashMap<>();
        for (int now = 0; now < 600; now++) {
            int timer = random.nextInt(TIMERS);
            switch (random.nextInt(3)) {
                case 0 -> {
                    long deadline = now + random.nextInt(60);
                    timers.start(timer, deadline);
                    model.put(timer, deadline);
                }
                case 1 -> {
                    timers.cancel(timer);
                    model.remove(timer);
                }
                default -> takeAll(timers, model, now);
            }
            assertEquals(model.containsKey(timer), timers.isRunning(timer));
            assertEquals(
                    model.values().stream().mapToLong(Long::longValue).min().orElse(Deadlines.NEVER),
                    timers.earliest());
        }
    }

    private static void takeAll(Deadlines timers, Map<Integer, Long> model, long now) {
        long last = Long.MIN_VALUE;
        for (int taken = timers.take(now); taken != Deadlines.NONE; taken = timers.take(now)) {
            long deadline = model.remove(taken);
            assertTrue(last <= deadline && deadline <= now, "timer " + taken + " of " + deadline + " at " + now);
            last = deadline;
        }
        assertTrue(model.values().stream().allMatch(deadline -> deadline > now), "left at " + now + ": " + model);
    }

    /** The board's clock is silent while no timer runs, and while the host polls often enough. */
    @Example
    void theBoardsClockInterruptsOnlyAHostThatDoesNotPoll() {
        SoftClock clock = new SoftClock(5_000);
        assertEquals(5_000, clock.nextTick(0));
        assertEquals(5_000, clock.nextTick(4_999));
        assertEquals(10_000, clock.nextTick(5_000));
        clock.polled(3_000);
        assertEquals(false, clock.interrupts(5_000, true), "polled since the tick before");
        assertEquals(false, clock.interrupts(10_000, false), "no timer runs");
        assertEquals(true, clock.interrupts(10_000, true));
        clock.polled(10_000);
        assertEquals(true, clock.interrupts(15_000, true), "polled at the tick before, and not since");
        assertThrows(IllegalArgumentException.class, () -> new SoftClock(0));
    }

    @Example
    void timersOfOneDeadlineEndInTheOrderOfTheirStarts() {
        Deadlines timers = new Deadlines(3);
        timers.start(2, 50);
        timers.start(0, 50);
        timers.start(1, 50);
        assertEquals(2, timers.take(50));
        assertEquals(0, timers.take(50));
        assertEquals(1, timers.take(50));
        assertEquals(Deadlines.NONE, timers.take(50));
    }
}
