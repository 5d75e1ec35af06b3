package org.bipj.mpi.match;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.core.channel.SendOp;
import org.junit.jupiter.api.Test;

class HeapReserveTest {
    private static final int MANY = 1 << 15;

    /** A rank with few messages at a time pays nothing, however often it gets one. */
    @Test
    void manyUnexpectedMessagesAtATimeHaveMemoryReserved() {
        HeapReserve reserve = new HeapReserve();
        UnexpectedPool pool = new UnexpectedPool(reserve);
        SendOp send = new SendOp(null);
        for (int i = 0; i < 2 * MANY; i++) {
            pool.give(pool.of(send, 0, 0, 0));
        }
        for (int made = 0; made < MANY; made++) {
            assertFalse(reserve.isFilled());
            pool.of(send, 0, 0, 0);
        }
        assertTrue(reserve.isFilled());
        reserve.release();
        assertFalse(reserve.isFilled());
    }
}
