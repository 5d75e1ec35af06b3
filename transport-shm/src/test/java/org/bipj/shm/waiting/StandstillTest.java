package org.bipj.shm.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What several hosts add to a verdict; {@link DeadlockDetectorTest} is about one. */
class StandstillTest {
    private static final int RANKS = 4;
    private static final Collected SAME = new Collected(false, 0, 0, false, 0);

    private final Standstill standstill = new Standstill(RANKS, 0);

    private boolean isReached(Collected round) {
        return standstill.isReached(round, 0);
    }

    @Test
    void whatIsUnderWayBetweenHostsBeginsAnew() {
        assertFalse(isReached(SAME));
        assertFalse(isReached(SAME));
        assertFalse(isReached(new Collected(false, 0, 0, false, 1)));
        assertFalse(isReached(SAME));
        assertFalse(isReached(SAME));
        assertTrue(isReached(SAME));
    }

    /** All ranks have left, and some host has not been notified: these rounds do not count. */
    @Test
    void theEndOfTheJobIsAwaited() {
        Collected notKnown = new Collected(false, 1, RANKS, false, 0);
        Collected known = new Collected(false, 1, RANKS, true, 0);
        for (int round = 0; round < 5; round++) {
            assertFalse(isReached(notKnown));
        }
        assertFalse(isReached(known));
        assertFalse(isReached(known));
        assertTrue(isReached(known));
    }

    @Test
    void hostsAreAddedUp() {
        Collected one = new Collected(true, 1, 2, true, 5);
        Collected other = new Collected(false, 2, 1, false, -5);
        assertEquals(new Collected(true, 3, 3, false, 0), one.plus(other));
        assertEquals(one.plus(other), other.plus(one));
    }
}
