package org.bipj.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
