package org.bipj.net.address;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortRangeTest {
    @Test
    void eachRankStartsWithAPortOfItsOwnAndGoesThroughAll() {
        PortRange range = PortRange.parse("42000-42002");
        assertEquals("42000-42002", range.toString());
        assertArrayEquals(
                new int[] {42_000, 42_001, 42_002}, range.startingWith(0).toArray());
        assertArrayEquals(
                new int[] {42_002, 42_000, 42_001}, range.startingWith(5).toArray());
        assertArrayEquals(new int[] {0}, PortRange.ANY.startingWith(5).toArray());
        assertEquals(1, PortRange.parse("65535-65535").size());
    }

    @ParameterizedTest
    @CsvSource({
        "42000, it is no range",
        "'', it is no range",
        "42000-, \"\" is no number",
        "a-42000, \"a\" is no number",
        "42000--1, \"-1\" is no number",
        "42000-42001-42002, \"42001-42002\" is no number",
        "42000-9999999999, \"9999999999\" is no number",
        "0-10, there is no port 0",
        "65000-65536, there is no port 65536",
        "42001-42000, it ends before it begins"
    })
    void whatIsNoneIsRefusedWithItsReason(String text, String reason) {
        assertEquals(
                reason + "; expected FROM-TO, two ports from 1 to 65535, such as 42000-42099",
                assertThrows(IllegalArgumentException.class, () -> PortRange.parse(text))
                        .getMessage());
    }
}
