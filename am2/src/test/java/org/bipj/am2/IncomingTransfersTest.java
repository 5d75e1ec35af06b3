package org.bipj.am2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IncomingTransfersTest {
    private final IncomingTransfers transfers = new IncomingTransfers();

    @Test
    void aDroppedRequestIsNeverCompleteAndFailsOnce() {
        assertEquals(IncomingTransfers.INCOMPLETE, transfers.add(true, 5, 1, 300, 100, false));
        transfers.dropRequests();
        assertTrue(transfers.isDropped(5, 1));
        assertEquals(IncomingTransfers.FAILED, transfers.add(true, 5, 1, 300, 100, true));
        assertTrue(transfers.isDropped(5, 1));
        assertEquals(IncomingTransfers.INCOMPLETE, transfers.add(true, 5, 1, 300, 100, true));
        assertFalse(transfers.isDropped(5, 1));
    }

    @Test
    void repliesAndLaterRequestsAreNotDropped() {
        assertEquals(IncomingTransfers.INCOMPLETE, transfers.add(false, 5, 1, 200, 100, false));
        transfers.dropRequests();
        assertFalse(transfers.isDropped(5, 1));
        assertEquals(IncomingTransfers.COMPLETE, transfers.add(false, 5, 1, 200, 100, false));
        assertEquals(IncomingTransfers.INCOMPLETE, transfers.add(true, 5, 2, 200, 100, false));
        assertEquals(IncomingTransfers.COMPLETE, transfers.add(true, 5, 2, 200, 100, false));
    }

    @Test
    void entriesOfDroppedRequestsMakeRoomForOthers() {
        transfers.add(true, 1, 0, 200, 100, false);
        transfers.dropRequests();
        for (int number = 1; number < 4096; number++) {
            transfers.add(true, 2, number, 200, 100, false);
        }
        transfers.add(true, 3, 0, 200, 100, false);
        assertFalse(transfers.isDropped(1, 0));
        for (int number = 1; number < 4096; number++) {
            assertEquals(IncomingTransfers.COMPLETE, transfers.add(true, 2, number, 200, 100, false));
        }
    }

    /** A transfer that is wanted is older, and stays. */
    @Test
    void whatIsWantedStaysWhereSomethingElseIsNot() {
        transfers.add(false, 9, 9, 200, 100, false);
        transfers.add(true, 1, 0, 200, 100, false);
        transfers.dropRequests();
        for (int number = 2; number < 4096; number++) {
            transfers.add(true, 2, number, 200, 100, false);
        }
        transfers.add(true, 3, 0, 200, 100, false);
        assertFalse(transfers.isDropped(1, 0));
        assertEquals(IncomingTransfers.COMPLETE, transfers.add(false, 9, 9, 200, 100, false));
    }

    @Test
    void whereAllAreWantedTheOldestGoes() {
        for (int number = 0; number < 4096; number++) {
            transfers.add(true, 2, number, 200, 100, false);
        }
        transfers.add(true, 3, 0, 200, 100, false);
        assertEquals(IncomingTransfers.COMPLETE, transfers.add(true, 2, 1, 200, 100, false));
        assertEquals(
                IncomingTransfers.INCOMPLETE, transfers.add(true, 2, 0, 200, 100, false), "its first half is lost");
        assertEquals(IncomingTransfers.COMPLETE, transfers.add(true, 3, 0, 200, 100, false));
    }
}
