package org.bipj.samples.nas.lu;

import static org.bipj.samples.nas.Agreement.assertAgree;

import org.bipj.samples.nas.Agreement;
import org.bipj.samples.nas.cfd.Box;
import org.bipj.samples.nas.cfd.Flow;
import org.bipj.samples.nas.cfd.Flows;
import org.bipj.samples.nas.cfd.Grid;
import org.junit.jupiter.api.Test;

class SweepArithmeticTest {
    private static final Box BOX = new Box(12, new int[] {0, 0, 0}, new int[] {12, 4, 4});

    private final SweepFactors factors = new SweepFactors(new Grid(12, 0.5));
    private final SweepArithmetic plain = new PlainSweep(factors);
    private final SweepArithmetic vectors = new VectorSweep(factors);

    private static double[][] random(long seed, int length) {
        double[][] values = new double[Grid.COMPONENTS][];
        for (int m = 0; m < values.length; m++) {
            values[m] = Agreement.random(seed + m, length, -1, 1);
        }
        return values;
    }

    @Test
    void vectorsComputeTheSame() {
        Flow flow = Flows.random(BOX, 7);
        double[][] v = random(20, BOX.length());
        int at = BOX.index(1, 2, 2);
        for (int axis = 0; axis < Grid.AXES; axis++) {
            double[][] expected = random(30, BOX.rowLength());
            double[][] actual = random(40, BOX.rowLength());
            plain.begin(v, at, 10, 0.5, expected);
            vectors.begin(v, at, 10, 0.5, actual);
            plain.addNeighbours(flow, v, axis, at - 1, 10, -factors.convection, expected);
            vectors.addNeighbours(flow, v, axis, at - 1, 10, -factors.convection, actual);
            for (int m = 0; m < Grid.COMPONENTS; m++) {
                assertAgree("component " + m + " along " + axis, expected[m], actual[m], 0, 10);
            }
        }
    }

    @Test
    void vectorsDivideTheSame() {
        Flow flow = Flows.random(BOX, 8);
        double[][] expected = new double[2][BOX.rowLength()];
        double[][] actual = new double[2][BOX.rowLength()];
        plain.diagonal(flow, BOX.index(1, 1, 1), 10, expected[0], expected[1]);
        vectors.diagonal(flow, BOX.index(1, 1, 1), 10, actual[0], actual[1]);
        assertAgree("momentum", expected[0], actual[0], 0, 10);
        assertAgree("energy", expected[1], actual[1], 0, 10);
    }
}
