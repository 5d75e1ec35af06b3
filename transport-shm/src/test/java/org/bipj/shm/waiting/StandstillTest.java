package org.bipj.shm.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What several hosts add to a verdict; {@link DeadlockDetectorTest} is about one. */
class StandstillTest {
    private static final int RANKS = 4;
    private static final Collected SAME = new Collected(false, 0, false, false, 0, false, 0);

    private final Standstill standstill = new Standstill(RANKS, 0);

    private boolean isReached(Collected round) {
        return standstill.isReached(round, 0);
    }

    @Test
    void whatIsUnderWayBetweenHostsBeginsAnew() {
        assertFalse(isReached(SAME));
        assertFalse(isReached(SAME));
        assertFalse(isReached(new Collected(false, 0, false, false, 0, false, 1)));
        assertFalse(isReached(SAME));
        assertFalse(isReached(SAME));
        assertTrue(isReached(SAME));
    }

    /** All ranks have left, and some host has not been notified: these rounds do not count. */
    @Test
    void theEndOfTheJobIsAwaited() {
        Collected notKnown = new Collected(false, 1, false, false, RANKS, false, 0);
        Collected known = new Collected(false, 1, false, false, RANKS, true, 0);
        for (int round = 0; round < 5; round++) {
            assertFalse(isReached(notKnown));
        }
        assertFalse(isReached(known));
        assertFalse(isReached(known));
        assertTrue(isReached(known));
    }

    /** On whichever host the one is dormant, and the other one waits for it. */
    @Test
    void aRankThatIsDormantIsAwaitedWhereItMayAnswer() {
        Collected mayAnswer = new Collected(false, 1, true, true, 0, false, 0);
        for (int round = 0; round < 5; round++) {
            assertFalse(isReached(mayAnswer));
        }
        Collected answersNobody = new Collected(false, 1, true, false, 0, false, 0);
        assertFalse(isReached(answersNobody));
        assertFalse(isReached(answersNobody));
        assertTrue(isReached(answersNobody));
    }

    @Test
    void hostsAreAddedUp() {
        Collected one = new Collected(true, 1, true, false, 2, true, 5);
        Collected other = new Collected(false, 2, false, true, 1, false, -5);
        assertEquals(new Collected(true, 3, true, true, 3, false, 0), one.plus(other));
        assertEquals(one.plus(other), other.plus(one));
    }
}
