package org.bipj.sim.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The check of CRC-8 with x^8 + x^2 + x + 1. */
class Crc8Test {
    /** The check value that catalogues of CRCs give for CRC-8/SMBUS, the one with this polynomial and start value 0. */
    @Example
    void check_value_of_the_digits() {
        assertEquals((byte) 0xf4, Crc8.of("123456789".getBytes(StandardCharsets.US_ASCII)));
    }

    /** I.432.1: the header of an idle ATM cell, 00 00 00 01, has check 0x52 before its coset 0x55 is added. */
    @Example
    void header_of_an_idle_cell() {
        assertEquals((byte) 0x07, Crc8.of((byte) 0, (byte) 0, (byte) 0, (byte) 1));
        assertEquals((byte) 0x52, (byte) (Crc8.of((byte) 0, (byte) 0, (byte) 0, (byte) 1) ^ 0x55));
    }

    @Property
    void packet_with_its_check_leaves_nothing(@ForAll byte[] packet) {
        byte crc = Crc8.of(packet);
        assertEquals(0, Crc8.update(crc, new byte[] {crc}, 0, 1));
    }

    @Property
    void any_burst_of_eight_bits_is_seen(
            @ForAll @Size(min = 2, max = 300) byte[] packet,
            @ForAll @IntRange(min = 1, max = 255) int burst,
            @ForAll @IntRange(max = 10_000) int where) {
        byte[] bad = packet.clone();
        int bit = where % (8 * (packet.length - 1));
        int shifted = burst << 8 >>> bit % 8;
        bad[bit / 8] ^= (byte) (shifted >>> 8);
        bad[bit / 8 + 1] ^= (byte) shifted;
        assertNotEquals(Crc8.of(packet), Crc8.of(bad));
    }

    @Property
    void check_can_be_computed_in_pieces(@ForAll byte[] packet, @ForAll @IntRange(max = 1000) int where) {
        int cut = packet.length == 0 ? 0 : where % (packet.length + 1);
        byte first = Crc8.update((byte) 0, packet, 0, cut);
        assertEquals(Crc8.of(packet), Crc8.update(first, packet, cut, packet.length - cut));
    }
}
