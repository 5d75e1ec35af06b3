package org.bipj.sim.atm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class Crc10Test {
    private static final int BITS = 384;

    private static byte[] payload(Random random) {
        byte[] payload = new byte[BITS / Byte.SIZE];
        random.nextBytes(payload);
        Crc10.write(payload);
        return payload;
    }

    private static void flip(byte[] payload, int bit) {
        payload[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    }

    @Test
    void matchesWhatItHasWritten() {
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            assertTrue(Crc10.matches(payload(random)));
        }
    }

    @Test
    void keepsTheBitsBeforeTheCheck() {
        byte[] payload = new byte[BITS / Byte.SIZE];
        payload[46] = (byte) 0xfc;
        Crc10.write(payload);
        assertTrue((payload[46] & 0xfc) == 0xfc && Crc10.matches(payload));
    }

    @Test
    void findsEveryErrorOfOneOrTwoBits() {
        byte[] payload = payload(new Random(2));
        for (int a = 0; a < BITS; a++) {
            flip(payload, a);
            assertFalse(Crc10.matches(payload), "bit " + a);
            for (int b = 0; b < a; b++) {
                flip(payload, b);
                assertFalse(Crc10.matches(payload), "bits " + a + ", " + b);
                flip(payload, b);
            }
            flip(payload, a);
        }
    }

    @Test
    void findsErrorsOfThreeBits() {
        Random random = new Random(3);
        byte[] payload = payload(random);
        for (int i = 0; i < 200_000; i++) {
            int[] bits = random.ints(0, BITS).distinct().limit(3).toArray();
            for (int bit : bits) {
                flip(payload, bit);
            }
            assertFalse(Crc10.matches(payload));
            for (int bit : bits) {
                flip(payload, bit);
            }
        }
    }

    /** About one in 1,024: with a standard deviation of 31 in 1,024,000 tries, 800 to 1,200 is far out. */
    @Test
    void passesAboutOneIn1024DamagedPayloads() {
        Random random = new Random(4);
        byte[] payload = payload(random);
        int passed = 0;
        for (int i = 0; i < 1000 * 1024; i++) {
            random.nextBytes(payload);
            passed += Crc10.matches(payload) ? 1 : 0;
        }
        assertTrue(passed > 800 && passed < 1200, "passed " + passed);
    }
}
