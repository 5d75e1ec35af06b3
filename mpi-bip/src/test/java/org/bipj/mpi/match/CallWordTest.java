package org.bipj.mpi.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CallWordTest {
    /** Calls on a communicator whose numbers begin again. */
    private static final int NUMBERS = 1 << 13;

    private static final int CHECKS = 1 << CallWord.CHECK_BITS;
    private static final int[] CALLS = {0, 1, 2, 77, NUMBERS - 2, NUMBERS - 1, NUMBERS, NUMBERS + 1, Integer.MAX_VALUE};
    private static final int[] SUMS = {0, 1, CHECKS - 1, CHECKS, -1, Integer.MIN_VALUE};

    @Test
    void aWordIsNegativeAndIsNoReceiveOfAnyTag() {
        for (int call : CALLS) {
            for (int sum : SUMS) {
                int word = CallWord.of(call, sum);
                for (int any :
                        new int[] {word, CallWord.multicast(word), CallWord.spoilt(word), CallWord.endOf(word)}) {
                    assertTrue(any < 0);
                    assertNotEquals(PostedRecv.ANY, any);
                }
            }
        }
    }

    @Test
    void aWordHasTheLowBitsOfNumberAndSum() {
        assertEquals(CallWord.of(0, 5), CallWord.of(NUMBERS, 5));
        assertEquals(CallWord.of(3, 5), CallWord.of(3, CHECKS + 5));
        assertNotEquals(CallWord.of(3, 5), CallWord.of(4, 5));
        assertNotEquals(CallWord.of(3, 5), CallWord.of(3, 6));
        for (int sum : SUMS) {
            assertEquals(CallWord.of(9, sum), CallWord.of(9, CallWord.check(sum)));
            assertTrue(CallWord.check(sum) >= 0 && CallWord.check(sum) < CHECKS);
        }
        assertEquals(5, CallWord.check(CHECKS + 5));
    }

    /** Numbers are compared modulo their range: the call after the last number is one ahead of it. */
    @Test
    void theLeadIsRightAcrossTheEndOfNumbers() {
        for (int call : new int[] {0, 1, 5000, NUMBERS - 1, NUMBERS, 10 * NUMBERS - 3}) {
            for (int ahead : new int[] {0, 1, 2, 100, NUMBERS / 2 - 1}) {
                int one = CallWord.of(call, 3);
                int other = CallWord.of(call + ahead, 12_345);
                assertEquals(ahead, CallWord.lead(other, one));
                assertEquals(-ahead, CallWord.lead(one, other));
                assertEquals(ahead, CallWord.lead(CallWord.endOf(CallWord.multicast(other)), CallWord.spoilt(one)));
            }
        }
    }

    @Test
    void aFailureIsAnEndOrWrongData() {
        for (int call : CALLS) {
            int plain = CallWord.of(call, 7);
            for (int word : new int[] {plain, CallWord.multicast(plain)}) {
                assertFalse(CallWord.isFailure(word));
                assertFalse(CallWord.isEnd(word));
                assertTrue(CallWord.isFailure(CallWord.spoilt(word)));
                assertFalse(CallWord.isEnd(CallWord.spoilt(word)));
                assertTrue(CallWord.isFailure(CallWord.endOf(word)));
                assertTrue(CallWord.isEnd(CallWord.endOf(word)));
                assertEquals(CallWord.endOf(word), CallWord.endOf(CallWord.spoilt(word)), "the last word of a rank");
                assertEquals(CallWord.spoilt(word), CallWord.spoilt(CallWord.endOf(word)));
                for (int failed : new int[] {word, CallWord.spoilt(word), CallWord.endOf(word)}) {
                    assertEquals(word, CallWord.sound(failed));
                }
            }
            assertEquals(plain, CallWord.plain(CallWord.multicast(plain)));
            assertEquals(plain, CallWord.plain(plain));
        }
    }

    @Test
    void tagsOfOperationsAreBelowThoseOfNonBlockingCalls() {
        assertTrue(CallWord.isOperation(0));
        assertTrue(CallWord.isOperation(31));
        assertFalse(CallWord.isOperation(32));
        assertFalse(CallWord.isOperation(Integer.MAX_VALUE));
        assertFalse(CallWord.isOperation(CallWord.of(0, 0)));
    }
}
