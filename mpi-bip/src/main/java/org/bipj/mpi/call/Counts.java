package org.bipj.mpi.call;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Checks of counts, of which there is one for each process. */
public final class Counts {
    private Counts() {}

    /** Rejects an array without {@code size} counts, of which none is negative. */
    public static void check(String argument, int @Nullable [] counts, int size) {
        if (counts == null || counts.length < size) {
            throw tooShort(argument, counts == null ? -1 : counts.length, size);
        }
        for (int i = 0; i < size; i++) {
            if (counts[i] < 0) {
                throw negative(argument + "[" + i + "]", counts[i]);
            }
        }
    }

    /** The sum of the first counts, which must be an int. */
    public static int sum(String argument, int[] counts, int size) {
        long sum = sum(counts, size);
        if (sum > Integer.MAX_VALUE) {
            throw new EngineException(ErrorClass.COUNT, "the sum of " + argument + " is " + sum + "; expected an int");
        }
        return (int) sum;
    }

    /** The sum of the first counts. */
    public static long sum(int[] counts, int size) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += counts[i];
        }
        return sum;
    }

    /** The sum of counts that are not negative; the largest number if it is larger. */
    public static long sum(long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum = sum + count < 0 ? Long.MAX_VALUE : sum + count;
        }
        return sum;
    }

    /** The product of numbers that are not negative; the largest number if it is larger. */
    public static long product(long count, int size) {
        return count > Integer.MAX_VALUE && size > 0 && count > Long.MAX_VALUE / size ? Long.MAX_VALUE : count * size;
    }

    /** The error of an array that has less than one element for each process; {@code length} is negative for null. */
    public static EngineException tooShort(String argument, int length, int size) {
        return new EngineException(
                ErrorClass.ARG,
                argument + (length < 0 ? " is null" : " has " + length + " elements") + "; expected " + size
                        + ", one for each process");
    }

    /** The same of counts that may be no ints; those of the first {@code size} ranks, in a copy. */
    public static long[] checked(String argument, long @Nullable [] counts, int size) {
        if (counts == null || counts.length < size) {
            throw tooShort(argument, counts == null ? -1 : counts.length, size);
        }
        for (int i = 0; i < size; i++) {
            if (counts[i] < 0) {
                throw negative(argument + "[" + i + "]", counts[i]);
            }
        }
        return Arrays.copyOf(counts, size);
    }

    /** Makes the error of a count that is negative. */
    public static EngineException negative(String argument, long count) {
        return new EngineException(ErrorClass.COUNT, argument + " is " + count + "; expected 0 or more");
    }
}
