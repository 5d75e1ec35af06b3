package org.bipj.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class ProcessorsTest {
    @Test
    void listsOfProcessors() {
        assertEquals(BitSet.valueOf(new long[] {0b1_1010_0111}), Processors.parse("0-2,5,7-8\n"));
    }

    @Test
    void otherTextsNameNone() {
        for (String text : new String[] {"", "x", "1-", "1,,2", "1,", "-3", "5-2", "1-2-3", "1234567", "0-9999999"}) {
            assertTrue(Processors.parse(text).isEmpty(), text);
        }
    }

    @Test
    void thisProcessMayRunOnSome() {
        String allowed = Processors.allowed();
        assertTrue(allowed.isEmpty() || !Processors.parse(allowed).isEmpty(), allowed);
    }
}
