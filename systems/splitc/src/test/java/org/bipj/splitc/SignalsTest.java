package org.bipj.splitc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SignalsTest {
    private static final long BARRIER = Signals.purpose(Signals.BARRIER, 0);

    @Test
    void aRankSignalsEachPowerOfTwoFurtherOn() {
        assertEquals(0, new Signals(0, 1).rounds());
        assertEquals(1, new Signals(0, 2).rounds());
        Signals last = new Signals(4, 5);
        assertEquals(3, last.rounds());
        assertEquals(0, last.to(0));
        assertEquals(1, last.to(1));
        assertEquals(3, last.to(2));
    }

    @Test
    void aSignalOfTheNextMeetingMayOvertake() {
        Signals signals = new Signals(0, 2);
        assertEquals(1, signals.begin());
        signals.arrived(0, 2, BARRIER);
        assertFalse(signals.hasArrived(0));
        signals.arrived(0, 1, BARRIER);
        assertTrue(signals.hasArrived(0));
        assertEquals(2, signals.begin());
        assertTrue(signals.hasArrived(0));
        assertEquals(3, signals.begin());
        assertFalse(signals.hasArrived(0));
    }

    @Test
    void ranksThatMeetForDifferentPurposesFindOut() {
        Signals signals = new Signals(0, 3);
        signals.begin();
        signals.arrived(0, 1, BARRIER);
        signals.arrived(1, 1, Signals.purpose(Signals.ALLOCATE, 80));
        assertNull(signals.disagreement(0, BARRIER));
        assertEquals(
                "rank 0 is in barrier, rank 1 in an allocation of 80 bytes of spread memory; expected the same collective"
                        + " calls, in the same order, on all ranks",
                signals.disagreement(1, BARRIER));
    }
}
