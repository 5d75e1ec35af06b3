package org.bipj.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.stream.Stream;
import org.bipj.mpi.contract.Pattern;
import org.junit.jupiter.params.provider.Arguments;

/** What the contract suites have in common: fabrics, buffer kinds that meet, reproducible data, comparison. */
final class Scenario {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int[] SIZES = DEEP ? new int[] {1, 2, 3, 4, 5, 7, 8, 13} : new int[] {1, 2, 3, 4, 7};

    /** Sender's and receiver's kind. */
    record Pair(Kind send, Kind receive) {
        /** True if one kind holds zeros and ones only. */
        boolean areFlags() {
            return send == Kind.BOOLEANS || receive == Kind.BOOLEANS;
        }
    }

    static final Pair[] PAIRS = {
        new Pair(Kind.DOUBLES, Kind.DOUBLES),
        new Pair(Kind.INT_VECTOR, Kind.FIVE_BYTES),
        new Pair(Kind.HEAP_BUFFER, Kind.INTS_BEHIND_OFFSET),
        new Pair(Kind.SEGMENT_BACKWARDS, Kind.INT_VECTOR),
        new Pair(Kind.DIRECT_BUFFER, Kind.SEGMENT_BACKWARDS),
        new Pair(Kind.BOOLEANS, Kind.FIVE_BYTES),
    };

    private Scenario() {}

    /** All pairs in the first way of delivery; in the others, where only the order of events differs, two are enough. */
    static Pair[] pairs(Fabric.Delivery delivery) {
        return delivery == Fabric.Delivery.EAGER ? PAIRS : Arrays.copyOf(PAIRS, 2);
    }

    /** Every number of ranks with every way of delivery; unless tests are deep, the largest with the first way only. */
    static Stream<Arguments> fabrics() {
        return Arrays.stream(SIZES)
                .boxed()
                .flatMap(size -> Arrays.stream(Fabric.Delivery.values())
                        .filter(way -> DEEP || size < SIZES[SIZES.length - 1] || way == Fabric.Delivery.EAGER)
                        .map(way -> Arguments.of(size, way)));
    }

    /** First, middle and last rank. */
    static int[] roots(int size) {
        return Arrays.stream(new int[] {0, size / 2, size - 1}).distinct().toArray();
    }

    /** Data that are equal for equal arguments. */
    static byte[] data(int seed, long bytes, boolean areFlags) {
        int length = Math.toIntExact(bytes);
        return areFlags ? Pattern.flags(length, seed) : Pattern.bytes(length, seed);
    }

    /** Fails unless two buffers are equal in all bytes, those between and around elements included. */
    static void assertSame(Object expected, Object actual, String what) {
        byte[] expectedBytes = Buffers.contents(expected);
        byte[] actualBytes = Buffers.contents(actual);
        // JUnit's comparison goes byte by byte, and most of a suite's time with it.
        if (!Arrays.equals(expectedBytes, actualBytes)) {
            assertArrayEquals(expectedBytes, actualBytes, what);
        }
    }
}
