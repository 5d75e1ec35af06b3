package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.bipj.core.protocol.LossDetector.Verdict;
import org.junit.jupiter.api.Test;

class LossDetectorsTest {
    @Test
    void eachPeerHasNumbersOfItsOwn() {
        LossDetectors sender = new LossDetectors(3);
        assertEquals(0, sender.number(1));
        assertEquals(1, sender.number(1));
        assertEquals(0, sender.number(2));

        LossDetectors receiver = new LossDetectors(3);
        assertEquals(Verdict.GOOD, receiver.check(1, 0, 7, 7));
        assertEquals(Verdict.OUT_OF_SEQUENCE, receiver.check(2, 1, 7, 7), "lost before it: number 0");
        assertEquals(Verdict.GOOD, receiver.check(1, 1, 7, 7), "another peer's loss does not count");
    }

    @Test
    void whatIsSentToAPeerDoesNotCountAmongWhatComesFromIt() {
        LossDetectors both = new LossDetectors(2);
        assertEquals(0, both.number(1));
        assertEquals(Verdict.GOOD, both.check(1, 0, 7, 7));
        assertEquals(Verdict.GOOD, both.check(1, 1, 7, 7));
        assertEquals(1, both.number(1));
        assertEquals(2, both.expected(1));
    }

    @Test
    void damageDoesNotAdvance() {
        LossDetectors receiver = new LossDetectors(1);
        assertEquals(Verdict.CORRUPT, receiver.check(0, 0, 7, 8));
        assertEquals(Verdict.OUT_OF_SEQUENCE, receiver.check(0, 1, 7, 7));
        assertEquals(0, receiver.expected(0));
    }
}
