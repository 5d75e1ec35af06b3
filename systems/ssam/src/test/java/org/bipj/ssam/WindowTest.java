package org.bipj.ssam;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** The windows of requests, answers and cells of long messages, step by step. */
class WindowTest {
    @Test
    void anAnswerIsOldNewOrShowsThatOneWasLost() {
        OutgoingRequests out = new OutgoingRequests(3);
        for (int number = 0; number < 3; number++) {
            assertEquals(number, out.send(10 + number));
        }
        assertTrue(out.isFull());
        assertEquals(OutgoingRequests.GAP, out.answer(1, 2, 20));
        assertEquals(OutgoingRequests.OLD, out.answer(0, 4, 20), "it answers what was never sent");
        assertEquals(OutgoingRequests.NEW, out.answer(0, 2, 20));
        assertEquals(OutgoingRequests.OLD, out.answer(0, 2, 20));
        assertEquals(1, out.outstanding());
        assertEquals(OutgoingRequests.NEW, out.answer(1, 3, 20), "it covers one that was answered already");
        assertEquals(0, out.outstanding());
    }

    @Test
    void theOldestRequestWithoutAnAnswerIsDue() {
        OutgoingRequests out = new OutgoingRequests(3);
        assertEquals(Long.MAX_VALUE, out.dueAt(100));
        long ignored = out.send(10);
        ignored = out.send(50);
        assertEquals(110, out.dueAt(100));
        assertEquals(OutgoingRequests.NEW, out.answer(0, 1, 60));
        assertEquals(160, out.dueAt(100));
        out.again(70);
        assertEquals(170, out.dueAt(100));
        out.withdraw();
        assertEquals(Long.MAX_VALUE, out.dueAt(100));
        assertEquals(1, out.send(90), "the number of the refused request");
        assertEquals(190, out.dueAt(100));
    }

    @Test
    void repliesCoverWhatWasOwedBefore() {
        IncomingRequests in = new IncomingRequests(4);
        in.handled(false);
        in.handled(false);
        assertEquals(2, in.owed());
        in.handled(true);
        assertEquals(0, in.owed());
        in.handled(false);
        assertEquals(1, in.owed());
        in.acknowledged();
        assertEquals(0, in.owed());
        assertEquals(0, in.runBefore(2));
        assertEquals(3, in.runBefore(4));
        assertEquals(2, in.runFrom(0));
        assertEquals(4, in.runFrom(3));
        in.handled(false);
        in.handled(false);
        assertEquals(3, in.runBefore(6));
        in.handled(false);
        in.handled(false);
        assertEquals(4, in.runBefore(8), "more than a window ago is forgotten");
    }

    @Test
    void cellsOfLongMessagesCountFromMessageToMessage() {
        LongIncoming in = new LongIncoming();
        assertEquals(LongIncoming.NONE, in.arrived(0));
        in.open(2, 2);
        assertTrue(in.isOpen());
        assertEquals(LongIncoming.GAP, in.arrived(1));
        assertEquals(LongIncoming.NEXT, in.arrived(0));
        assertEquals(LongIncoming.NEXT, in.arrived(1));
        assertFalse(in.isOpen());
        assertEquals(LongIncoming.OLD, in.arrived(1));
        assertEquals(LongIncoming.NONE, in.arrived(2));
        in.open(1, 2);
        assertEquals(2, in.expected());
        assertEquals(LongIncoming.NEXT, in.arrived(2));
    }

    @Test
    void anAcknowledgementLeavesAfterSoManyCells() {
        LongIncoming in = new LongIncoming();
        assertFalse(in.isOwed());
        assertFalse(in.isDue(), "nothing has been opened");
        in.open(4, 2);
        int ignored = in.arrived(0);
        assertTrue(in.isOwed());
        assertFalse(in.isDue());
        ignored = in.arrived(1);
        assertTrue(in.isDue());
        in.acknowledged();
        assertFalse(in.isOwed());
        ignored = in.arrived(0);
        ignored = in.arrived(1);
        assertTrue(in.isDue(), "cells that come again are acknowledged again");
    }

    @Test
    void theSenderLearnsOfAGapOnce() {
        LongIncoming in = new LongIncoming();
        in.open(4, 2);
        assertTrue(in.isNewGap());
        assertFalse(in.isNewGap());
        assertEquals(LongIncoming.NEXT, in.arrived(0));
        assertTrue(in.isNewGap(), "the cell has come that was missing");
    }

    @Test
    void aCellOfALongMessageCarriesItsNumberAlone() {
        MemorySegment cell = MemorySegment.ofArray(new byte[48]).fill((byte) -1);
        for (long number : new long[] {0, 5, Format.NUMBERS - 1, Format.NUMBERS + 7}) {
            Format.writeLong(cell, number);
            assertEquals(Format.LONG, Format.kind(cell));
            assertEquals(number % Format.NUMBERS, Format.number(cell));
            assertEquals(-1, cell.get(ValueLayout.JAVA_BYTE, Format.LONG_AT), "the data stay");
        }
    }
}
