package org.bipj.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The kernel, one rule at a time. */
class KernelTest {
    @Test
    void eventsOfOneMomentFireInTheOrderOfScheduling() {
        kernel.at(5, event("a"));
        kernel.at(3, event("b"));
        kernel.at(5, event("c"));
        kernel.at(3, event("d"));
        run();
        assertEquals(List.of("b@3", "d@3", "a@5", "c@5"), log);
        assertEquals(4, kernel.fired());
    }

    @Test
    void whatAnEventSchedulesForNowComesAfterWhatWasScheduledBefore() {
        kernel.at(1, event("a", () -> kernel.at(1, event("later"))));
        kernel.at(1, event("b"));
        run();
        assertEquals(List.of("a@1", "b@1", "later@1"), log);
    }

    @Test
    void anEventMayScheduleItselfAgain() {
        Event[] self = new Event[1];
        self[0] = event("tick", () -> {
            if (kernel.now() < 30) {
                kernel.after(10, self[0]);
            }
        });
        kernel.after(10, self[0]);
        run();
        assertEquals(List.of("tick@10", "tick@20", "tick@30"), log);
    }

    @Test
    void cancelledEventsDoNotFire() {
        Event a = event("a");
        kernel.at(1, a);
        kernel.at(2, event("b"));
        kernel.cancel(a);
        kernel.cancel(a);
        run();
        assertEquals(List.of("b@2"), log);
    }

    @Test
    void aMovedEventGoesBehindThoseOfItsNewMoment() {
        Event a = event("a");
        kernel.at(1, a);
        kernel.at(2, event("b"));
        kernel.move(2, a);
        run();
        assertEquals(List.of("b@2", "a@2"), log);
    }

    @Test
    void thePastAndTheScheduledAreRefused() {
        Event a = event("a");
        kernel.at(5, a);
        assertTrue(assertThrows(IllegalStateException.class, () -> kernel.at(6, a))
                .getMessage()
                .contains("event a for 6 ps at 0 ps: already scheduled"));
        run();
        assertTrue(assertThrows(IllegalStateException.class, () -> kernel.at(4, a))
                .getMessage()
                .contains("in the past"));
    }

    @Test
    void runToIncludesItsMoment() {
        kernel.at(5, event("a"));
        kernel.at(6, event("b"));
        kernel.runTo(5);
        assertEquals(List.of("a@5"), log);
        kernel.runTo(5);
        assertEquals(5, kernel.now());
        kernel.runTo(10);
        assertEquals(10, kernel.now());
        assertEquals(List.of("a@5", "b@6"), log);
        kernel.runTo(7);
        assertEquals(10, kernel.now(), "never goes back");
    }

    @Test
    void aSeedAndAPurposeGiveOneSequence() {
        long first = Seeds.of(7, "loss").nextLong();
        assertEquals(first, Seeds.of(7, "loss").nextLong());
        assertNotEquals(first, Seeds.of(8, "loss").nextLong());
        assertNotEquals(first, Seeds.of(7, "stall").nextLong());
    }

    @Test
    void aRecordingFindsTheFirstEventThatDiffers() {
        EventHistory first = new EventHistory();
        record(first, 1, 2, 3);
        EventHistory same = first.again();
        record(same, 1, 2, 3);
        same.complete();
        assertEquals(first.digest(), same.digest());
        EventHistory other = first.again();
        assertTrue(assertThrows(IllegalStateException.class, () -> record(other, 1, 4, 3))
                .getMessage()
                .startsWith("the runs differ at event 1: 2 ps, sequence 1, "));
        EventHistory shorter = first.again();
        record(shorter, 1, 2);
        assertThrows(IllegalStateException.class, shorter::complete);
        assertThrows(IllegalStateException.class, () -> record(first.again(), 1, 2, 3, 4));
    }

    /** A time, a sequence or a class alone. */
    @Test
    void eventsDifferInTimeSequenceOrClass() {
        Event one = event("x");
        Event other = new Event() {
            @Override
            protected void fire() {}
        };
        EventHistory first = new EventHistory();
        first.firing(5, 1, one);
        first.firing(7, 2, one);
        for (int difference = 0; difference < 4; difference++) {
            EventHistory second = new EventHistory();
            EventHistory compared = first.again();
            for (EventHistory recording : List.of(second, compared)) {
                recording.firing(5, 1, one);
            }
            long time = difference == 1 ? 8 : 7;
            long sequence = difference == 2 ? 3 : 2;
            Event last = difference == 3 ? other : one;
            second.firing(time, sequence, last);
            if (difference == 0) {
                compared.firing(time, sequence, last);
                assertEquals(first.digest(), second.digest());
            } else {
                assertThrows(IllegalStateException.class, () -> compared.firing(time, sequence, last));
                assertNotEquals(first.digest(), second.digest());
            }
        }
    }

    @Test
    void anEventMoreDiffersFromTheEnd() {
        EventHistory first = new EventHistory();
        for (int i = 0; i < 1024; i++) {
            first.firing(i, i, event("x"));
        }
        EventHistory longer = first.again();
        for (int i = 0; i < 1024; i++) {
            longer.firing(i, i, event("x"));
        }
        assertTrue(assertThrows(IllegalStateException.class, () -> longer.firing(2000, 1024, event("x")))
                .getMessage()
                .startsWith("the runs differ at event 1024: the end, then 2000 ps, sequence 1024, "));
    }

    private void record(EventHistory recording, long... times) {
        Kernel own = new Kernel();
        own.observe(recording);
        for (long time : times) {
            own.at(time, event("x"));
        }
        while (own.step()) {}
    }

    /** A daemon's period goes on while something else is to come, and does not keep a run going. */
    @Test
    void eventsInTheBackgroundFireButKeepNothingGoing() {
        Kernel kernel = new Kernel();
        List<Long> fired = new ArrayList<>();
        Event period = new Event(true) {
            @Override
            protected void fire() {
                fired.add(kernel.now());
                kernel.after(10, this);
            }
        };
        kernel.at(10, period);
        assertFalse(kernel.step());
        assertEquals(0, kernel.scheduled());
        kernel.at(35, new Event() {
            @Override
            protected void fire() {
                kernel.cancel(period);
                kernel.at(100, period);
            }
        });
        while (kernel.step()) {
            assertTrue(kernel.now() <= 35);
        }
        assertEquals(List.of(10L, 20L, 30L), fired);
        kernel.runTo(105);
        assertEquals(List.of(10L, 20L, 30L, 100L), fired);
        assertEquals(105, kernel.now());
    }

    private final Kernel kernel = new Kernel();
    private final List<String> log = new ArrayList<>();

    private Event event(String name, Runnable... then) {
        return new Event() {
            @Override
            protected void fire() {
                log.add(name + "@" + kernel.now());
                for (Runnable one : then) {
                    one.run();
                }
            }

            @Override
            public String toString() {
                return name;
            }
        };
    }

    private void run() {
        while (kernel.step()) {}
    }
}
