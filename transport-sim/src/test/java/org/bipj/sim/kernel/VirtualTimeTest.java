package org.bipj.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    @Test
    void timesCarryTheUnitThatSuitsThem() {
        assertEquals("12.345 ns", VirtualTime.text(12_345));
        assertEquals("999.999 ns", VirtualTime.text(999_999));
        assertEquals("1.000 us", VirtualTime.text(1_000_000));
        assertEquals("1.000000 ms", VirtualTime.text(1_000_000_000));
        assertEquals("1.000000000 s", VirtualTime.text(1_000_000_000_000L));
        assertEquals("4.300 us", VirtualTime.text(4_300_000));
        assertEquals("1.234568 ms", VirtualTime.text(1_234_567_891));
        assertEquals("2.500000000 s", VirtualTime.text(2_500_000_000_000L));
    }
}
