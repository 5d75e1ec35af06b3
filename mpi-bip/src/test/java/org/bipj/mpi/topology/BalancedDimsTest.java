package org.bipj.mpi.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.junit.jupiter.api.Test;

/** Dimensions of grids (MPI 4.1 section 8.5.2). */
class BalancedDimsTest {
    private static final Comparator<int[]> CLOSER = Comparator.<int[]>comparingInt(
                    dims -> dims[0] - dims[dims.length - 1])
            .thenComparing(Arrays::compare);

    private static int[] filled(int nodes, int... dims) {
        BalancedDims.fill(nodes, dims);
        return dims;
    }

    @Test
    void examplesOfTheStandard() {
        assertArrayEquals(new int[] {3, 2}, filled(6, 0, 0));
        assertArrayEquals(new int[] {7, 1}, filled(7, 0, 0));
        assertArrayEquals(new int[] {2, 3, 1}, filled(6, 0, 3, 0));
        assertError(ErrorClass.DIMS, "nnodes is 7; expected a multiple", 7, 0, 3, 0);
    }

    @Test
    void theSmallestLargestFactorIsNotAlwaysTheClosest() {
        // [36, 36, 19] has a smaller largest factor.
        assertArrayEquals(new int[] {38, 27, 24}, filled(24_624, 0, 0, 0));
        assertArrayEquals(new int[] {5, 38, 1, 27, 24}, filled(5 * 24_624, 5, 0, 1, 0, 0));
    }

    @Test
    void arguments() {
        assertArrayEquals(new int[] {1, 1}, filled(1, 0, 0));
        assertArrayEquals(new int[] {3, 4}, filled(12, 3, 4));
        assertArrayEquals(new int[] {}, filled(1));
        assertError(ErrorClass.DIMS, "nnodes is 7", 7, 3);
        assertError(ErrorClass.DIMS, "nnodes is 2", 2);
        assertError(ErrorClass.ARG, "nnodes is 0", 0, 0);
        assertError(ErrorClass.DIMS, "dims[0] is -1", 6, -1);
        assertError(ErrorClass.DIMS, "more than 2147483647", Integer.MAX_VALUE, 1 << 16, 1 << 16, 0);
    }

    /** Every number and every count against all factorizations, with and without a dimension that is given. */
    @Test
    void noGridIsCloser() {
        for (int nodes = 1; nodes <= 600; nodes++) {
            for (int n = 1; n <= 5; n++) {
                int[] closest = factorizations(nodes, n, nodes).min(CLOSER).orElseThrow();
                assertArrayEquals(closest, filled(nodes, new int[n]), nodes + " over " + n);
                int place = n / 2;
                int[] given = new int[n + 1];
                given[place] = 3;
                int[] expected = IntStream.range(0, n + 1)
                        .map(i -> i == place ? 3 : closest[i < place ? i : i - 1])
                        .toArray();
                assertArrayEquals(expected, filled(3 * nodes, given), 3 * nodes + " with a given 3");
            }
        }
    }

    /** All products of some factors in falling order, none above a limit. */
    private static Stream<int[]> factorizations(int nodes, int n, int limit) {
        if (n == 1) {
            return nodes <= limit ? Stream.of(new int[] {nodes}) : Stream.empty();
        }
        return IntStream.rangeClosed(1, Math.min(nodes, limit))
                .filter(d -> nodes % d == 0)
                .boxed()
                .flatMap(d -> factorizations(nodes / d, n - 1, d)
                        .map(rest -> IntStream.concat(IntStream.of(d), Arrays.stream(rest))
                                .toArray()));
    }

    /** The numbers with the most divisors and with the fewest; a search that went through all grids would not end. */
    @Test
    void largeNumbers() {
        int[] large = {1_396_755_360, 2_095_133_040, 735_134_400, 1 << 30, 1_162_261_467, Integer.MAX_VALUE, 1_441_440};
        for (int nodes : large) {
            for (int n = 1; n <= 32; n++) {
                int[] dims = filled(nodes, new int[n]);
                assertEquals(
                        nodes, Arrays.stream(dims).asLongStream().reduce(1, (a, b) -> a * b), nodes + " over " + n);
                for (int i = 1; i < n; i++) {
                    assertTrue(dims[i - 1] >= dims[i], "falling order: " + Arrays.toString(dims));
                }
            }
        }
        assertArrayEquals(new int[] {1024, 1024, 1024}, filled(1 << 30, 0, 0, 0));
    }

    private static void assertError(int errorClass, String part, int nodes, int... dims) {
        EngineException e = assertThrows(EngineException.class, () -> BalancedDims.fill(nodes, dims));
        assertTrue(e.getMessage().contains(part), e.getMessage());
        assertEquals(errorClass, e.errorClass());
    }
}
