package org.bipj.ssam;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.CellTraps;
import org.junit.jupiter.api.Test;

class FormatTest {
    @Test
    void aCellHasTheLengthsOfThePaper() {
        assertEquals(40, Format.DATA);
        assertEquals(2 + 4, Format.DATA_AT);
        assertEquals(CellTraps.PAYLOAD, Format.DATA_AT + Format.DATA + CellTraps.TRAILER);
    }

    @Test
    void whatIsWrittenIsRead() {
        MemorySegment cell = MemorySegment.ofArray(new byte[CellTraps.PAYLOAD]);
        for (int number = 0; number < 40_000; number += 7) {
            int run = number % 512;
            Format.write(cell, number % 3, number, run, number % 257);
            assertEquals(number % 3, Format.kind(cell));
            assertEquals(number % (1 << 14), Format.number(cell));
            assertEquals(run, Format.run(cell));
            assertEquals(number % 257, Format.handlerOf(cell));
            Format.answer(cell, number + 7, number % 511 + 1);
            assertEquals(number % (1 << 14), Format.number(cell));
            assertEquals(number % 257, Format.handlerOf(cell));
            assertEquals((number + 7) % (1 << 14), Format.answeredNumber(cell));
            assertEquals(number % 511 + 1, Format.run(cell));
            Format.withoutAnswer(cell);
            assertEquals(0, Format.run(cell));
            assertEquals(number % 257, Format.handlerOf(cell));
        }
    }

    @Test
    void aNumberIsTheOneNextToAKnownOne() {
        for (long known = 0; known < 70_000; known += 61) {
            for (long number = Math.max(0, known - 8192); number < known + 8192; number += 13) {
                assertEquals(number, Format.near((int) (number % (1 << 14)), known), "known " + known);
            }
        }
    }
}
