package org.bipj.samples.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class NasRandomTest {
    private static final BigInteger MODULUS = BigInteger.TWO.pow(46);

    @Test
    void theNumbersAreThoseOfTheDefinition() {
        BigInteger expected = BigInteger.valueOf(NasRandom.SEED);
        long state = NasRandom.SEED;
        for (int i = 0; i < 100_000; i++) {
            expected = expected.multiply(BigInteger.valueOf(5).pow(13)).mod(MODULUS);
            state = NasRandom.next(state);
            assertEquals(expected.longValueExact(), state);
        }
    }

    @Test
    void theNumbersAreThoseOfTheReferenceArithmeticInDoublePrecision() {
        double expected = 271_828_183;
        long state = 271_828_183;
        for (int i = 0; i < 100_000; i++) {
            expected = nextInHalves(expected, 1_220_703_125);
            state = NasRandom.next(state);
            assertEquals(0x1p-46 * expected, NasRandom.value(state));
        }
    }

    @Test
    void aJumpEqualsAsManySteps() {
        long state = NasRandom.SEED;
        for (int steps = 0; steps < 1000; steps++) {
            assertEquals(state, NasRandom.jump(NasRandom.SEED, steps));
            state = NasRandom.next(state);
        }
    }

    @Test
    void longJumpsCompose() {
        long far = 4L << 30;
        long there = NasRandom.jump(NasRandom.SEED, far + 12_345);
        assertEquals(there, NasRandom.jump(NasRandom.jump(NasRandom.SEED, 12_345), far));
    }

    /** The product of a state and a multiplier modulo 2^46 in pieces of 23 bits, all exact in double precision. */
    private static double nextInHalves(double x, double a) {
        double upperA = Math.floor(a * 0x1p-23);
        double lowerA = a - upperA * 0x1p23;
        double upperX = Math.floor(x * 0x1p-23);
        double lowerX = x - upperX * 0x1p23;
        double middle = upperA * lowerX + lowerA * upperX;
        double carried = middle - Math.floor(middle * 0x1p-23) * 0x1p23;
        double product = carried * 0x1p23 + lowerA * lowerX;
        return product - Math.floor(product * 0x1p-46) * 0x1p46;
    }
}
