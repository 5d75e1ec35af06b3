package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CreditWindowTest {
    private static final int UNIT = CreditWindow.UNIT;

    @Test
    void aMessageCostsItsBytesAndItsBookkeepingRoundedUp() {
        for (int bytes = 0; bytes < 5_000; bytes++) {
            int paid = CreditWindow.cost(bytes) * UNIT;
            assertTrue(paid >= bytes + UNIT && paid < bytes + 2 * UNIT, bytes + " bytes cost " + paid);
        }
    }

    @Test
    void aNewWindowIsFullAndCanBeSpentToTheLastCredit() {
        CreditWindow sender = new CreditWindow(10 * UNIT + 63);
        assertEquals(10, sender.window());
        assertFalse(sender.spend(11));
        assertEquals(10, sender.available(), "a spend that fails takes nothing");
        assertTrue(sender.spend(9));
        assertFalse(sender.spend(2));
        assertTrue(sender.spend(1));
        assertFalse(sender.spend(1));
        sender.refill(4);
        assertEquals(4, sender.available());
    }

    @Test
    void aWindowTooSmallForAnythingIsRefused() {
        String message = assertThrows(IllegalArgumentException.class, () -> new CreditWindow(2 * UNIT - 1))
                .getMessage();
        assertTrue(message.contains("127") && message.contains("128"), message);
    }

    @Test
    void creditsGoBackOnTheirOwnOnceHalfAWindowIsOwed() {
        CreditWindow receiver = new CreditWindow(10 * UNIT);
        assertFalse(receiver.owe(4));
        assertTrue(receiver.owe(1));
        assertEquals(5, receiver.owed());
        assertEquals(5, receiver.takeOwed());
        assertEquals(0, receiver.takeOwed());
        assertFalse(receiver.owe(1));
    }

    @Test
    void oneMessageCarriesBackNoMoreThanItHasBitsFor() {
        CreditWindow receiver = new CreditWindow(1 << 24);
        assertTrue(receiver.owe(0x1_8000));
        assertEquals(CreditWindow.MAX_RETURN, receiver.takeOwed());
        assertEquals(0x8001, receiver.takeOwed());
        assertEquals(0, receiver.owed());
    }

    @Test
    void creditsFromNowhereAreNoticed() {
        CreditWindow sender = new CreditWindow(4 * UNIT);
        assertThrows(AssertionError.class, () -> sender.refill(1));
    }
}
