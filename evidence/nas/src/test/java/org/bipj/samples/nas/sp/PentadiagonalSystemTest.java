package org.bipj.samples.nas.sp;

import static org.bipj.samples.nas.Agreement.assertAgree;

import org.bipj.samples.nas.Agreement;
import org.bipj.samples.nas.cfd.Box;
import org.bipj.samples.nas.cfd.Flow;
import org.bipj.samples.nas.cfd.Flows;
import org.bipj.samples.nas.cfd.Grid;
import org.bipj.samples.nas.cfd.LineSystems;
import org.junit.jupiter.api.Test;

class PentadiagonalSystemTest {

    @Test
    void vectorsSolveTheSame() {
        Grid grid = new Grid(14, 0.01);
        LineSystems.assertAgree(new PlainPentadiagonal(grid), new VectorPentadiagonal(grid));
    }

    @Test
    void vectorsChangeVariablesTheSame() {
        Box box = new Box(12, new int[] {0, 0, 0}, new int[] {12, 3, 3});
        Flow flow = Flows.random(box, 5);
        double[][] expected = new double[Grid.COMPONENTS][];
        double[][] actual = new double[Grid.COMPONENTS][];
        for (int m = 0; m < Grid.COMPONENTS; m++) {
            expected[m] = Agreement.random(50 + m, box.length(), -1, 1);
            actual[m] = expected[m].clone();
        }
        Characteristics plain = new PlainCharacteristics();
        Characteristics vectors = new VectorCharacteristics();
        plain.toX(flow, expected);
        vectors.toX(flow, actual);
        assertSame("to x", expected, actual);
        plain.fromXToY(expected);
        vectors.fromXToY(actual);
        assertSame("to y", expected, actual);
        plain.fromYToZ(expected);
        vectors.fromYToZ(actual);
        assertSame("to z", expected, actual);
        plain.fromZ(flow, expected);
        vectors.fromZ(flow, actual);
        assertSame("from z", expected, actual);
    }

    private static void assertSame(String what, double[][] expected, double[][] actual) {
        for (int m = 0; m < expected.length; m++) {
            assertAgree(what + ", component " + m, expected[m], actual[m], 0, expected[m].length);
        }
    }
}
