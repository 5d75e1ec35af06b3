package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PollingWatchdogProps {
    private static final long DELAY = 70;

    /** Between two polls at most one interrupt, and only after a packet has lain unread for the delay. */
    @Property(tries = 300)
    void noInterruptBeforeTheDelayAndOneAfterIt(@ForAll long seed) {
        Random random = new Random(seed);
        PollingWatchdog watchdog = new PollingWatchdog(DELAY);
        watchdog.enable(true, 0);
        int unread = 0;
        int interrupts = 0;
        long unreadSince = 0;
        for (long now = 0; now < 5_000; now++) {
            boolean due = unread > 0 && interrupts == 0 && now - unreadSince >= DELAY;
            assertEquals(due, watchdog.expired(now), "at " + now);
            interrupts += due ? 1 : 0;
            int draw = random.nextInt(200);
            if (draw < 5) {
                unreadSince = unread == 0 ? now : unreadSince;
                unread++;
                watchdog.arrived(now);
            } else if (draw < 8) {
                int taken = random.nextInt(unread + 1);
                unread -= taken;
                unreadSince = now;
                interrupts = 0;
                watchdog.polled(taken, now);
            }
        }
    }

    @Example
    void thePollWithinTheDelaySavesTheInterrupt() {
        PollingWatchdog watchdog = new PollingWatchdog(DELAY);
        watchdog.enable(true, 0);
        watchdog.arrived(100);
        assertEquals(170, watchdog.deadline());
        watchdog.arrived(150);
        assertEquals(170, watchdog.deadline(), "the oldest packet counts");
        watchdog.polled(2, 169);
        assertEquals(PollingWatchdog.NEVER, watchdog.deadline());
        assertFalse(watchdog.expired(170));
    }

    @Example
    void whatTheInterruptsHostLeavesArmsAgain() {
        PollingWatchdog watchdog = new PollingWatchdog(DELAY);
        watchdog.enable(true, 0);
        watchdog.arrived(0);
        watchdog.arrived(1);
        assertTrue(watchdog.expired(70));
        watchdog.arrived(71);
        assertEquals(PollingWatchdog.NEVER, watchdog.deadline(), "one interrupt until the host polls");
        watchdog.polled(2, 101);
        assertEquals(171, watchdog.deadline());
    }

    @Example
    void whileOffNothingIsDue() {
        PollingWatchdog watchdog = new PollingWatchdog(0);
        watchdog.arrived(3);
        assertEquals(PollingWatchdog.NEVER, watchdog.deadline());
        watchdog.enable(true, 9);
        assertTrue(watchdog.expired(9), "unread packets count from now on; the delay is 0");
        watchdog.enable(false, 10);
        watchdog.arrived(11);
        assertFalse(watchdog.expired(1_000));
        assertThrows(IllegalArgumentException.class, () -> new PollingWatchdog(-1));
    }
}
