package org.bipj.samples.nas.cfd;

import org.bipj.samples.nas.Agreement;

/** Compares two line systems: the same elimination and substitution of random lines. */
public final class LineSystems {
    private static final int LANES = LineSystem.LANES;

    private LineSystems() {}

    /** Asserts that two systems leave the same state and find the same solution. */
    public static void assertAgree(LineSystem expected, LineSystem actual) {
        Box box = new Box(14, new int[] {0, 0, 0}, new int[] {12, 12, 12});
        Flow flow = Flows.random(box, 11);
        int rows = 9;
        double[] points = new double[(rows + 2) * expected.values() * LANES];
        for (int value = 0; value < expected.values(); value++) {
            double[] field = expected.source(flow, value, 1);
            for (int row = 0; row < rows + 2; row++) {
                int at = (row * expected.values() + value) * LANES;
                System.arraycopy(field, box.index(1, row, 4), points, at, LANES);
            }
        }
        int length = (rows + expected.reach()) * Grid.COMPONENTS * LANES;
        double[] right = Agreement.random(12, length, -1, 1);
        double[] state = Agreement.random(13, 5 + (rows + expected.reach()) * expected.carried() * LANES, -0.1, 0.1);
        double[] otherRight = right.clone();
        double[] otherState = state.clone();
        expected.eliminate(1, 4, rows, points, right, state, 5);
        actual.eliminate(1, 4, rows, points, otherRight, otherState, 5);
        Agreement.assertAgree("state", state, otherState, 5, state.length);
        int at = 5 + expected.reach() * expected.carried() * LANES;
        expected.substitute(rows, state, at, right);
        actual.substitute(rows, otherState, at, otherRight);
        Agreement.assertAgree("solution", right, otherRight, 0, length);
    }
}
