package org.bipj.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class VirtualTimeTextTest {
    @Test
    void timesCarryTheUnitThatSuitsThem() {
        assertEquals("12.345 ns", VirtualTimeText.text(12_345));
        assertEquals("999.999 ns", VirtualTimeText.text(999_999));
        assertEquals("1.000 us", VirtualTimeText.text(1_000_000));
        assertEquals("1.000000 ms", VirtualTimeText.text(1_000_000_000));
        assertEquals("1.000000000 s", VirtualTimeText.text(1_000_000_000_000L));
        assertEquals("4.300 us", VirtualTimeText.text(4_300_000));
        assertEquals("1.234568 ms", VirtualTimeText.text(1_234_567_891));
        assertEquals("2.500000000 s", VirtualTimeText.text(2_500_000_000_000L));
    }

    @Test
    void timesAreReadWithTheirUnits() {
        assertEquals(OptionalLong.of(2_500_000_000L), VirtualTimeText.parse("2.5ms"));
        assertEquals(OptionalLong.of(7), VirtualTimeText.parse("7ps"));
        assertEquals(OptionalLong.of(0), VirtualTimeText.parse("0s"));
        assertEquals(OptionalLong.of(1), VirtualTimeText.parse(".001ns"));
        assertEquals(OptionalLong.of(VirtualTimeText.LONGEST_PS), VirtualTimeText.parse("1e6s"));
        for (String wrong : List.of("", "5", "ms", "-1ms", "5 h", "0.5ps", "1,5s", "s5")) {
            assertEquals(OptionalLong.empty(), VirtualTimeText.parse(wrong), wrong);
        }
        assertTrue(VirtualTimeText.parse("1000001s").orElseThrow() > VirtualTimeText.LONGEST_PS);
        assertTrue(VirtualTimeText.parse("1e99999us").orElseThrow() > VirtualTimeText.LONGEST_PS);
    }
}
