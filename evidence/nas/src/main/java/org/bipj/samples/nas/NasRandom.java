package org.bipj.samples.nas;

/**
 * The random numbers of the NAS Parallel Benchmarks: {@code x(k+1) = a x(k) mod 2^46} with {@code a = 5^13}
 * (RNR-94-007, section 2.3).
 *
 * <p>A state is a {@code long} below 2^46. The product of two states wraps at 2^64, which leaves its low 46 bits
 * right: the sequence equals the one that the reference code computes in pieces of 23 bits in double precision.
 */
public final class NasRandom {
    /** The multiplier a = 5^13. */
    public static final long MULTIPLIER = 1_220_703_125L;

    /** The seed of IS and CG. */
    public static final long SEED = 314_159_265L;

    /** Selects the low 46 bits: the remainder modulo 2^46. */
    public static final long MASK = (1L << 46) - 1;

    /** 2^-46: makes a state a number between 0 and 1. */
    public static final double SCALE = 0x1p-46;

    private NasRandom() {}

    /** Returns the state that follows {@code state}. */
    public static long next(long state) {
        return state * MULTIPLIER & MASK;
    }

    /** Returns the state's value between 0 and 1, exactly. */
    public static double value(long state) {
        return state * SCALE;
    }

    /**
     * Returns the state {@code steps} numbers after {@code state}, in time logarithmic in {@code steps}: ranks start
     * in the middle of one common sequence with it.
     */
    public static long jump(long state, long steps) {
        return state * power(steps) & MASK;
    }

    /** Returns {@code a^exponent mod 2^46}: the multiplier that advances a state by {@code exponent} numbers. */
    public static long power(long exponent) {
        long result = 1;
        long factor = MULTIPLIER;
        for (long rest = exponent; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                result = result * factor & MASK;
            }
            factor = factor * factor & MASK;
        }
        return result;
    }
}
