package org.bipj.samples.nas.cfd;

import static org.bipj.samples.nas.Agreement.assertAgree;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.bipj.samples.nas.Agreement;
import org.junit.jupiter.api.Test;

class RowArithmeticTest {
    private static final Grid GRID = new Grid(13, 0.01);
    private static final Box BOX = new Box(13, new int[] {0, 3, 5}, new int[] {13, 5, 8});

    private final RowArithmetic plain = new PlainRows();
    private final RowArithmetic vectors = new VectorRows();

    @Test
    void vectorsDeriveTheSame() {
        Flow expected = Flows.random(BOX, 1);
        Flow actual = Flows.random(BOX, 1);
        plain.derive(expected);
        vectors.derive(actual);
        for (int axis = 0; axis < Grid.AXES; axis++) {
            assertAgree("velocity", expected.velocity[axis], actual.velocity[axis], 0, BOX.length());
        }
        assertAgree("inverse", expected.inverse, actual.inverse, 0, BOX.length());
        assertAgree("kinetic", expected.kinetic, actual.kinetic, 0, BOX.length());
        assertAgree("energy", expected.energy, actual.energy, 0, BOX.length());
    }

    @Test
    void vectorsSpreadTheSame() {
        Flow flow = Flows.random(BOX, 2);
        Weights weights = new Weights(GRID, BOX);
        int count = BOX.interiorEnd(0) - BOX.interiorStart(0);
        for (int k = 0; k < BOX.interiorEnd(2); k++) {
            weights.select(2, k);
            int at = BOX.index(BOX.interiorStart(0), 2, k);
            double[] expected = new double[BOX.rowLength()];
            double[] actual = new double[BOX.rowLength()];
            plain.spread(flow.u[4], at, count, weights, expected);
            vectors.spread(flow.u[4], at, count, weights, actual);
            assertAgree("spread", expected, actual, 0, count);
        }
    }

    @Test
    void vectorsConvectTheSame() {
        Flow flow = Flows.random(BOX, 3);
        int at = BOX.index(1, 2, 3);
        for (int axis = 0; axis < Grid.AXES; axis++) {
            double[][] expected = new double[Grid.COMPONENTS][BOX.rowLength()];
            double[][] actual = new double[Grid.COMPONENTS][BOX.rowLength()];
            plain.convect(flow, axis, at, 11, 3.5, 6.25, expected);
            vectors.convect(flow, axis, at, 11, 3.5, 6.25, actual);
            for (int m = 0; m < Grid.COMPONENTS; m++) {
                assertAgree("component " + m + " along " + axis, expected[m], actual[m], 0, 11);
            }
        }
    }

    @Test
    void vectorsAddAndScaleTheSame() {
        double[] forcing = Agreement.random(4, 40, -1, 1);
        double[] expected = Agreement.random(5, 24, -1, 1);
        double[] actual = expected.clone();
        plain.addAndScale(forcing, 3, 17, 0.25, expected);
        vectors.addAndScale(forcing, 3, 17, 0.25, actual);
        assertAgree("sum", expected, actual, 0, 17);
    }

    @Test
    void theExactSolutionHasNoResidual() {
        Flow flow = new Flow(BOX);
        RightHandSide operator = new RightHandSide(GRID, BOX);
        double[][] forcing = operator.forcing(flow);
        double[][] residual = new double[Grid.COMPONENTS][BOX.length()];
        flow.fill(GRID, ExactSolution::at, ExactSolution::at);
        operator.compute(flow, forcing, 1, residual);
        for (double[] component : residual) {
            for (double value : component) {
                assertEquals(0, value, 1e-9);
            }
        }
    }
}
