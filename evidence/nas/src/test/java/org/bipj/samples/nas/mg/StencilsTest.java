package org.bipj.samples.nas.mg;

import static org.bipj.samples.nas.Agreement.assertAgree;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.bipj.samples.nas.Agreement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sums over neighbours against their definition, point by point: both with plain loops and with vectors. */
class StencilsTest {
    private static final int ROWS = 4;
    private static final double[] WEIGHTS = {0.7, -0.3, 0.2, 0.1};
    private static final double[] RESTRICTION = {0.5, 0.25, 0.125, 0.0625};

    private static Stencils[] both(int longest) {
        return new Stencils[] {new PlainStencils(longest), new VectorStencils(longest)};
    }

    /** The weighted sum of 27 points. */
    private static double sum(double[] w, double[] from, int p, int row, int plane) {
        double sum = 0;
        for (int z = -1; z <= 1; z++) {
            for (int y = -1; y <= 1; y++) {
                for (int x = -1; x <= 1; x++) {
                    sum += w[Math.abs(x) + Math.abs(y) + Math.abs(z)] * from[p + x + y * row + z * plane];
                }
            }
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32})
    void anOperatorAddsItsWeightedNeighbours(int count) {
        int row = count + 2;
        int plane = row * ROWS;
        double[] from = Agreement.random(1, 3 * plane + 8, -1, 1);
        double[] base = Agreement.random(2, 3 * plane + 8, -1, 1);
        int at = plane + row + 1;
        double[] expected = base.clone();
        for (int i = 0; i < count; i++) {
            expected[at + i] += sum(WEIGHTS, from, at + i, row, plane);
        }
        for (Stencils stencils : both(row)) {
            double[] actual = base.clone();
            stencils.apply(WEIGHTS, from, actual, actual, at, count, row, plane);
            assertAgree("result", expected, actual, 0, base.length);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16})
    void aRestrictionIsCentredOnEverySecondPoint(int count) {
        int row = 2 * count + 2;
        int plane = row * ROWS;
        double[] from = Agreement.random(3, 3 * plane + 8, -1, 1);
        int at = plane + row + 2;
        double[] expected = new double[count + 5];
        for (int j = 0; j < count; j++) {
            expected[3 + j] = sum(RESTRICTION, from, at + 2 * j, row, plane);
        }
        for (Stencils stencils : both(row)) {
            double[] actual = new double[count + 5];
            stencils.restrict(from, at, row, plane, actual, 3, count);
            assertAgree("result", expected, actual, 0, actual.length);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 18, 33, 34, 66})
    void anInterpolationTakesTheMeanOfTheCoarsePointsAround(int count) {
        double[] from = Agreement.random(4, 4 * (count + 10), -1, 1);
        int[] rows = {3, 3 + count + 5, 3, 3 + count + 5};
        for (boolean odd : new boolean[] {false, true}) {
            double[] expected = Agreement.random(5, count + 20, -1, 1);
            double[] start = expected.clone();
            for (int i = 0; i < count; i++) {
                int fine = i + (odd ? 1 : 0);
                int above = fine / 2;
                int below = fine % 2 == 1 ? above : above - 1;
                for (int place : new int[] {below, above}) {
                    expected[7 + i] += 0.25 * (from[rows[0] + 1 + place] + from[rows[1] + 1 + place]);
                }
            }
            for (Stencils stencils : both(8)) {
                double[] actual = start.clone();
                stencils.interpolate(from, rows, 1, actual, 7, odd, count);
                assertAgree("result", expected, actual, 0, actual.length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 24})
    void squaresAreAddedUp(int count) {
        double[] from = Agreement.random(6, count + 4, -1, 1);
        double expected = 0;
        for (int i = 2; i < count + 2; i++) {
            expected += from[i] * from[i];
        }
        for (Stencils stencils : both(8)) {
            assertEquals(expected, stencils.square(from, 2, count), 1e-13);
        }
    }
}
