package org.bipj.samples.nas.cfd;

import org.bipj.samples.nas.Agreement;

/** Flows for tests: random, with densities and energies as a gas has them. */
public final class Flows {
    private Flows() {}

    /** Returns a random flow at all points of a box, those in the frame and the rest of the arrays too. */
    public static Flow random(Box box, long seed) {
        Flow flow = new Flow(box);
        for (int m = 0; m < Grid.COMPONENTS; m++) {
            double[] values = m == 0 || m == 4
                    ? Agreement.random(seed + m, box.length(), 3 * (m + 1), 4 * (m + 1))
                    : Agreement.random(seed + m, box.length(), -1, 1);
            System.arraycopy(values, 0, flow.u[m], 0, values.length);
        }
        new PlainRows().derive(flow);
        return flow;
    }
}
